/** Say what a paper sheet's points can be, and whether they fit one pack together (CONTRACT 2, `points`; RULES 5, 7, 8). */

import { MAX_DECINI, declarationsLimit, knocksLimit, maxBarseghe } from "./buone.js";
import { ALL_TEN, bitCount } from "./cards.js";
import { grandePoints, piccolaPoints } from "./deck.js";

/** @typedef {import("./deck.js").Rules} Rules */
/** @typedef {Record<string, number | null | undefined>} Claim points by name; null or missing: not known */

const EVERY = Array.from({ length: ALL_TEN + 1 }, (_, ranks) => ranks);
const FEW_FIRST = [...EVERY].sort((a, b) => bitCount(a) - bitCount(b));
const MANY_FIRST = [...EVERY].sort((a, b) => bitCount(b) - bitCount(a));

/** @param {number[]} values */
const distinct = (values) => [...new Set(values)].sort((a, b) => a - b);

/**
 * Work out once for a ruleset what is asked for after every tap.
 * @template T @param {(rules: Rules, sides: number) => T} work @returns {(rules: Rules, sides?: number) => T}
 */
function once(work) {
  /** @type {WeakMap<Rules, Map<number, T>>} */
  const known = new WeakMap();
  return (rules, sides = 0) => {
    const found = known.get(rules) ?? new Map();
    known.set(rules, found);
    if (!found.has(sides)) found.set(sides, work(rules, sides));
    return /** @type {T} */ (found.get(sides));
  };
}

export const piccolaValues = once((rules) => distinct(EVERY.map((ranks) => piccolaPoints(ranks, rules.piccola_max))));

export const grandeValues = once((rules) => distinct(EVERY.map((ranks) => grandePoints(ranks, rules.grande_extension))));

/** @param {Rules} rules @returns {number[]} */
export const dealerValues = (rules) => distinct([0, rules.table_low_bonus, .../** @type {number[]} */ (Object.values(rules.table_bonus))]);

/** Give the sums that declarations and knocks of one side, and of all together, can add up to (RULES 5, 8.10). */
export const buoneSums = once((rules, sides) => {
  const [each, together] = declarationsLimit(rules, sides);
  const [knocks, allKnocks] = knocksLimit(rules, sides);
  return [sumsOf(rules, each, knocks), sumsOf(rules, together, allKnocks)];
});

/** @param {Rules} rules @param {number} declarations @param {number} knocks */
function sumsOf(rules, declarations, knocks) {
  const { low_hand_points: low, triple_points: triple, low_triple: both, grande_in_hand_points: grande } = rules;
  const lowRanks = Math.min(Math.floor(rules.low_hand_max / 3), 10);
  const kinds = [[low, low ? maxBarseghe(rules) : 0], [triple, triple ? MAX_DECINI : 0]];
  if (both === "fixed_3" && low) kinds.push([3, lowRanks]);
  if (both === "sum_both" && low && triple) kinds.push([low + triple, lowRanks]);
  kinds.push([grande, grande ? 1 : 0]);
  // By number of declarations made so far: sums that can be reached.
  let reached = new Map([[0, new Set([0])]]);
  for (const [points, most] of kinds) {
    /** @type {Map<number, Set<number>>} */
    const longer = new Map();
    for (const [made, sums] of reached) {
      for (let more = 0; more <= Math.min(most, declarations - made); more += 1) {
        const into = longer.get(made + more) ?? new Set();
        for (const sum of sums) into.add(sum + more * points);
        longer.set(made + more, into);
      }
    }
    reached = longer;
  }
  /** @type {Set<number>} */
  const all = new Set();
  for (const sums of reached.values()) {
    for (const sum of sums) {
      for (let knocked = 0; knocked <= knocks; knocked += 1) all.add(sum + knocked * rules.last_deal_low_card_points);
    }
  }
  return all;
}

/** @param {number | null | undefined} claimed @param {number} value */
const agrees = (claimed, value) => claimed === null || claimed === undefined || claimed === value;

/**
 * Give two ways of sharing out the ten denari that agree with every claim, none when there is none; each way holds the
 * rank bits of every side. A single one is the only one (RULES 8.1, 8.2, 8.4-8.7).
 * @param {Claim[]} claims @param {Rules} rules @returns {number[][]}
 */
export function denariFit(claims, rules) {
  const able = claims.map((claim) => ableSets(claim, rules));
  const order = claims.map((_, side) => side).sort((a, b) => able[a].length - able[b].length);
  const last = new Set(able[order[order.length - 1]]);
  /** @type {number[][]} */
  const found = [];
  /** @type {number[]} */
  const shared = [];
  const share = (/** @type {number} */ left, /** @type {number} */ place) => {
    const side = order[place];
    if (place === order.length - 1) {
      if (!last.has(left)) return;
      shared[side] = left;
      if (majorityAgrees(shared, claims, rules)) found.push([...shared]);
      return;
    }
    for (const ranks of able[side]) {
      if (ranks & ~left) continue;
      shared[side] = ranks;
      share(left ^ ranks, place + 1);
      if (found.length === 2) return;
    }
  };
  share(ALL_TEN, 0);
  return found;
}

/** List the sets of denari that a side with this claim can hold. @param {Claim} claim @param {Rules} rules */
function ableSets(claim, rules) {
  const disqualifies = rules.primiera_method !== "count_sevens_sixes_aces" && rules.primiera_missing_suit === "disqualified";
  const needsDenaro = claim.primiera === 1 && disqualifies;
  // Many cards first where most are claimed: a way is found sooner.
  return (claim.denari === 1 ? MANY_FIRST : FEW_FIRST).filter((ranks) =>
    agrees(claim.piccola, piccolaPoints(ranks, rules.piccola_max)) &&
    agrees(claim.grande, grandePoints(ranks, rules.grande_extension)) &&
    agrees(claim.settebello, (ranks >> 6) & 1) &&
    (!rules.re_bello || agrees(claim.re_bello, ranks >> 9)) &&
    agrees(claim.cappotto, Number(ranks === ALL_TEN)) &&
    (ranks || !needsDenaro));
}

/** @param {number[]} shared @param {Claim[]} claims @param {Rules} rules */
function majorityAgrees(shared, claims, rules) {
  const counts = shared.map(bitCount);
  const most = Math.max(...counts);
  const least = rules.majority_rule === "threshold" ? 6 : 0;
  const alone = most >= least && counts.filter((count) => count === most).length === 1;
  return claims.every((claim, side) => agrees(claim.denari, Number(alone && counts[side] === most)));
}
