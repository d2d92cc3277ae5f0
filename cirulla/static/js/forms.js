/**
 * The two quick ways to count a hand of two sides: by counts of the piles, or by the points of a paper sheet.
 *
 * What is known goes along: denari are the grid's own cards, scope and buone those of the sheet. The rest are the
 * fields of `form`, as text: "" is not known. No page, no network in here.
 */

import { RANKS, buone, owner, pile, scope } from "./hand.js";

/** @typedef {import("./hand.js").Hand} Hand */

export const COUNTED_SUITS = ["H", "C", "S"];
export const FLAGS = ["carte", "denari", "settebello", "primiera"];
const PACK = 40;
const DENARI = RANKS.map((rank) => `${rank}D`);
// By worth in the primiera, best first (RULES 1.3).
const BY_PRIMIERA = ["7", "6", "A", "5", "4", "3", "2", "K", "Q", "J"];

/**
 * Change one field; a number of cards of one side is the other's too.
 * @param {Hand} hand @param {string} name @param {string} value @returns {Record<string, string>}
 */
export function formWith(hand, name, value) {
  const form = { ...hand.form, [name]: value };
  const side = /^carte([01])$/.exec(name)?.[1];
  if (side) form[`carte${1 - Number(side)}`] = value === "" ? "" : String(PACK - Number(value));
  return form;
}

/**
 * Say what a field shows: what was typed, else what the grid already tells.
 * @param {Hand} hand @param {string} name @returns {string}
 */
export function shown(hand, name) {
  if (hand.form[name] !== undefined) return hand.form[name];
  const whole = pile(hand, null).length === 0;
  const [, field, side] = /^(\D+)(\d?)$/.exec(name) ?? [];
  if (field === "carte" && side && whole) return String(pile(hand, Number(side)).length);
  if (field === "buone") return String(buone(hand, Number(side)).reduce((sum, mark) => sum + (mark.points ?? 0), 0));
  if (field === "dealer") return String(hand.bonus?.scope ?? 0);
  if (field === "piccola" || field === "grande") return "0";
  if (field === "settebello" && !side) return String(owner(hand, "7D") ?? "");
  if (/^best[HCS]$/.test(field) && whole) return bestOf(hand, Number(side), field[4]) ?? "-";
  return "";
}

/** @param {Hand} hand @param {number} side @param {string} suit @returns {string | null} */
function bestOf(hand, side, suit) {
  return BY_PRIMIERA.find((rank) => owner(hand, rank + suit) === side) ?? null;
}

/** @param {string} text @returns {number | null} */
const number = (text) => (text === "" ? null : Number(text));

/** @param {Hand} hand @param {number} side */
function marks(hand, side) {
  return {
    scope: scope(hand, side),
    buone: buone(hand, side).map(({ seat, cards, matta_as }) => ({ seat, cards, matta_as: matta_as ?? null })),
  };
}

/** @param {Hand} hand */
const head = (hand) => ({ number: hand.number, dealer_seat: hand.dealer });

/**
 * Write the hand by counts. A primiera of which one card is not known is not known at all.
 * @param {Hand} hand
 */
export function countsBody(hand) {
  const sides = [0, 1];
  const told = DENARI.every((card) => owner(hand, card) !== null);
  const best = (/** @type {number} */ side) => COUNTED_SUITS.map((suit) => shown(hand, `best${suit}${side}`));
  const known = told && sides.every((side) => best(side).every((rank) => rank !== ""));
  return {
    ...head(hand),
    mode: "counts",
    sides: sides.map((side) => {
      const [H, C, S] = best(side).map((rank) => (rank === "-" ? null : rank));
      return {
        carte: number(shown(hand, `carte${side}`)),
        denari: told ? DENARI.filter((card) => owner(hand, card) === side) : null,
        primiera: known ? { H, D: bestOf(hand, side, "D"), C, S } : null,
        ...marks(hand, side),
      };
    }),
    ...(hand.bonus && { dealer_bonus: { table: hand.bonus.table, matta_as: hand.bonus.matta_as } }),
  };
}

/**
 * Write the hand by points. @param {Hand} hand @param {number} dealerSide
 */
export function pointsBody(hand, dealerSide) {
  return {
    ...head(hand),
    mode: "points",
    sides: [0, 1].map((side) => ({
      ...Object.fromEntries(FLAGS.map((flag) => [flag, flagOf(shown(hand, flag), side)])),
      piccola: number(shown(hand, `piccola${side}`)),
      grande: number(shown(hand, `grande${side}`)),
      scope: scope(hand, side),
      buone: number(shown(hand, `buone${side}`)),
      dealer: side === dealerSide ? number(shown(hand, "dealer")) : 0,
    })),
  };
}

/** @param {string} holder @param {number} side */
function flagOf(holder, side) {
  return holder === "" ? null : Number(holder === String(side));
}

/**
 * Say how many things are still to be told before the hand can count.
 * @param {Hand} hand @returns {number}
 */
export function missing(hand) {
  if (hand.mode === "points") return FLAGS.filter((flag) => shown(hand, flag) === "").length;
  const fields = [0, 1].flatMap((side) => COUNTED_SUITS.map((suit) => shown(hand, `best${suit}${side}`)));
  const open = [shown(hand, "carte0"), ...fields].filter((value) => value === "").length;
  return open + DENARI.filter((card) => owner(hand, card) === null).length;
}

/**
 * Go on to the next holder of a point: the pen's side, the other, nobody.
 * @param {Hand} hand @param {string} flag @returns {string}
 */
export function nextHolder(hand, flag) {
  const order = [String(hand.pen), String(1 - hand.pen), ...(flag === "settebello" ? [] : ["-"])];
  return order[(order.indexOf(shown(hand, flag)) + 1) % order.length];
}
