/** Answer the operations `score`, `match`, `buone` and `table` of CONTRACT 1, as `python -m scoring.engine` does. */

import { buonaReadings } from "./buone.js";
import { CODES, RANKS } from "./cards.js";
import { CATEGORIES } from "./deck.js";
import { EngineError, refusal } from "./errors.js";
import { refuseOtherThanTheDeck, scorePiles } from "./hand.js";
import { matchState } from "./match.js";
import { readRuleset } from "./rulesets.js";
import { opening } from "./table.js";

/** @typedef {Record<string, any>} Case */

const SIDE_COUNTS = [2, 3, 5];

/** @param {boolean} holds @param {string} detail @param {string} pointer */
function need(holds, detail, pointer) {
  if (!holds) throw new EngineError("bad_request", detail, pointer);
}

/** @param {unknown} value */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @param {unknown} value @param {number} low @param {number} [high] */
const isInteger = (value, low, high = Infinity) => Number.isInteger(value) && Number(value) >= low && Number(value) <= high;

/** @param {any} value @param {string} pointer @param {number} [count] @returns {string[]} */
function readCodes(value, pointer, count) {
  need(Array.isArray(value), "This is a list.", pointer);
  value.forEach((/** @type {unknown} */ code, /** @type {number} */ at) =>
    need(typeof code === "string", "A card is a code such as 7D.", `${pointer}/${at}`));
  need(count === undefined || value.length === count, `These are ${count} cards, not ${value.length}.`, pointer);
  return value;
}

/** @param {any} value @param {string} pointer @returns {string | null} */
function readMattaAs(value, pointer) {
  const fits = value === null || value === undefined || (typeof value === "string" && value.length === 1 && RANKS.includes(value));
  need(fits, "matta_as is a rank of A 2 3 4 5 6 7 J Q K, or null.", pointer);
  return value ?? null;
}

/** Refuse what names no card, then a card twice in one list. @param {string[]} codes @param {string} pointer */
function known(codes, pointer) {
  knownCards(codes, pointer);
  const twice = codes.findIndex((code, at) => codes.indexOf(code) !== at);
  if (twice >= 0) throw new EngineError("duplicate_card", `${codes[twice]} is listed twice.`, `${pointer}/${twice}`);
}

/** @param {string[]} codes @param {string} pointer */
function knownCards(codes, pointer) {
  const at = codes.findIndex((code) => !CODES.includes(code));
  if (at >= 0) throw new EngineError("unknown_card", `${codes[at].slice(0, 20)} is no card of the pack.`, `${pointer}/${at}`);
}

/** Refuse one card in two of these lists or twice in one. @param {Array<[string, string[]]>} lists */
function refuseDoubles(lists) {
  const seen = new Set();
  const fields = lists.flatMap(([pointer, codes]) => codes.flatMap((code, at) => {
    if (!seen.has(code)) return seen.add(code) && [];
    return [`${pointer}/${at}`];
  }));
  if (fields.length) throw refusal("duplicate_card", "A card is in two places.", fields);
}

/** @param {Case} given */
function score(given) {
  need(Array.isArray(given.sides) && SIDE_COUNTS.includes(given.sides.length), "A hand has 2, 3 or 5 sides.", "/sides");
  /** @type {Array<[string, string[]]>} */
  const apart = [];
  const sides = given.sides.map((/** @type {any} */ side, /** @type {number} */ place) => {
    const at = `/sides/${place}`;
    need(isObject(side), "This is an object.", at);
    const cards = readCodes(side.cards, `${at}/cards`);
    const { scope = 0, knocks = 0, buone = [] } = side;
    need(isInteger(scope, 0), "This is an integer from 0.", `${at}/scope`);
    need(isInteger(knocks, 0), "This is an integer from 0.", `${at}/knocks`);
    need(Array.isArray(buone), "This is a list.", `${at}/buone`);
    const declared = buone.map((/** @type {any} */ buona, /** @type {number} */ number) => {
      const where = `${at}/buone/${number}`;
      need(isObject(buona), "This is an object.", where);
      apart.push([`${where}/cards`, readCodes(buona.cards, `${where}/cards`)]);
      return { cards: buona.cards, matta_as: readMattaAs(buona.matta_as, `${where}/matta_as`) };
    });
    return { cards, scope, knocks, buone: declared };
  });
  const dealer = readDealer(given, sides.length);
  if (dealer) apart.push(["/dealer_table", dealer.table]);
  const rules = readRuleset(given.ruleset);
  /** @type {Array<[string, string[]]>} */
  const piles = sides.map((/** @type {any} */ side, /** @type {number} */ place) => [`/sides/${place}/cards`, side.cards]);
  for (const [pointer, codes] of [...piles, ...apart]) knownCards(codes, pointer);
  refuseDoubles(piles);
  refuseDoubles(apart);
  refuseOtherThanTheDeck(piles.map(([, codes]) => codes));
  return scorePiles(sides, dealer, rules);
}

/** @param {Case} given @param {number} sides @returns {import("./hand.js").Dealer | null} */
function readDealer(given, sides) {
  const names = ["dealer_side", "dealer_table", "dealer_matta_as"];
  if (names.every((name) => given[name] === null || given[name] === undefined)) return null;
  need(isInteger(given.dealer_side, 0, sides - 1), "This is a side.", "/dealer_side");
  const table = readCodes(given.dealer_table, "/dealer_table");
  return { side: given.dealer_side, table, matta_as: readMattaAs(given.dealer_matta_as, "/dealer_matta_as") };
}

/** @param {any} hand @param {number} sides @param {string} pointer @returns {import("./match.js").HandResult} */
function readHand(hand, sides, pointer) {
  need(isObject(hand), "A hand is an object.", pointer);
  const wins = hand.wins_match ?? null;
  need(wins === null || isInteger(wins, 0, sides - 1), "wins_match is a side or null.", `${pointer}/wins_match`);
  const listed = (/** @type {any} */ value, /** @type {string} */ at) => {
    need(Array.isArray(value) && value.length === sides, `This is a list of ${sides}, one for each side.`, at);
    return value;
  };
  const points = (/** @type {any} */ value, /** @type {string} */ at) => {
    need(isInteger(value, 0), "Points are integers from 0.", at);
    return value;
  };
  const rows = hand.sides == null ? null : listed(hand.sides, `${pointer}/sides`).map((/** @type {any} */ row, /** @type {number} */ side) => {
    need(isObject(row), "A side of a hand is an object.", `${pointer}/sides/${side}`);
    for (const name of [...CATEGORIES, "total"]) points(row[name], `${pointer}/sides/${side}/${name}`);
    return row;
  });
  const told = rows && rows.map((/** @type {any} */ row) => row.total);
  need(hand.totals != null || told, "A hand has totals or sides.", `${pointer}/totals`);
  if (hand.totals == null) return { totals: told, sides: rows, wins_match: wins };
  const totals = listed(hand.totals, `${pointer}/totals`).map((/** @type {any} */ value, /** @type {number} */ side) => points(value, `${pointer}/totals/${side}`));
  need(!told || told.every((/** @type {number} */ total, /** @type {number} */ side) => total === totals[side]), "totals and sides do not agree.", `${pointer}/totals`);
  return { totals, sides: rows, wins_match: wins };
}

/** @param {Case} given */
function match(given) {
  need(SIDE_COUNTS.includes(given.sides), "A match has 2, 3 or 5 sides.", "/sides");
  need(Array.isArray(given.hands), "The hands of a match are a list.", "/hands");
  const hands = given.hands.map((/** @type {any} */ hand, /** @type {number} */ at) => readHand(hand, given.sides, `/hands/${at}`));
  const { totals, status, winner, after_end } = matchState(hands, readRuleset(given.ruleset), given.sides);
  if (after_end.length) {
    throw new EngineError("match_finished", "The match was over before this hand.", `/hands/${after_end[0]}`, { hand: after_end[0] });
  }
  return { totals, status, winner };
}

/** @param {Case} given */
function buone(given) {
  const cards = readCodes(given.cards, "/cards");
  const rules = readRuleset(given.ruleset);
  known(cards, "/cards");
  if (cards.length !== 3) throw new EngineError("not_three_cards", "A declaration shows three cards.", "/cards");
  return { options: buonaReadings(cards, rules) };
}

/** @param {Case} given */
function table(given) {
  const cards = readCodes(given.table, "/table");
  const before = given.redeals_before ?? 0;
  need(isInteger(before, 0), "This is an integer from 0.", "/redeals_before");
  const rules = readRuleset(given.ruleset);
  readCodes(cards, "/table", rules.table_cards);
  known(cards, "/table");
  return opening(cards, rules, before);
}

/** Every operation by name. @type {Record<string, (given: Case) => object>} */
const OPERATIONS = { score, match, buone, table };

/**
 * Answer one case: the members of its answer, or an `error`. @param {Case} given @returns {object}
 */
export function answer(given) {
  const id = given.id ?? null;
  try {
    if (typeof given.op !== "string") throw new EngineError("bad_request", "A case names its operation in `op`.", "/op");
    if (!Object.hasOwn(OPERATIONS, given.op)) throw new EngineError("unknown_op", `${given.op.slice(0, 40)} is no operation.`, "/op");
    return { id, ...OPERATIONS[given.op](given) };
  } catch (no) {
    if (no instanceof EngineError) return { id, error: no.toJSON() };
    throw no;
  }
}
