/**
 * Compare piles: carte, denari, settebello, primiera, the two scales, re bello, cappotto (RULES 1.3, 8.1-8.7).
 *
 * `rules` is a whole ruleset as JSON holds it: every option of RULES 12 by name.
 */

import { ALL_TEN, DENARI, bitCount, pileOf } from "./cards.js";

/** @typedef {Record<string, any>} Rules */

/** The worth of a missing suit where it disqualifies: no sum of three other suits reaches 0 again. */
const NO_SUIT = -1000;
/** Primiera value of each rank A..K. @type {Record<string, number[]>} */
export const PRIMIERA_VALUES = {
  standard: [16, 12, 13, 14, 15, 18, 21, 10, 10, 10],
  figures_10_9_8: [16, 12, 13, 14, 15, 18, 21, 8, 9, 10],
};
/** @type {Record<string, number>} */
export const CAPPOTTO_POINTS = { win_match: 0, flat_60_opponent_zero: 60, bonus_30: 30, none: 0 };
/** Ranks below J that go on a grande, as bits, nearest first. @type {Record<string, number[]>} */
const EXTENSIONS = { none: [], down_to_7: [6], down_to_6: [6, 5] };
const FIGURES = 0b111 << 7;

/** What a side marks, in the order in which points are told (RULES 9.3). */
export const CATEGORIES = [
  "carte", "denari", "settebello", "primiera", "scope", "buone", "dealer", "piccola", "grande", "re_bello", "cappotto",
];

/** Give the piccola of ten rank bits of denari: 0, or 3 up to `most` (RULES 8.4). @param {number} ranks @param {number} most */
export function piccolaPoints(ranks, most) {
  let run = 0;
  while (run < most && (ranks >> run) & 1) run += 1;
  return run >= 3 ? run : 0;
}

/** Give the grande of ten rank bits of denari: 0, 5 or more (RULES 8.5). @param {number} ranks @param {string} extension */
export function grandePoints(ranks, extension) {
  if ((ranks & FIGURES) !== FIGURES) return 0;
  const gap = EXTENSIONS[extension].findIndex((bit) => !((ranks >> bit) & 1));
  return 5 + (gap < 0 ? EXTENSIONS[extension].length : gap);
}

/**
 * Give the place of the only highest value that is at least `least`, -1 when there is none (RULES 8.1).
 * @param {number[]} values @param {number} [least]
 */
export function soleMost(values, least = 0) {
  const best = Math.max(...values);
  return best >= least && values.filter((value) => value === best).length === 1 ? values.indexOf(best) : -1;
}

/** Say what best ranks 1..10 of each suit, 0 for none, are worth together. @param {number[]} best @param {Rules} rules */
export function primieraOfBest(best, rules) {
  const missing = rules.primiera_missing_suit === "disqualified" ? NO_SUIT : 0;
  const values = [missing, ...PRIMIERA_VALUES[rules.primiera_values]];
  return best.reduce((sum, rank) => sum + values[rank], 0);
}

/** Give the best rank 1..10 of ten rank bits, 0 for none. @param {number} ranks @param {Rules} rules */
export function bestRank(ranks, rules) {
  const values = PRIMIERA_VALUES[rules.primiera_values];
  let best = 0;
  for (let rank = 1; rank <= 10; rank += 1) {
    if ((ranks >> (rank - 1)) & 1 && (!best || values[rank - 1] > values[best - 1])) best = rank;
  }
  return best;
}

/**
 * Give the number by which a pile's primiera is compared; below 0 it is disqualified (RULES 8.3).
 * @param {import("./cards.js").Pile} pile @param {Rules} rules
 */
export function primieraOf(pile, rules) {
  if (rules.primiera_method !== "count_sevens_sixes_aces") {
    return primieraOfBest(pile.map((ranks) => bestRank(ranks, rules)), rules);
  }
  const held = (/** @type {number} */ bit) => pile.filter((ranks) => (ranks >> bit) & 1).length;
  return held(6) * 100 + held(5) * 10 + held(0);
}

/** Say how many scope all sides together can make in play (RULES 4.4). @param {Rules} rules @param {boolean} afterBonus */
export function scopeLimit(rules, afterBonus) {
  const plays = 40 - rules.table_cards - Number(afterBonus) - Number(!rules.last_card_scopa);
  return Math.floor((plays + 1) / 2);
}

/**
 * Score what was measured of each side's pile, one value a side in every list; `denari` are ten rank bits, `primiera`
 * the numbers of `primieraOf`, `scope`, `buone` and `dealer` points (RULES 8).
 * @param {{carte: number[], denari: number[], primiera: number[], scope: number[], buone: number[], dealer: number[]}} measured
 * @param {Rules} rules
 * @returns {{sides: Array<Record<string, number>>, cappotto: number | null, wins_match: number | null}}
 */
export function scoreMeasures({ carte, denari, primiera, scope, buone, dealer }, rules) {
  const [leastCarte, leastDenari] = rules.majority_rule === "threshold" ? [21, 6] : [0, 0];
  const winners = [soleMost(carte, leastCarte), soleMost(denari.map(bitCount), leastDenari), soleMost(primiera)];
  const holder = denari.indexOf(ALL_TEN);
  const flat = holder >= 0 && rules.cappotto === "flat_60_opponent_zero";
  const sides = denari.map((ranks, side) => {
    const cappotto = side === holder ? CAPPOTTO_POINTS[rules.cappotto] : 0;
    const points = flat ? CATEGORIES.map(() => 0) : [
      Number(winners[0] === side),
      Number(winners[1] === side),
      (ranks >> 6) & 1,
      Number(winners[2] === side),
      scope[side],
      buone[side],
      dealer[side],
      piccolaPoints(ranks, rules.piccola_max),
      grandePoints(ranks, rules.grande_extension),
      rules.re_bello ? ranks >> 9 : 0,
      0,
    ];
    points[CATEGORIES.length - 1] = cappotto;
    return scoreRow(points);
  });
  const cappotto = holder < 0 ? null : holder;
  return { sides, cappotto, wins_match: rules.cappotto === "win_match" ? cappotto : null };
}

/** Name the points of a side and add them up. @param {number[]} points one a category @returns {Record<string, number>} */
export function scoreRow(points) {
  return Object.fromEntries([
    ...CATEGORIES.map((name, at) => [name, points[at]]),
    ["total", points.reduce((sum, one) => sum + one, 0)],
  ]);
}

/** Measure the cards of each side. @param {string[][]} piles @param {Rules} rules */
export function measurePiles(piles, rules) {
  const suits = piles.map(pileOf);
  return {
    carte: piles.map((cards) => cards.length),
    denari: suits.map((pile) => pile[DENARI]),
    primiera: suits.map((pile) => primieraOf(pile, rules)),
  };
}
