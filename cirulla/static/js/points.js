/**
 * The live points: counted on the phone after each change, by the rules of the match.
 *
 * While cards are free the hand is counted once for each side that could get them all, and what all counts agree on is
 * shown: no figure that could still go down. What the service answers after saving is the truth.
 */

import { DENARI, pileOf } from "./engine/cards.js";
import { doubtsOf } from "./engine/detect.js";
import { CATEGORIES, scoreMeasures, scoreRow } from "./engine/deck.js";
import { scoreEntry } from "./engine/entry.js";
import { EngineError } from "./engine/errors.js";
import { begun, nextState } from "./engine/match.js";
import { countsBody, missing, pointsBody } from "./forms.js";
import { body, certain, head, pile } from "./hand.js";

/** @typedef {import("./hand.js").Hand} Hand */
/** @typedef {import("./grid.js").Sheet} Sheet */
/**
 * @typedef {{sides: Array<Record<string, number>> | null, wins_match: number | null, primiera: number[] | null,
 *   whole: boolean, after: import("./engine/match.js").MatchState | null, error: EngineError | null,
 *   doubts: Array<{message_key: string, side: number | null, value: number}>}} Points
 */

/** Tell whether everything is there that the chosen way of counting needs. @param {Hand} hand @param {number} sides */
export function whole(hand, sides) {
  if (hand.end) return true;
  if (hand.mode !== "cards") return missing(hand, sides) === 0;
  return hand.half === null ? pile(hand, null).length === 0 : pile(hand, hand.half).length > 0;
}

/** Write the hand as the service takes it. @param {Hand} hand @param {number} sides @param {number} dealerSide @returns {Record<string, any>} */
export function sent(hand, sides, dealerSide) {
  if (hand.end) return { ...head(hand), ...hand.end };
  if (hand.mode === "counts") return countsBody(hand, sides, dealerSide);
  return hand.mode === "points" ? pointsBody(hand, sides, dealerSide) : body(hand, sides, dealerSide);
}

/** Count a hand as far as it is known. @param {Sheet} sheet @param {Hand} hand @returns {Points} */
export function tally(sheet, hand) {
  /** @type {Points} */
  const none = { sides: null, wins_match: null, primiera: null, whole: false, after: null, error: null, doubts: [] };
  try {
    return whole(hand, sheet.sides.length) ? { ...none, ...finished(sheet, hand) } : { ...none, sides: soFar(sheet, hand) };
  } catch (error) {
    if (error instanceof EngineError) return { ...none, error };
    throw error;
  }
}

/** @param {Sheet} sheet */
const seating = (sheet) => ({ sides: sheet.sides.length, dealerSide: sheet.dealer_side });

/** @param {Sheet} sheet @param {Hand} hand */
function finished(sheet, hand) {
  const told = sent(hand, sheet.sides.length, sheet.dealer_side);
  const { score, wins_match, primiera } = scoreEntry(told, sheet.ruleset, seating(sheet));
  if (hand.half !== null && !hand.end) return { whole: true };
  const totals = score && score.sides.map((side) => side.total);
  const before = begun(sheet.sides.map((side) => side.total));
  return {
    sides: score?.sides ?? null,
    wins_match,
    primiera,
    whole: true,
    after: nextState(before, { totals, sides: score?.sides, wins_match }, sheet.ruleset),
    doubts: doubtsOf(told, sheet.ruleset, sheet.odds),
  };
}

/** @param {Sheet} sheet @param {Hand} hand @returns {Array<Record<string, number>> | null} */
function soFar(sheet, hand) {
  const number = sheet.sides.length;
  const rests = hand.half === null ? sheet.sides.map((side) => side.index) : [];
  if (hand.mode === "cards") {
    return rests.length ? certain(possible(rests, (rest) => {
      const told = body(hand, number, sheet.dealer_side, rest);
      return /** @type {any} */ (scoreEntry(told, sheet.ruleset, seating(sheet)).score).sides;
    })) : null;
  }
  const told = sent(hand, number, sheet.dealer_side);
  const scored = scoreEntry(told, sheet.ruleset, seating(sheet));
  if (hand.half !== null) return null;
  if (hand.mode === "points") return told.sides.map(sheetSoFar);
  return certain(rests.map((rest) => countsSoFar(sheet, hand, told, scored, rest)));
}

/**
 * Count for every side that could get the rest; where the rest cannot be a side's, the others count alone.
 * @template T @param {number[]} rests @param {(rest: number) => T} count @returns {T[]}
 */
function possible(rests, count) {
  /** @type {unknown} */
  let no = null;
  const counted = rests.flatMap((rest) => {
    try {
      return [count(rest)];
    } catch (error) {
      no = error;
      return [];
    }
  });
  if (!counted.length) throw no;
  return counted;
}

/** @param {Record<string, any>} side */
const sheetSoFar = (side) => scoreRow(CATEGORIES.map((name) => side[name] ?? 0));

/**
 * What counts say so far if `rest` gets the denari that are free; of what is not known nobody has most.
 * @param {Sheet} sheet @param {Hand} hand @param {Record<string, any>} told
 * @param {import("./engine/entry.js").Scored} scored @param {number} rest
 */
function countsSoFar(sheet, hand, told, { primiera, marks }, rest) {
  const carte = told.sides.map((/** @type {any} */ side) => side.carte);
  const denari = sheet.sides.map(({ index }) => pileOf([...pile(hand, index), ...(index === rest ? pile(hand, null) : [])])[DENARI]);
  return scoreMeasures({
    .../** @type {import("./engine/entry.js").Marks} */ (marks),
    carte: carte.includes(null) ? carte.map(() => 0) : carte,
    denari,
    primiera: primiera ?? carte.map(() => -1),
  }, sheet.ruleset).sides;
}
