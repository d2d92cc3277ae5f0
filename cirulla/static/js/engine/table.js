/** Say what the opening table means: a match won, a redeal, the dealer's bonus, or simply play (RULES 2.4, 7). */

import { RANKS, sumOf, valueOf } from "./cards.js";

/** @typedef {import("./deck.js").Rules} Rules */

const REDEALS_THAT_LOSE = 3;

/**
 * Give the scope that the dealer marks for a table, 0 when it is worth none; the matta read as `mattaAs`, null as printed.
 * @param {string[]} table @param {string | null} mattaAs @param {Rules} rules
 */
export function bonusScope(table, mattaAs, rules) {
  const total = sumOf(table) + (mattaAs ? valueOf(mattaAs) - valueOf(rules.matta_card) : 0);
  const low = total <= rules.table_low_max ? rules.table_low_bonus : 0;
  return Math.max(low, rules.table_bonus[total] ?? 0);
}

/** @param {string[]} table @returns {number} */
const mostOfARank = (table) => Math.max(0, ...[...RANKS].map((rank) => table.filter((card) => card[0] === rank).length));

/** @param {string[]} table @param {Rules} rules */
function isCapotun(table, rules) {
  if (rules.table_four_of_a_kind === "none") return false;
  if (mostOfARank(table) >= 4) return true;
  const matta = rules.matta_card;
  if (rules.table_four_of_a_kind === "natural" || !table.includes(matta)) return false;
  return mostOfARank(table.filter((card) => card[0] !== matta[0])) >= 3;
}

/**
 * Give the reading of a table with most points: among equal ones as printed, then the lowest rank (RULES 7.1).
 * @param {string[]} table @param {Rules} rules @returns {{scope: number, matta_as: string | null}}
 */
function bestBonus(table, rules) {
  /** @type {{scope: number, matta_as: string | null}} */
  let best = { scope: bonusScope(table, null, rules), matta_as: null };
  for (const rank of table.includes(rules.matta_card) ? RANKS : "") {
    const scope = bonusScope(table, rank, rules);
    if (scope > best.scope) best = { scope, matta_as: rank };
  }
  return best;
}

/**
 * Judge the opening cards in the order of RULES 2.4. `outcome` is `play`, `redeal`, `dealer_bonus`, `dealer_wins_match`
 * or `dealer_loses_match`; `redealsBefore` counts the redeals in a row by this dealer.
 * @param {string[]} table @param {Rules} rules @param {number} [redealsBefore]
 * @returns {{outcome: string, scope: number, matta_as: string | null}}
 */
export function opening(table, rules, redealsBefore = 0) {
  const nothing = { scope: 0, matta_as: null };
  if (isCapotun(table, rules)) return { outcome: "dealer_wins_match", ...nothing };
  const bonus = bestBonus(table, rules);
  const aces = table.filter((card) => card[0] === "A").length >= 2;
  const aced = aces && (rules.redeal_two_aces === "always" || (rules.redeal_two_aces === "unless_dealer_bonus" && !bonus.scope));
  if (aced || (rules.redeal_three_of_a_kind && mostOfARank(table) >= 3)) {
    const lost = rules.three_redeals_lose && redealsBefore >= REDEALS_THAT_LOSE - 1;
    return { outcome: lost ? "dealer_loses_match" : "redeal", ...nothing };
  }
  return bonus.scope ? { outcome: "dealer_bonus", ...bonus } : { outcome: "play", ...nothing };
}
