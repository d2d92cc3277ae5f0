/**
 * What this phone remembers of hands not yet agreed, in localStorage, one entry a match and hand number.
 *
 * The entry holds the hand's UUID: every retry sends the same one, so a hand is never there twice.
 */

import { fresh } from "./hand.js";

/** @typedef {import("./hand.js").Hand} Hand */

const PREFIX = "cirulla:hand:";
const TOLD = "cirulla:told:";

/** @param {string} match @param {number} number */
const key = (match, number) => `${PREFIX}${match}:${number}`;

/** @param {string | null} text @returns {Hand | null} */
function read(text) {
  try {
    const hand = JSON.parse(text ?? "null");
    // What a page of before did not keep is as in a hand just begun.
    return hand && typeof hand.owners === "string" && hand.owners.length === 40 ? { ...fresh(hand), ...hand } : null;
  } catch {
    return null;
  }
}

/** @param {string} match @param {number} number @returns {Hand | null} */
export function load(match, number) {
  try {
    return read(localStorage.getItem(key(match, number)));
  } catch {
    return null;
  }
}

/**
 * Keep a hand; false when the phone refuses to (private mode, full).
 * @param {string} match @param {Hand} hand @returns {boolean}
 */
export function keep(match, hand) {
  try {
    localStorage.setItem(key(match, hand.number), JSON.stringify(hand));
    return true;
  } catch {
    return false;
  }
}

/** @param {string} match @param {number} number */
export function forget(match, number) {
  try {
    localStorage.removeItem(key(match, number));
  } catch {
    // Nothing was kept, so nothing is left behind.
  }
}

/**
 * List the hands of a match that were agreed but never answered, oldest first.
 * @param {string} match @returns {Hand[]}
 */
export function waiting(match) {
  try {
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(`${PREFIX}${match}:`))
      .map((name) => read(localStorage.getItem(name)))
      .filter((hand) => hand !== null)
      .filter((hand) => hand.agreed && !hand.refused)
      .sort((a, b) => a.number - b.number);
  } catch {
    return [];
  }
}

/** The hands this phone has sent or answered for, by id. @param {string} match @returns {string[]} */
export function told(match) {
  try {
    const ids = JSON.parse(localStorage.getItem(TOLD + match) ?? "[]");
    return Array.isArray(ids) ? ids : [];
  } catch {
    return [];
  }
}

/** The name of one's own half of a hand among what was told. @param {string} id */
export const halfOf = (id) => `half ${id}`;

/** Remember that this phone has had its say on a hand, or on its half. @param {string} match @param {string} id */
export function tell(match, id) {
  try {
    localStorage.setItem(TOLD + match, JSON.stringify([...new Set([...told(match), id])]));
  } catch {
    // Then the hand is offered for reading once more.
  }
}

/** Make the UUID of a new hand. `randomUUID` is missing where the page is not served over https. */
export function uuid() {
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
