/**
 * The hand being counted, as plain data: who has which card, scope, buone, the dealer's table.
 *
 * Every function returns a new hand and leaves the old one alone; what was before stays in `past`, what was undone in
 * `future`, both without limit. Sides are the server's side numbers, from 0. No page, no storage, no network in here.
 */

import { CODES as CARDS } from "./engine/cards.js";

const PLACES = new Map(CARDS.map((card, place) => [card, place]));

/**
 * @typedef {{kind: "scopa" | "buona" | "knock", side: number, at: string, seat?: number, cards?: string[],
 *   matta_as?: string | null, points?: number, name?: string}} Mark
 * @typedef {{table: string[], matta_as: string | null, scope: number}} Bonus
 * @typedef {{mode: "opening", table: string[]} | {mode: "claim", cappotto: number}} End what ended the hand before the count
 * @typedef {{owners: string, marks: Mark[], bonus: Bonus | null, form: Record<string, string>, end: End | null}} Core
 * @typedef {Core & {id: string, number: number, dealer: number, pen: number, mode: "cards" | "counts" | "points",
 *   half: number | null, past: Core[], future: Core[], agreed: boolean, version: string | null, reason: string,
 *   correcting: boolean, refused?: boolean}} Hand `half`: the only side whose pile is sent from here
 */

/**
 * Start an empty hand.
 * @param {{id: string, number: number, dealer: number, pen: number, half?: number | null}} given
 * @returns {Hand}
 */
export function fresh({ id, number, dealer, pen, half = null }) {
  const core = { owners: "0".repeat(40), marks: [], bonus: null, form: {}, end: null };
  const sending = { agreed: false, version: null, reason: "", correcting: false };
  return { ...core, id, number, dealer, pen, half, mode: "cards", past: [], future: [], ...sending };
}

/** @param {Core} hand @returns {Core} */
const core = ({ owners, marks, bonus, form, end }) => ({ owners, marks, bonus, form, end });

/** @param {Hand} hand @param {Partial<Core>} change @returns {Hand} */
const step = (hand, change) =>
  ({ ...hand, ...change, agreed: false, refused: false, past: [...hand.past, core(hand)], future: [] });

/**
 * Say which side has a card; null when it is free.
 * @param {Core} hand @param {string} card @returns {number | null}
 */
export function owner(hand, card) {
  const mark = Number(hand.owners[PLACES.get(card) ?? -1]);
  return mark ? mark - 1 : null;
}

/**
 * List the cards of a side, or the free ones (null), in card order.
 * @param {Core} hand @param {number | null} side @returns {string[]}
 */
export function pile(hand, side) {
  const mark = side === null ? "0" : String(side + 1);
  return CARDS.filter((_, place) => hand.owners[place] === mark);
}

/** @param {string} owners @param {string[]} cards @param {number | null} side */
function assigned(owners, cards, side) {
  const marks = [...owners];
  for (const card of cards) marks[PLACES.get(card) ?? -1] = String(side === null ? 0 : side + 1);
  return marks.join("");
}

/**
 * Give cards to a side, or set them free (null).
 * @param {Hand} hand @param {string[]} cards @param {number | null} side @returns {Hand}
 */
export function give(hand, cards, side) {
  return step(hand, { owners: assigned(hand.owners, cards, side) });
}

/**
 * Say whom the next tap on a card gives it to. Two sides: the pen's, the other, free; more, or half a hand: one side, free.
 * @param {Hand} hand @param {string} card @param {number} sides @returns {number | null}
 */
export function cycle(hand, card, sides) {
  const now = owner(hand, card);
  if (hand.half !== null) return now === hand.half ? null : hand.half;
  if (now === null) return hand.pen;
  if (sides === 2) return now === hand.pen ? 1 - hand.pen : null;
  return now === hand.pen ? null : hand.pen;
}

/**
 * Say which side takes the rest: with two sides the one without the pen, with more the pen's.
 * @param {Hand} hand @param {number} sides @returns {number}
 */
export function restTo(hand, sides) {
  return sides === 2 ? 1 - hand.pen : hand.pen;
}

/** @param {Hand} hand @param {number} pen @returns {Hand} */
export function penTo(hand, pen) {
  return { ...hand, pen };
}

/** @param {Hand} hand @param {Mark} mark @returns {Hand} */
export function addMark(hand, mark) {
  return step(hand, { marks: [...hand.marks, mark] });
}

/** @param {Hand} hand @param {number} index @returns {Hand} */
export function removeMark(hand, index) {
  return step(hand, { marks: hand.marks.filter((_, at) => at !== index) });
}

/**
 * Note the table the dealer took before the first card; its cards are the dealer's side's from then on.
 * @param {Hand} hand @param {Bonus | null} bonus @param {number} side @returns {Hand}
 */
export function setBonus(hand, bonus, side) {
  return step(hand, { bonus, owners: bonus ? assigned(hand.owners, bonus.table, side) : hand.owners });
}

/** @param {Hand} hand @param {Record<string, string>} form @returns {Hand} */
export function setForm(hand, form) {
  return step(hand, { form });
}

/** @param {Hand} hand @param {Hand["mode"]} mode @returns {Hand} */
export function setMode(hand, mode) {
  return { ...hand, mode, agreed: false };
}

/** Send this side's pile alone from here, null: the whole hand. @param {Hand} hand @param {number | null} half @returns {Hand} */
export function setHalf(hand, half) {
  return { ...hand, half, pen: half ?? hand.pen, agreed: false };
}

/** End the hand without a count, null: count it after all. @param {Hand} hand @param {End | null} end @returns {Hand} */
export function setEnd(hand, end) {
  return step(hand, { end });
}

/** @param {Hand} hand @returns {Hand} */
export function undo(hand) {
  const last = hand.past.at(-1);
  if (!last) return hand;
  return { ...hand, ...last, agreed: false, refused: false, past: hand.past.slice(0, -1), future: [...hand.future, core(hand)] };
}

/** @param {Hand} hand @returns {Hand} */
export function redo(hand) {
  const next = hand.future.at(-1);
  if (!next) return hand;
  return { ...hand, ...next, agreed: false, refused: false, past: [...hand.past, core(hand)], future: hand.future.slice(0, -1) };
}

/** Tell whether anything was entered. @param {Hand} hand */
export const touched = (hand) => hand.past.length > 0 || hand.future.length > 0;

/** @param {Core} hand @param {number} side */
export function scope(hand, side) {
  return hand.marks.filter((mark) => mark.kind === "scopa" && mark.side === side).length;
}

/** @param {Core} hand @param {number} side */
export function buone(hand, side) {
  return hand.marks.filter((mark) => mark.kind === "buona" && mark.side === side);
}

/** @param {Core} hand @param {number} side */
export function knocks(hand, side) {
  return hand.marks.filter((mark) => mark.kind === "knock" && mark.side === side).length;
}

/** What a side marked during play, as the service takes it. @param {Core} hand @param {number} side */
export function marked(hand, side) {
  const knocked = knocks(hand, side);
  return {
    scope: scope(hand, side),
    buone: buone(hand, side).map(({ seat, cards, matta_as }) => ({ seat: seat ?? null, cards, matta_as: matta_as ?? null })),
    ...(knocked && { knocks: knocked }),
  };
}

/** What every body begins with. @param {Hand} hand */
export const head = (hand) => ({ number: hand.number, dealer_seat: hand.dealer, ...(hand.reason && { reason: hand.reason }) });

/** The dealer's bonus of a body; a half speaks of it only for its own side. @param {Hand} hand @param {number} dealerSide */
export function bonusOf({ bonus, half }, dealerSide) {
  if (!bonus || (half !== null && half !== dealerSide)) return {};
  return { dealer_bonus: { table: bonus.table, matta_as: bonus.matta_as } };
}

/**
 * Write the hand as the service takes it. `rest` names the side that has the free cards; null: none are free.
 * @param {Hand} hand @param {number} sides @param {number} dealerSide @param {number | null} [rest]
 */
export function body(hand, sides, dealerSide, rest = null) {
  const owners = rest === null ? hand : { ...hand, owners: assigned(hand.owners, pile(hand, null), rest) };
  return {
    ...head(hand),
    mode: "cards",
    sides: Array.from({ length: sides }, (_, side) =>
      hand.half !== null && hand.half !== side ? null : { captured: pile(owners, side), ...marked(hand, side) }),
    ...bonusOf(hand, dealerSide),
  };
}

/**
 * Keep what is certain: per side and category the least of several counts, each of which gave the free cards
 * to another side. Whoever gets the rest, nobody ends with less.
 * @param {Array<Array<Record<string, number>>>} scores
 * @returns {Array<Record<string, number>>}
 */
export function certain(scores) {
  return scores[0].map((first, side) => {
    const least = Object.fromEntries(
      Object.keys(first).map((key) => [key, Math.min(...scores.map((score) => score[side][key]))]),
    );
    least.total = Object.entries(least).reduce((sum, [key, n]) => (key === "total" ? sum : sum + n), 0);
    return least;
  });
}
