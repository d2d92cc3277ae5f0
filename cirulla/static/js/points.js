/**
 * The live points: asked from the service after each change, only the newest answer counts.
 *
 * While cards are free the hand is asked once for each side that could get them all, and what all answers
 * agree on is shown: no figure that could still go down.
 */

import { preview } from "./client.js";
import { body, certain, pile } from "./hand.js";

/** @typedef {import("./hand.js").Hand} Hand */
/** @typedef {{score: any, explanation: any[], totals: number[] | null, whole: boolean}} Points */

const QUIET = 150;

export class LivePoints {
  /**
   * @param {string} match @param {number} sides
   * @param {(points: Points | null, error: Error | null) => void} shown
   */
  constructor(match, sides, shown) {
    this.match = match;
    this.sides = sides;
    this.shown = shown;
    /** @type {AbortController | null} */
    this.running = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** Ask for a hand soon. @param {Hand} hand */
  soon(hand) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.now(hand), QUIET);
  }

  /** Ask for a hand at once. @param {Hand} hand @returns {Promise<Points | null>} */
  async now(hand) {
    clearTimeout(this.timer);
    this.running?.abort();
    // A newer question makes this one's answer worthless, whenever it comes.
    const running = new AbortController();
    this.running = running;
    try {
      const points = await this.#ask(hand, running.signal);
      if (running.signal.aborted) return null;
      this.shown(points, null);
      return points;
    } catch (error) {
      if (!running.signal.aborted) this.shown(null, /** @type {Error} */ (error));
      return null;
    }
  }

  /** @param {Hand} hand @param {AbortSignal} signal */
  async #ask(hand, signal) {
    if (pile(hand, null).length === 0) {
      const { body: answer } = await preview(this.match, body(hand, this.sides), signal);
      return { score: answer.score, explanation: answer.explanation ?? [], totals: answer.match?.totals ?? null, whole: true };
    }
    const sides = Array.from({ length: this.sides }, (_, side) => side);
    const answers = await Promise.all(sides.map((side) => preview(this.match, body(hand, this.sides, side), signal)));
    return { score: { sides: certain(answers.map(({ body: answer }) => answer.score)) }, explanation: [], totals: null, whole: false };
  }
}
