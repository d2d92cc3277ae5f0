/**
 * The live points: asked from the service after each change, only the newest answer counts.
 *
 * While cards are free the hand is asked once for each side that could get them all, and what all answers
 * agree on is shown: no figure that could still go down.
 */

import { preview } from "./client.js";
import { countsBody, missing, pointsBody } from "./forms.js";
import { body, certain, pile } from "./hand.js";

/** @typedef {import("./hand.js").Hand} Hand */
/** @typedef {{score: any, explanation: any[], totals: number[] | null, whole: boolean}} Points */

const QUIET = 150;

/** Tell whether everything is there that the chosen way of counting needs. @param {Hand} hand */
export const whole = (hand) => (hand.mode === "cards" ? pile(hand, null).length === 0 : missing(hand) === 0);

/** Write the hand as the service takes it. @param {Hand} hand @param {number} sides @param {number} dealerSide */
export function sent(hand, sides, dealerSide) {
  if (hand.mode === "counts") return countsBody(hand);
  return hand.mode === "points" ? pointsBody(hand, dealerSide) : body(hand, sides);
}

export class LivePoints {
  /**
   * @param {string} match @param {number} sides @param {() => number} dealerSide
   * @param {(points: Points | null, error: Error | null) => void} shown
   */
  constructor(match, sides, dealerSide, shown) {
    this.match = match;
    this.sides = sides;
    this.dealerSide = dealerSide;
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
    if (whole(hand)) {
      const { body: answer } = await preview(this.match, sent(hand, this.sides, this.dealerSide()), signal);
      return { score: answer.score, explanation: answer.explanation ?? [], totals: answer.match?.totals ?? null, whole: true };
    }
    // Points of a sheet that is half filled in are nobody's yet.
    if (hand.mode !== "cards") return { score: null, explanation: [], totals: null, whole: false };
    const sides = Array.from({ length: this.sides }, (_, side) => side);
    const answers = await Promise.all(sides.map((side) => preview(this.match, body(hand, this.sides, side), signal)));
    return { score: { sides: certain(answers.map(({ body: answer }) => answer.score)) }, explanation: [], totals: null, whole: false };
  }
}
