/** Take a hand as the service has it back into the form in which the page holds one. No page, no network in here. */

import { buonaWorth } from "./engine/buone.js";
import { CODES } from "./engine/cards.js";
import { bonusScope } from "./engine/table.js";
import { FLAGS } from "./forms.js";
import { fresh } from "./hand.js";

/** @typedef {import("./hand.js").Hand} Hand */
/**
 * @typedef {{id: string, number: number, dealer_seat: number, mode?: string, entry: Record<string, any>,
 *   score?: {sides: Array<Record<string, number>>} | null}} Doc
 */

const COUNTABLE = ["cards", "counts", "points"];

/**
 * Build the hand that a stored entry tells; the page cannot show single plays: of a hand told by them its points.
 * @param {Doc} doc @param {import("./engine/deck.js").Rules} rules @param {number} pen @param {(kinds: string[]) => string} named
 * @returns {Hand}
 */
export function handOf(doc, rules, pen, named) {
  const { entry } = doc;
  const hand = fresh({ id: doc.id, number: doc.number, dealer: doc.dealer_seat, pen });
  if (entry.mode === "opening") return { ...hand, end: { mode: "opening", table: entry.table } };
  if (entry.mode === "claim") return { ...hand, end: { mode: "claim", cappotto: entry.cappotto } };
  if (entry.mode === "plays" && doc.score) return handOfPoints(hand, doc.score.sides, rules, named);
  if (!COUNTABLE.includes(entry.mode)) return hand;
  /** @type {Array<Record<string, any> | null>} */
  const sides = entry.sides;
  const bonus = entry.dealer_bonus && { ...entry.dealer_bonus, scope: bonusScope(entry.dealer_bonus.table, entry.dealer_bonus.matta_as, rules) };
  return {
    ...hand,
    mode: entry.mode,
    owners: ownersOf(sides),
    marks: sides.flatMap((side, at) => marksOf(side, at, rules, named)),
    bonus: bonus ?? null,
    form: entry.mode === "counts" ? countsForm(sides) : entry.mode === "points" ? pointsForm(sides) : {},
  };
}

/**
 * Fill the sheet of points with what a hand was worth.
 * @param {Hand} hand @param {Array<Record<string, number>>} scored @param {import("./engine/deck.js").Rules} rules
 * @param {(kinds: string[]) => string} named @returns {Hand}
 */
const handOfPoints = (hand, scored, rules, named) => ({
  ...hand, mode: "points", marks: scored.flatMap((side, at) => marksOf(side, at, rules, named)), form: pointsForm(scored),
});

/** @param {Array<Record<string, any> | null>} sides */
function ownersOf(sides) {
  const marks = CODES.map((code) => String(1 + sides.findIndex((side) => (side?.captured ?? side?.denari ?? []).includes?.(code))));
  const rest = sides.findIndex((side) => side?.captured === "rest");
  return marks.map((mark) => (mark === "0" && rest >= 0 ? String(rest + 1) : mark)).join("");
}

/** @param {Record<string, any> | null} side @param {number} at @param {import("./engine/deck.js").Rules} rules @param {(kinds: string[]) => string} named @returns {import("./hand.js").Mark[]} */
function marksOf(side, at, rules, named) {
  const plain = (/** @type {"scopa" | "knock"} */ kind, /** @type {number} */ count) =>
    Array.from({ length: count }, () => ({ kind, side: at, at: "" }));
  const buone = Array.isArray(side?.buone) ? side.buone : [];
  return [
    ...plain("scopa", side?.scope ?? 0),
    ...plain("knock", side?.knocks ?? 0),
    ...buone.map((/** @type {any} */ buona) => {
      const worth = buonaWorth(buona, rules);
      const told = worth ? { points: worth.points, name: named(worth.kinds) } : {};
      return { kind: /** @type {const} */ ("buona"), side: at, at: "", ...told, ...buona };
    }),
  ];
}

/** @param {unknown} value */
const text = (value) => (value === null || value === undefined ? "" : String(value));

/** @param {Array<Record<string, any> | null>} sides @returns {Record<string, string>} */
function countsForm(sides) {
  return Object.fromEntries(sides.flatMap((side, at) => [
    [`carte${at}`, text(side?.carte)],
    ...["H", "C", "S"].map((suit) => [`best${suit}${at}`, side?.primiera ? (side.primiera[suit] ?? "-") : ""]),
  ]));
}

/** @param {Array<Record<string, any> | null>} sides @returns {Record<string, string>} */
function pointsForm(sides) {
  const holders = FLAGS.map((flag) => {
    const holder = sides.findIndex((side) => side?.[flag]);
    return [flag, holder >= 0 ? String(holder) : sides.some((side) => side?.[flag] === null) ? "" : "-"];
  });
  const fields = sides.flatMap((side, at) => ["piccola", "grande", "buone"].map((name) => [`${name}${at}`, text(side?.[name])]));
  return Object.fromEntries([...holders, ...fields, ["dealer", text(Math.max(0, ...sides.map((side) => side?.dealer ?? 0)))]]);
}
