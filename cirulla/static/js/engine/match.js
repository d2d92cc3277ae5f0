/** Fold counted hands into a match: running totals, its end and its winner (RULES 9). */

import { CATEGORIES } from "./deck.js";
import { EngineError } from "./errors.js";

/** @typedef {import("./deck.js").Rules} Rules */
/**
 * @typedef {{totals: number[] | null, sides?: Array<Record<string, number>> | null, wins_match?: number | null}} HandResult
 * @typedef {{totals: number[], status: "in_progress" | "finished", winner: number | null, hands: number, unknown: number,
 *   after_end: number[]}} MatchState
 */

/** Start a match of so many sides. @param {number[]} totals @returns {MatchState} */
export const begun = (totals) => ({ totals, status: "in_progress", winner: null, hands: 0, unknown: 0, after_end: [] });

/** @param {number} total @param {Rules} rules */
const reached = (total, rules) => (rules.target_rule === "reach" ? total >= rules.target_score : total > rules.target_score);

/**
 * Give the state after one more hand. A match never ends on or after a hand that is not known: it could have ended it
 * earlier. Throws `bad_request` where `count_out_order` needs a breakdown that a hand lacks.
 * @param {MatchState} state @param {HandResult} hand @param {Rules} rules @returns {MatchState}
 */
export function nextState(state, hand, rules) {
  const hands = state.hands + 1;
  if (state.status === "finished") return { ...state, hands, after_end: [...state.after_end, state.hands] };
  const wins = hand.wins_match ?? null;
  if (!hand.totals) {
    if (wins !== null && !state.unknown) return { ...state, status: "finished", winner: wins, hands };
    return { ...state, hands, unknown: state.unknown + 1 };
  }
  let totals = state.totals.map((total, side) => total + /** @type {number[]} */ (hand.totals)[side]);
  if (rules.target_rule === "exceed_exact_resets" && !rules.single_hand) {
    totals = totals.map((total) => (total === rules.target_score ? 0 : total));
  }
  const ended = state.unknown ? undefined : endedBy(state, totals, hand, rules);
  if (ended === undefined) return { ...state, totals, hands };
  return { ...state, totals, status: "finished", winner: ended, hands };
}

/**
 * Say who has won by this hand, null for a draw, undefined while the match goes on.
 * @param {MatchState} state @param {number[]} totals @param {HandResult} hand @param {Rules} rules
 * @returns {number | null | undefined}
 */
function endedBy(state, totals, hand, rules) {
  if (hand.wins_match !== null && hand.wins_match !== undefined) return hand.wins_match;
  const best = Math.max(...totals);
  if (!rules.single_hand && !reached(best, rules)) return undefined;
  const leaders = totals.flatMap((total, side) => (total === best ? [side] : []));
  if (leaders.length === 1) return leaders[0];
  if (rules.tie_rule === "draw") return null;
  return rules.tie_rule === "count_out_order" ? firstOut(leaders, state, hand, rules) : undefined;
}

/**
 * Give the tied side that alone is first at the target when the hand is told in order (RULES 9.3).
 * @param {number[]} tied @param {MatchState} state @param {HandResult} hand @param {Rules} rules
 * @returns {number | undefined}
 */
function firstOut(tied, state, hand, rules) {
  const { sides } = hand;
  if (!sides) {
    const detail = "count_out_order needs the breakdown of a hand that ends in a tie.";
    throw new EngineError("bad_request", detail, `/hands/${state.hands}/sides`, { hand: state.hands });
  }
  let told = tied.map((side) => ({ side, total: state.totals[side] }));
  for (const category of [null, ...CATEGORIES]) {
    if (category) told = told.map(({ side, total }) => ({ side, total: total + sides[side][category] }));
    const out = told.filter(({ total }) => reached(total, rules));
    if (out.length) return out.length === 1 ? out[0].side : undefined;
  }
  return undefined;
}

/** Give the state of a match after its hands. @param {HandResult[]} hands @param {Rules} rules @param {number} sides */
export const matchState = (hands, rules, sides) =>
  hands.reduce((state, hand) => nextState(state, hand, rules), begun(Array(sides).fill(0)));
