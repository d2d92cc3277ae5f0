/**
 * What the entry page holds: the sheet the service gave, the hand being entered, its points, a hand of another phone.
 *
 * Every change goes through `put` or `take`: it is drawn by whoever listens, and kept on the phone as soon as the frame
 * is seen, in any case before the page goes away.
 */

import { tagOf } from "./client.js";
import { handOf } from "./doc.js";
import { playBy } from "./forms.js";
import { fresh, touched } from "./hand.js";
import { $ } from "./page.js";
import { tally } from "./points.js";
import { list, say } from "./say.js";
import * as store from "./store.js";

/** @typedef {import("./hand.js").Hand} Hand */
/** @typedef {import("./grid.js").Sheet} Sheet */
/** @typedef {import("./points.js").Points} Points */

/** @type {Sheet} */
const sheet = JSON.parse($("#entry-data").textContent ?? "{}");
playBy(sheet.ruleset);

/** @param {string[]} kinds */
export const named = (kinds) => list(kinds.map((kind) => say(kind)));

/** Give a stored hand the form the page draws. @param {import("./doc.js").Doc} doc */
export const shownHand = (doc) => handOf(doc, sheet.ruleset, sheet.order[0], named);

/** Take up the hand this phone holds for the number of the sheet, or a new one. @param {number | null} [half] @returns {Hand} */
function current(half = null) {
  const kept = store.load(sheet.match, sheet.number);
  const { correction } = sheet;
  if (correction) {
    if (kept?.correcting && kept.id === correction.id) return kept;
    return { ...shownHand(correction), correcting: true, version: tagOf(correction.version) };
  }
  if (!kept || kept.correcting) {
    return fresh({ id: store.uuid(), number: sheet.number, dealer: sheet.dealer, pen: half ?? sheet.order[0], half });
  }
  // Who deals follows from the hands before, which may have been corrected meanwhile.
  return { ...kept, dealer: kept.version ? kept.dealer : sheet.dealer };
}

const begun = current();

/**
 * `theirs` is a hand as the service holds it that is to be read here; `saved` the hand sent last, and where the match
 * stood before it.
 * @type {{sheet: Sheet, hand: Hand, points: Points, theirs: any, saved: {hand: Hand, id: string, version: string, totals: number[]} | null}}
 */
export const now = { sheet, hand: begun, points: tally(sheet, begun), theirs: null, saved: null };

/** @type {Array<() => void>} */
const listeners = [];
/** @type {Array<() => void>} */
const lost = [];

/** Be told of every change. @param {() => void} listener */
export const onChange = (listener) => listeners.push(listener);

/** Be told when the phone could not keep one. @param {() => void} listener */
export const onLost = (listener) => lost.push(listener);

/** Whether the hand that is held is newer than the one that is kept. */
let due = false;

/** Keep what is due. */
function keepNow() {
  if (!due) return;
  due = false;
  if (!store.keep(sheet.match, now.hand)) lost.forEach((listener) => listener());
}

/** Keep after the next frame: writing takes time for which nobody should wait. A page that is not seen has no frames. */
function keepSoon() {
  if (document.hidden) keepNow();
  else requestAnimationFrame(() => setTimeout(keepNow));
}

window.addEventListener("pagehide", keepNow);
document.addEventListener("visibilitychange", keepNow);

/** Hold a hand from now on. @param {Hand} hand */
export function put(hand) {
  if (hand.number !== now.hand.number) keepNow();
  now.hand = hand;
  now.points = tally(sheet, hand);
  // A hand nobody has touched is found again without being kept.
  due = touched(hand) || hand.version !== null || hand.half !== null;
  for (const listener of listeners) listener();
  if (due) keepSoon();
}

/** Keep what does not show: agreed, refused. @param {Partial<Hand>} change */
export function mark(change) {
  now.hand = { ...now.hand, ...change };
  due = true;
  keepNow();
}

/** Keep nothing more of the hand that is held: the service has it. */
export function handOver() {
  due = false;
  store.forget(sheet.match, now.hand.number);
}

/** @param {number} seat @returns {number} */
export const sideOf = (seat) => sheet.sides.find((side) => side.seats.some((one) => one.seat === seat))?.index ?? 0;

/**
 * Go to another hand of the match. @param {{number: number, dealer: number, totals: number[], hand?: Hand, half?: number | null, redeals?: number}} to
 */
export function take({ number, dealer, totals, hand, half = null, redeals = 0 }) {
  const { mode } = now.hand;
  sheet.number = number;
  sheet.dealer = dealer;
  sheet.dealer_side = sideOf(dealer);
  sheet.redeals = redeals;
  sheet.sides.forEach((side) => { side.total = totals[side.index]; });
  if (hand) {
    put(hand);
    return;
  }
  const next = current(half);
  put(touched(next) ? next : { ...next, mode });
}
