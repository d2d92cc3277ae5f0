/**
 * Check what was counted of the piles by hand, and measure it as far as it is known (CONTRACT 2, `counts`).
 *
 * A count is `{carte, denari, best}`: a number of cards, ten rank bits, the best rank 1..10 of each suit H D C S or 0;
 * each null where it is not known.
 */

import { ALL_TEN, RANKS, SUITS, bitCount, codesOf } from "./cards.js";
import { PRIMIERA_VALUES, bestRank, primieraOfBest } from "./deck.js";
import { refusal } from "./errors.js";

/** @typedef {import("./deck.js").Rules} Rules */
/** @typedef {{carte: number | null, denari: number | null, best: number[] | null}} Count */

/**
 * Refuse counts that cannot come from one pack; null stands for a side still to be entered. Throws `impossible_count`
 * and `inconsistent` (one side against itself), `bad_sum`, `duplicate_card`, `missing_card`, `both_sides`, `nobody`.
 * @param {Array<Count | null>} counts @param {Rules} rules
 */
export function refuseImpossible(counts, rules) {
  counts.forEach((count, side) => count && refuseSide(side, count, rules));
  refuseCarte(counts);
  refuseDenari(counts);
  refuseBest(counts);
  refuseRoom(counts, rules);
}

/** @param {number} side @param {Count} count @param {Rules} rules */
function refuseSide(side, { carte, denari, best }, rules) {
  const at = `/sides/${side}`;
  if (carte !== null && carte > 40) throw refusal("impossible_count", "The pack has 40 cards.", [`${at}/carte`]);
  if (denari !== null && best !== null) {
    const values = [0, ...PRIMIERA_VALUES[rules.primiera_values]];
    if (values[best[1]] !== values[bestRank(denari, rules)]) {
      throw refusal("inconsistent", "The best denari and the list of denari differ.", [`${at}/primiera/D`, `${at}/denari`]);
    }
  }
  if (carte === null) return;
  const suits = (best ?? []).filter((rank, suit) => rank && suit !== 1).length;
  const least = suits + (denari !== null ? bitCount(denari) : Number(Boolean(best?.[1])));
  if (carte < least) {
    const fields = [`${at}/carte`, ...(denari ? [`${at}/denari`] : []), ...(suits ? [`${at}/primiera`] : [])];
    throw refusal("inconsistent", `These are at least ${least} cards, not ${carte}.`, fields);
  }
}

/** @template T @param {Array<Count | null>} counts @param {(count: Count) => T | null} read @returns {Array<[number, T]>} */
function known(counts, read) {
  return counts.flatMap((count, side) => {
    const value = count && read(count);
    return value === null ? [] : [/** @type {[number, T]} */ ([side, value])];
  });
}

/** @param {Array<Count | null>} counts */
function refuseCarte(counts) {
  const told = known(counts, (count) => count.carte);
  const total = told.reduce((sum, [, carte]) => sum + carte, 0);
  if (total > 40 || (told.length === counts.length && total !== 40)) {
    throw refusal("bad_sum", `The sides have ${total} cards, the pack has 40.`, told.map(([side]) => `/sides/${side}/carte`));
  }
}

/** @param {Array<Count | null>} counts */
function refuseDenari(counts) {
  const told = known(counts, (count) => count.denari);
  let seen = 0;
  let double = 0;
  for (const [, ranks] of told) {
    double |= seen & ranks;
    seen |= ranks;
  }
  if (double) {
    const cards = codesOf(double, "D");
    const fields = told.filter(([, ranks]) => ranks & double).map(([side]) => `/sides/${side}/denari`);
    throw refusal("duplicate_card", `${cards.join(" ")} cannot be in two piles.`, fields, { cards });
  }
  if (told.length === counts.length && seen !== ALL_TEN) {
    const cards = codesOf(ALL_TEN & ~seen, "D");
    throw refusal("missing_card", `${cards.join(" ")} in no pile.`, told.map(([side]) => `/sides/${side}/denari`), { cards });
  }
}

/** @param {Array<Count | null>} counts */
function refuseBest(counts) {
  const told = known(counts, (count) => count.best);
  [...SUITS].forEach((letter, suit) => {
    const fields = (/** @type {Array<[number, number[]]>} */ holders) => holders.map(([side]) => `/sides/${side}/primiera/${letter}`);
    for (let rank = 1; rank <= 10; rank += 1) {
      const holders = told.filter(([, best]) => best[suit] === rank);
      if (holders.length > 1) throw refusal("both_sides", `There is one ${RANKS[rank - 1]}${letter}.`, fields(holders));
    }
    if (told.length === counts.length && told.every(([, best]) => best[suit] !== 7)) {
      throw refusal("nobody", `Some side has the 7${letter}.`, fields(told));
    }
  });
}

/** Refuse numbers of cards that no distribution with these best ranks and denari can give. @param {Array<Count | null>} counts @param {Rules} rules */
function refuseRoom(counts, rules) {
  const told = known(counts, (count) => count.best);
  if (told.length < counts.length) return;
  const low = counts.map(() => 0);
  const high = counts.map(() => 0);
  for (let suit = 0; suit < 4; suit += 1) {
    suitRoom(told.map(([, best]) => best[suit]), rules).forEach(([least, most], side) => {
      const exact = suit === 1 ? counts[side]?.denari ?? null : null;
      low[side] += exact === null ? least : bitCount(exact);
      high[side] += exact === null ? most : bitCount(exact);
    });
  }
  counts.forEach((count, side) => {
    const carte = count?.carte ?? null;
    if (carte === null || (low[side] <= carte && carte <= high[side])) return;
    const detail = `With these best cards this side has ${low[side]} to ${high[side]} cards, not ${carte}.`;
    throw refusal("inconsistent", detail, [`/sides/${side}/carte`, `/sides/${side}/primiera`]);
  });
}

/** Give the least and the most cards of one suit that each side can have. @param {number[]} best @param {Rules} rules @returns {Array<[number, number]>} */
function suitRoom(best, rules) {
  const values = [0, ...PRIMIERA_VALUES[rules.primiera_values]];
  return best.map((own, side) => {
    if (!own) return [0, 0];
    let least = 0;
    let most = 0;
    for (let rank = 1; rank <= 10; rank += 1) {
      if (rank !== own && best.includes(rank)) continue;
      const able = rank === own ? [side] : best.flatMap((top, other) => (top && values[rank] <= values[top] ? [other] : []));
      most += Number(able.includes(side));
      least += Number(able.length === 1 && able[0] === side);
    }
    return [least, most];
  });
}

/**
 * Give the numbers by which primiere are compared. Under `count_sevens_sixes_aces` an ace may lie hidden beneath a better
 * card of its suit: where it could decide, the answer is null.
 * @param {number[][]} best @param {Rules} rules @returns {number[] | null}
 */
export function primieraNumbers(best, rules) {
  if (rules.primiera_method !== "count_sevens_sixes_aces") return best.map((side) => primieraOfBest(side, rules));
  const ahead = best.map((side) => 100 * side.filter((rank) => rank === 7).length);
  const aces = best.map(() => 0);
  const unsure = best.map(() => 0);
  for (let suit = 0; suit < 4; suit += 1) {
    const tops = best.map((side) => side[suit]);
    ahead[tops.indexOf(tops.includes(6) ? 6 : 7)] += 10;
    const hiding = tops.includes(1) ? [tops.indexOf(1)] : tops.flatMap((top, side) => (top === 6 || top === 7 ? [side] : []));
    for (const side of hiding) (hiding.length === 1 ? aces : unsure)[side] += 1;
  }
  const leaders = ahead.flatMap((number, side) => (number === Math.max(...ahead) ? [side] : []));
  return leaders.length > 1 && leaders.some((side) => unsure[side]) ? null : ahead.map((number, side) => number + aces[side]);
}
