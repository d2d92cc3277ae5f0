/** Say what a declaration of three cards is worth, and how many a hand can hold (RULES 5, 6, 8.10). */

import { CODES, RANKS, inOrder, valueOf } from "./cards.js";
import { EngineError } from "./errors.js";

/** @typedef {import("./deck.js").Rules} Rules */
/** @typedef {{cards: string[], matta_as: string | null}} Buona */

const GRANDE = ["JD", "QD", "KD"];
export const MAX_DECINI = 10;

/**
 * Say what three cards are worth in one reading, null when they are no buona (RULES 5.1-5.4, 6.1).
 * @param {Buona} buona @param {Rules} rules @returns {{points: number, kinds: string[]} | null}
 */
export function buonaWorth({ cards, matta_as }, rules) {
  if (cards.length !== 3 || (matta_as && !cards.includes(rules.matta_card))) return null;
  const values = cards.map((card) => (matta_as && card === rules.matta_card ? valueOf(matta_as) : valueOf(card)));
  let low = rules.low_hand_points > 0 && values[0] + values[1] + values[2] <= rules.low_hand_max;
  let points = 0;
  const kinds = [];
  if (values[0] === values[1] && values[1] === values[2]) {
    if (low && rules.low_triple === "fixed_3") return { points: 3, kinds: ["decino"] };
    if (rules.triple_points) {
      points = rules.triple_points;
      kinds.push("decino");
      low &&= rules.low_triple === "sum_both";
    }
  }
  if (low) {
    points += rules.low_hand_points;
    kinds.push("barsega");
  }
  if (rules.grande_in_hand_points && GRANDE.every((card) => cards.includes(card))) {
    points += rules.grande_in_hand_points;
    kinds.push("grande_in_mano");
  }
  return kinds.length ? { points, kinds } : null;
}

/**
 * Say what a declaration is worth; throws `not_three_cards`, `matta_not_held`, `not_a_buona` with `pointer`.
 * @param {Buona} buona @param {Rules} rules @param {string} pointer
 */
export function declaredWorth(buona, rules, pointer) {
  const worth = buonaWorth(buona, rules);
  if (worth) return worth;
  const { cards, matta_as } = buona;
  if (cards.length !== 3) throw new EngineError("not_three_cards", "A declaration shows three cards.", `${pointer}/cards`);
  if (matta_as && !cards.includes(rules.matta_card)) {
    throw new EngineError("matta_not_held", "The matta that is given a value is not among the cards.", `${pointer}/matta_as`);
  }
  const reading = matta_as ? ` with ${rules.matta_card} as ${matta_as}` : "";
  throw new EngineError("not_a_buona", `${inOrder(cards).join(" ")}${reading} is no buona under this ruleset.`, `${pointer}/cards`);
}

/**
 * List every reading in which three cards are a buona: as printed first, then by the matta's value A..K (RULES 6).
 * @param {string[]} cards @param {Rules} rules
 * @returns {Array<{matta_as: string | null, points: number, kinds: string[]}>}
 */
export function buonaReadings(cards, rules) {
  const values = cards.includes(rules.matta_card) ? [...RANKS].filter((rank) => rank !== rules.matta_card[0]) : [];
  return [null, ...values].flatMap((matta_as) => {
    const worth = buonaWorth({ cards, matta_as }, rules);
    return worth ? [{ matta_as, ...worth }] : [];
  });
}

/**
 * List how many cards each player gets in each deal, empty when the pack is not dealt out so (RULES 2.3).
 * @param {Rules} rules @param {number} seats
 */
export function deals(rules, seats) {
  let left = 40 - rules.table_cards;
  /** @type {number[]} */
  const sizes = [];
  while (left > 0) {
    sizes.push(rules.deal_sizes[Math.min(sizes.length, rules.deal_sizes.length - 1)]);
    left -= sizes[sizes.length - 1] * seats;
  }
  return left ? [] : sizes;
}

/** @param {Rules} rules @param {number} sides @returns {number[]} */
const seatings = (rules, sides) =>
  rules.players.filter((/** @type {number} */ seats) => seats === sides || (seats === 4 && sides === 2));

/**
 * Say how many declarations one side and all together can make in a hand (RULES 5.6).
 * @param {Rules} rules @param {number} sides @returns {[number, number]}
 */
export function declarationsLimit(rules, sides) {
  const pack = Math.floor((40 - rules.table_cards) / 3);
  const each = seatings(rules, sides)
    .map((seats) => ({ seats, sizes: deals(rules, seats) }))
    .filter(({ sizes }) => sizes.length)
    .map(({ seats, sizes }) => Math.floor((sizes.reduce((sum, size) => sum + Math.floor(size / 3), 0) * seats) / sides));
  const side = each.length ? Math.max(...each) : pack;
  return [side, Math.min(side * sides, pack)];
}

/**
 * Say how many knocks of the last deal one side and all together can mark (RULES 8.10).
 * @param {Rules} rules @param {number} sides @returns {[number, number]}
 */
export function knocksLimit(rules, sides) {
  const each = seatings(rules, sides).filter((seats) => deals(rules, seats).at(-1) === 1).map((seats) => Math.floor(seats / sides));
  const side = Math.max(0, ...each);
  const values = Math.min(rules.last_deal_low_card_max, 10);
  return [Math.min(side, values), Math.min(side * sides, values)];
}

/** Say how many disjoint barseghe one pack holds, 7 under the usual rules (RULES 5.6). @param {Rules} rules */
export function maxBarseghe(rules) {
  const values = CODES.map((code) => (code === rules.matta_card ? 1 : valueOf(code))).sort((a, b) => a - b);
  // The cheapest cards decide: a dearer one never helps.
  for (let count = 13; count > 0; count -= 1) {
    if (splits(values.slice(0, 3 * count), rules.low_hand_max)) return Math.min(count, 12);
  }
  return 0;
}

/** @param {number[]} values in rising order @param {number} most @returns {boolean} */
function splits(values, most) {
  if (!values.length) return true;
  const rest = values.slice(0, -1);
  const top = values[values.length - 1];
  const tried = new Set();
  // The dearest card with the dearest partner that still leaves room is tried first.
  for (let second = rest.length - 1; second > 0; second -= 1) {
    for (let first = second - 1; first >= 0; first -= 1) {
      const pair = `${rest[first]} ${rest[second]}`;
      if (rest[first] + rest[second] + top > most || tried.has(pair)) continue;
      tried.add(pair);
      if (splits(rest.filter((_, at) => at !== first && at !== second), most)) return true;
    }
  }
  return false;
}
