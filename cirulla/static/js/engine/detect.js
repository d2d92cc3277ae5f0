/**
 * Ask about what is possible and yet hardly ever happens: values that less than one hand in a thousand has (RULES 4.4, 5.6, 8.9).
 *
 * `odds` holds, by measure, how often each value was counted in simulated hands; a measure that is not there is not judged.
 */

import { buonaWorth } from "./buone.js";
import { CODES } from "./cards.js";
import { bonusScope } from "./table.js";

/** @typedef {{message_key: string, side: number | null, value: number}} Doubt */
/** @typedef {Record<string, number[]>} Odds */

const RARE = 0.001;

/**
 * List what is worth asking about in a body that `scoreEntry` accepts; nothing while a side is open.
 * @param {Record<string, any>} body @param {import("./deck.js").Rules} rules @param {Odds} odds @returns {Doubt[]}
 */
export function doubtsOf(body, rules, odds) {
  const sides = body.sides ?? [];
  if (!sides.length || sides.includes(null)) return [];
  const measures = (body.mode === "points" ? sheetMeasures : pileMeasures)(body, rules);
  /** @type {Doubt[]} */
  const doubts = [];
  (measures.scope ?? []).forEach((value, side) => {
    if (2 * value > (measures.carte?.[side] ?? Infinity)) doubts.push({ message_key: "scope_beyond_cards", side, value });
  });
  for (const [name, values] of Object.entries(measures)) {
    const rare = values.flatMap((value, side) => (tail(odds[name], value) < RARE ? [{ message_key: `many_${name}`, side, value }] : []));
    const all = values.reduce((sum, value) => sum + value, 0);
    if (!rare.length && tail(odds[`${name}_in_all`], all) < RARE) rare.push({ message_key: `many_${name}_in_all`, side: /** @type {any} */ (null), value: all });
    doubts.push(...rare);
  }
  return doubts;
}

/** Give the share of counted values that are `value` or more, 1 where nothing was counted. @param {number[] | undefined} counts @param {number} value */
function tail(counts, value) {
  const sum = (/** @type {number[]} */ numbers) => numbers.reduce((all, one) => all + one, 0);
  return counts?.length ? sum(counts.slice(value)) / sum(counts) : 1;
}

/** @param {Record<string, any>} body @param {import("./deck.js").Rules} rules @returns {Record<string, number[]>} */
function pileMeasures({ mode, sides, dealer_bonus }, rules) {
  const listed = sides.flatMap((/** @type {any} */ side) => (Array.isArray(side.captured) ? side.captured : []));
  const cards = (/** @type {any} */ side) =>
    side.captured === "rest" ? CODES.filter((code) => !listed.includes(code)) : side.captured;
  const kinds = (/** @type {string} */ kind) => sides.map((/** @type {any} */ side) =>
    side.buone.filter((/** @type {any} */ buona) => buonaWorth(buona, rules)?.kinds.includes(kind)).length);
  const counted = mode === "counts";
  /** @type {Record<string, number[]>} */
  const measures = {
    carte: sides.map((/** @type {any} */ side) => (counted ? side.carte : cards(side).length)),
    denari: sides.map((/** @type {any} */ side) =>
      (counted ? side.denari : cards(side)).filter((/** @type {string} */ card) => card[1] === "D").length),
    scope: sides.map((/** @type {any} */ side) => side.scope),
    barseghe: kinds("barsega"),
    decini: kinds("decino"),
  };
  if (counted) return measures;
  const bonus = dealer_bonus ? bonusScope(dealer_bonus.table, dealer_bonus.matta_as, rules) : 0;
  const holder = sides.findIndex((/** @type {any} */ side) => dealer_bonus?.table.every((/** @type {string} */ card) => cards(side).includes(card)));
  const marked = sides.map((/** @type {any} */ side, /** @type {number} */ at) => side.scope + (at === holder ? bonus : 0) +
    side.buone.reduce((/** @type {number} */ sum, /** @type {any} */ buona) => sum + (buonaWorth(buona, rules)?.points ?? 0), 0));
  return { ...measures, marked };
}

/** @param {Record<string, any>} body @returns {Record<string, number[]>} */
function sheetMeasures({ sides }) {
  const apart = ["scope", "buone", "dealer"];
  return {
    scope: sides.map((/** @type {any} */ side) => side.scope),
    marked: sides.map((/** @type {any} */ side) => apart.reduce((sum, name) => sum + (side[name] ?? 0), 0)),
  };
}
