/** Follow what other phones do to the match: ask every few seconds while the page is seen, tell what has changed. */

import { Problem, Unreachable, readHands, readMatch } from "./client.js";

/** @typedef {{match: any, hands: any[]}} News */

const EVERY_MS = 4000;

/**
 * Start following; `heard` gets the match and its hands at once and after each change.
 * @param {string} match @param {(news: News) => void} heard @returns {() => Promise<void>} asks at once
 */
export function follow(match, heard) {
  /** @type {string | null} */
  let known = null;
  let asking = false;

  async function look() {
    if (asking || document.hidden) return;
    asking = true;
    try {
      const { status, body, etag } = await readMatch(match, known);
      if (status !== 304) {
        const { body: hands } = await readHands(match);
        known = etag;
        heard({ match: body, hands: hands.results });
      }
    } catch (error) {
      // Without a signal, or put out of the table, there is no news; sending says why.
      if (!(error instanceof Unreachable) && !(error instanceof Problem)) throw error;
    } finally {
      asking = false;
    }
  }

  window.setInterval(() => void look(), EVERY_MS);
  document.addEventListener("visibilitychange", () => void look());
  void look();
  return look;
}
