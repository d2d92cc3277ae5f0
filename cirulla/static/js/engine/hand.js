/** Score one counted hand, card by card, or say what no hand can hold (RULES 4.4, 5.6, 7, 8). */

import { declarationsLimit, declaredWorth, knocksLimit } from "./buone.js";
import { CODES, inOrder } from "./cards.js";
import { measurePiles, scopeLimit, scoreMeasures } from "./deck.js";
import { EngineError, refusal } from "./errors.js";
import { bonusScope, opening } from "./table.js";

/** @typedef {import("./deck.js").Rules} Rules */
/** @typedef {import("./buone.js").Buona} Buona */
/**
 * @typedef {{cards: string[], scope: number, buone: Buona[], knocks: number}} SidePile
 * @typedef {{side: number, table: string[], matta_as: string | null}} Dealer
 */

/** Throw `too_many_scope` for more than a hand can hold. @param {number[]} scope @param {Rules} rules @param {boolean} afterBonus */
export function refuseScope(scope, rules, afterBonus) {
  const limit = scopeLimit(rules, afterBonus);
  const all = scope.reduce((sum, count) => sum + count, 0);
  if (all <= limit) return;
  const fields = scope.flatMap((count, side) => (count ? [`/sides/${side}/scope`] : []));
  throw refusal("too_many_scope", `${all} scope are more than the ${limit} a hand can hold.`, fields, { limit });
}

/**
 * Throw `too_many_buone` when a side or all of them have more than allowed.
 * @param {number[]} counts @param {[number, number]} limits @param {string} field
 */
function refuseCount(counts, [each, together], field) {
  let over = counts.flatMap((count, side) => (count > each ? [side] : []));
  if (!over.length && counts.reduce((sum, count) => sum + count, 0) > together) {
    over = counts.flatMap((count, side) => (count ? [side] : []));
  }
  if (!over.length) return;
  const detail = `A hand holds at most ${each} ${field} of one side and ${together} in all.`;
  const fields = over.map((side) => `/sides/${side}/${field}`);
  throw refusal("too_many_buone", detail, fields, { limit: together, limit_of_a_side: each });
}

/** @param {number[]} counts @param {Rules} rules */
export const refuseDeclarations = (counts, rules) => refuseCount(counts, declarationsLimit(rules, counts.length), "buone");

/** @param {number[]} counts @param {Rules} rules */
export const refuseKnocks = (counts, rules) => refuseCount(counts, knocksLimit(rules, counts.length), "knocks");

/**
 * Give the scope of a bonus that was taken; throws `bad_request`, `matta_not_held`, `no_dealer_bonus` (RULES 7).
 * @param {string[]} table @param {string | null} mattaAs @param {Rules} rules
 */
export function dealerBonusPoints(table, mattaAs, rules) {
  if (table.length !== rules.table_cards) {
    throw new EngineError("bad_request", `The opening table has ${rules.table_cards} cards.`, "/dealer_table");
  }
  if (mattaAs && !table.includes(rules.matta_card)) {
    throw new EngineError("matta_not_held", "The matta is not on the opening table.", "/dealer_matta_as");
  }
  const points = bonusScope(table, mattaAs, rules);
  if (!points || opening(table, rules).outcome !== "dealer_bonus") {
    throw new EngineError("no_dealer_bonus", `${inOrder(table).join(" ")} is worth no bonus in this reading.`, "/dealer_table");
  }
  return points;
}

/** @param {Dealer} dealer @param {string[]} pile @param {Rules} rules */
function refuseTableNotTaken({ table }, pile, rules) {
  const missing = inOrder(table.filter((card) => !pile.includes(card)));
  if (missing.length && table.length === rules.table_cards) {
    const detail = `The dealer's side does not hold ${missing.join(" ")} of the table it took.`;
    throw new EngineError("dealer_table_not_taken", detail, "/dealer_table", { cards: missing });
  }
}

/** Throw `duplicate_card` or `missing_card` when piles together are not the 40 cards. @param {string[][]} piles */
export function refuseOtherThanTheDeck(piles) {
  const all = piles.flat();
  const double = CODES.filter((code) => all.indexOf(code) !== all.lastIndexOf(code));
  if (double.length) {
    const fields = piles.flatMap((pile, side) => (pile.some((card) => double.includes(card)) ? [`/sides/${side}/cards`] : []));
    throw refusal("duplicate_card", `${double.join(" ")} cannot be in two piles.`, fields, { cards: double });
  }
  const missing = CODES.filter((code) => !all.includes(code));
  if (missing.length) throw new EngineError("missing_card", `${missing.join(" ")} in no pile.`, "/sides", { cards: missing });
}

/**
 * Score piles. Throws, in this order, `dealer_table_not_taken`, `bad_request`, `matta_not_held`, `no_dealer_bonus`,
 * `too_many_scope`, the codes of declarations, `too_many_buone`.
 * @param {SidePile[]} sides @param {Dealer | null} dealer @param {Rules} rules
 */
export function scorePiles(sides, dealer, rules) {
  let bonus = 0;
  if (dealer) {
    refuseTableNotTaken(dealer, sides[dealer.side].cards, rules);
    bonus = dealerBonusPoints(dealer.table, dealer.matta_as, rules);
  }
  const scope = sides.map((side) => side.scope);
  refuseScope(scope, rules, dealer !== null);
  const buone = sides.map((side, place) =>
    side.buone.reduce((sum, buona, at) => sum + declaredWorth(buona, rules, `/sides/${place}/buone/${at}`).points, 0));
  refuseDeclarations(sides.map((side) => side.buone.length), rules);
  refuseKnocks(sides.map((side) => side.knocks), rules);
  return scoreMeasures({
    ...measurePiles(sides.map((side) => side.cards), rules),
    scope,
    buone: buone.map((points, side) => points + sides[side].knocks * rules.last_deal_low_card_points),
    dealer: sides.map((_, side) => (dealer && side === dealer.side ? bonus : 0)),
  }, rules);
}
