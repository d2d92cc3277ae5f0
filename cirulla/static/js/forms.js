/**
 * The two quick ways to count a hand: by counts of the piles, or by the points of a paper sheet.
 *
 * What is known goes along: denari are the grid's own cards, scope and buone those of the sheet. The rest are the
 * fields of `form`, as text: "" is not known. No page, no network in here.
 */

import { RANKS, CODES } from "./engine/cards.js";
import { bonusOf, buone, head, marked, owner, pile, scope } from "./hand.js";

/** @typedef {import("./hand.js").Hand} Hand */

export const COUNTED_SUITS = ["H", "C", "S"];
/** The points of a paper sheet that one side has, or nobody. */
export const FLAGS = ["carte", "denari", "settebello", "primiera"];
const PACK = CODES.length;
export const DENARI = [...RANKS].map((rank) => `${rank}D`);
/** Points of a card that one of the sides has taken for sure. */
const SINGLE = ["settebello", "re_bello"];
/** By worth in the primiera, best first (RULES 1.3). */
const BY_PRIMIERA = ["7", "6", "A", "5", "4", "3", "2", "K", "Q", "J"];

/** Have the sheet tell the re bello where the house plays it (RULES 8.6). @param {{re_bello?: boolean}} rules */
export function playBy(rules) {
  if (rules.re_bello && !FLAGS.includes("re_bello")) FLAGS.push("re_bello");
}

/** @param {number} sides */
const all = (sides) => Array.from({ length: sides }, (_, side) => side);

/** The sides this phone tells of. @param {Hand} hand @param {number} sides */
const told = (hand, sides) => (hand.half === null ? all(sides) : [hand.half]);

/**
 * Change one field. With two sides what one has of a whole pack, or of a suit without its 7, says what the other has.
 * @param {Hand} hand @param {string} name @param {string} value @param {number} sides @returns {Record<string, string>}
 */
export function formWith(hand, name, value, sides) {
  const form = { ...hand.form, [name]: value };
  const [, field, side] = /^(carte|best[HCS])(\d)$/.exec(name) ?? [];
  if (!field || sides !== 2) return form;
  const other = `${field}${1 - Number(side)}`;
  if (field === "carte") delete form[other];
  else if (value && value !== "7") form[other] = "7";
  else if (value === "7" && shown(hand, other, sides) === "7") form[other] = "";
  return form;
}

/**
 * Say what a field shows: what was typed, else what the grid already tells.
 * @param {Hand} hand @param {string} name @param {number} sides @returns {string}
 */
export function shown(hand, name, sides) {
  if (hand.form[name] !== undefined) return hand.form[name];
  const [, field, digit] = /^(\D+)(\d?)$/.exec(name) ?? [];
  const side = Number(digit);
  if (field === "carte" && digit) return carteOf(hand, side, sides);
  if (field === "buone") return String(buone(hand, side).reduce((sum, mark) => sum + (mark.points ?? 0), 0));
  if (field === "dealer") return String(hand.bonus?.scope ?? 0);
  if (field === "piccola" || field === "grande") return "0";
  if (field === "settebello" && !digit) return String(owner(hand, "7D") ?? "");
  if (field === "re_bello" && !digit) return String(owner(hand, "KD") ?? "");
  if (/^best[HCS]$/.test(field) && isWhole(hand)) return bestOf(hand, side, field[4]) ?? "-";
  return "";
}

/** Tell whether the grid says where every card is that this phone tells of. @param {Hand} hand */
const isWhole = (hand) => (hand.half === null ? pile(hand, null).length === 0 : pile(hand, hand.half).some((card) => card[1] !== "D"));

/** @param {Hand} hand @param {number} side @param {number} sides */
function carteOf(hand, side, sides) {
  if (isWhole(hand)) return String(pile(hand, side).length);
  const others = all(sides).filter((other) => other !== side).map((other) => hand.form[`carte${other}`]);
  const known = others.every((text) => text);
  return known ? String(Math.max(0, others.reduce((left, text) => left - Number(text), PACK))) : "";
}

/** @param {Hand} hand @param {number} side @param {string} suit @returns {string | null} */
export function bestOf(hand, side, suit) {
  return BY_PRIMIERA.find((rank) => owner(hand, rank + suit) === side) ?? null;
}

/** @param {string} text @returns {number | null} */
const number = (text) => (text === "" ? null : Number(text));

/**
 * Write the hand by counts. A primiera of which one card is not known is not known at all.
 * @param {Hand} hand @param {number} sides @param {number} dealerSide
 */
export function countsBody(hand, sides, dealerSide) {
  const placed = hand.half !== null || DENARI.every((card) => owner(hand, card) !== null);
  const best = (/** @type {number} */ side) => COUNTED_SUITS.map((suit) => shown(hand, `best${suit}${side}`, sides));
  const known = placed && told(hand, sides).every((side) => best(side).every((rank) => rank !== ""));
  return {
    ...head(hand),
    mode: "counts",
    sides: all(sides).map((side) => {
      if (hand.half !== null && hand.half !== side) return null;
      const [H, C, S] = best(side).map((rank) => (rank === "-" ? null : rank));
      return {
        carte: number(shown(hand, `carte${side}`, sides)),
        denari: placed ? DENARI.filter((card) => owner(hand, card) === side) : null,
        primiera: known ? { H, D: bestOf(hand, side, "D"), C, S } : null,
        ...marked(hand, side),
      };
    }),
    ...bonusOf(hand, dealerSide),
  };
}

/** Write the hand by points. @param {Hand} hand @param {number} sides @param {number} dealerSide */
export function pointsBody(hand, sides, dealerSide) {
  return {
    ...head(hand),
    mode: "points",
    sides: all(sides).map((side) => (hand.half !== null && hand.half !== side ? null : {
      ...Object.fromEntries(FLAGS.map((flag) => [flag, flagOf(hand, shown(hand, flag, sides), side)])),
      piccola: number(shown(hand, `piccola${side}`, sides)),
      grande: number(shown(hand, `grande${side}`, sides)),
      scope: scope(hand, side),
      buone: number(shown(hand, `buone${side}`, sides)),
      dealer: side === dealerSide ? number(shown(hand, "dealer", sides)) : 0,
    })),
  };
}

/** @param {Hand} hand @param {string} holder @param {number} side */
function flagOf(hand, holder, side) {
  if (holder === "") return hand.half === null ? null : 0;
  return Number(holder === String(side));
}

/** Say how many things are still to be told before the hand can count. @param {Hand} hand @param {number} sides */
export function missing(hand, sides) {
  if (hand.mode === "points") return hand.half === null ? FLAGS.filter((flag) => shown(hand, flag, sides) === "").length : 0;
  const open = told(hand, sides).flatMap((side) => COUNTED_SUITS.map((suit) => shown(hand, `best${suit}${side}`, sides)));
  const carte = told(hand, sides).map((side) => shown(hand, `carte${side}`, sides)).filter((value) => value === "").length;
  const free = hand.half === null ? freeDenari(hand).length : 0;
  return open.filter((value) => value === "").length + Math.min(carte, sides === 2 ? 1 : sides) + free;
}

/** @param {Hand} hand */
export const freeDenari = (hand) => DENARI.filter((card) => owner(hand, card) === null);

/**
 * Go on to the next holder of a point: the pen's side, with two sides the other, nobody.
 * @param {Hand} hand @param {string} flag @param {number} sides @returns {string}
 */
export function nextHolder(hand, flag, sides) {
  const others = sides === 2 && hand.half === null ? [String(1 - hand.pen)] : [];
  const order = [String(hand.pen), ...others, ...(SINGLE.includes(flag) && sides === 2 && hand.half === null ? [] : ["-"])];
  return order[(order.indexOf(shown(hand, flag, sides)) + 1) % order.length];
}

/**
 * Give a card of a suit, as its side's best, to the next side: the pen's, the other (who then has the 7), nobody.
 * @param {Hand} hand @param {string} suit @param {string} rank @param {number} sides @returns {Record<string, string>}
 */
export function bestWith(hand, suit, rank, sides) {
  const name = (/** @type {number} */ side) => `best${suit}${side}`;
  const holder = [0, 1].find((side) => shown(hand, name(side), sides) === rank);
  if (holder === undefined) return formWith(hand, name(hand.pen), rank, sides);
  if (hand.half !== null || holder !== hand.pen) return { ...hand.form, [name(0)]: "", [name(1)]: "" };
  const cleared = { ...hand, form: { ...hand.form, [name(0)]: "", [name(1)]: "" } };
  return formWith(cleared, name(1 - hand.pen), rank, sides);
}

/**
 * Fill in the sheet of points from a hand that has been counted otherwise. @param {Hand} hand
 * @param {Array<Record<string, number>>} scored @returns {Record<string, string>}
 */
export function pointsKnown(hand, scored) {
  const holders = FLAGS.map((flag) => [flag, String(scored.findIndex((side) => side[flag]))]);
  const fields = scored.flatMap((side, at) => ["piccola", "grande"].map((name) => [`${name}${at}`, String(side[name])]));
  return { ...hand.form, ...Object.fromEntries([...holders.map(([flag, at]) => [flag, at === "-1" ? "-" : at]), ...fields]) };
}
