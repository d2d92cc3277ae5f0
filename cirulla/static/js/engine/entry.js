/**
 * Score the body of a recorded hand in the modes a phone sends, as the service will (CONTRACT 2, "Recording a hand").
 *
 * Throws `EngineError` with pointers into the body for what cannot be. Sides that are null are still open: then there is
 * no score, but what is there is checked.
 */

import { ALL_TEN, CODES, DENARI, inOrder, pileOf, valueOf } from "./cards.js";
import { declaredWorth } from "./buone.js";
import { primieraNumbers, refuseImpossible } from "./counts.js";
import { CAPPOTTO_POINTS, CATEGORIES, measurePiles, scopeLimit, scoreMeasures, scoreRow } from "./deck.js";
import { EngineError, refusal } from "./errors.js";
import { dealerBonusPoints, refuseDeclarations, refuseKnocks, refuseScope, scorePiles } from "./hand.js";
import { buoneSums, dealerValues, denariFit, grandeValues, piccolaValues } from "./points.js";
import { opening } from "./table.js";

/** @typedef {import("./deck.js").Rules} Rules */
/**
 * @typedef {{sides: Array<Record<string, any>>, cappotto: number | null, wins_match: number | null}} Score
 * @typedef {{scope: number[], buone: number[], dealer: number[]}} Marks points marked during play, one a side
 * @typedef {{score: Score | null, wins_match: number | null, primiera: number[] | null, marks?: Marks}} Scored
 * @typedef {Record<string, any>} Body
 * @typedef {{sides: number, dealerSide: number}} Seating
 */

const REST = "rest";
/** How a counted hand's pointers are called in a body. @type {Array<[string, string]>} */
const BODY_NAMES = [
  ["/cards", "/captured"],
  ["/dealer_table", "/dealer_bonus/table"],
  ["/dealer_matta_as", "/dealer_bonus/matta_as"],
];
const FLAGS = ["carte", "denari", "settebello", "primiera", "re_bello", "cappotto"];
const APART = ["scope", "buone", "dealer"];
const POINT_FIELDS = ["carte", "denari", "settebello", "primiera", "scope", "buone", "dealer", "piccola", "grande", "re_bello"];
const THIRD_IN_A_ROW = 2;

/** @type {Scored} */
const NOTHING = { score: null, wins_match: null, primiera: null };

/** @template T @param {() => T} work @returns {T} */
function inBodyWords(work) {
  try {
    return work();
  } catch (no) {
    if (!(no instanceof EngineError) || no.pointer.includes("/buone/")) throw no;
    throw no.renamed(BODY_NAMES, no.code === "bad_request" ? "impossible_count" : no.code);
  }
}

/** Throw `duplicate_card` for a card in two declarations, or declared and on the dealer's table. @param {Body} body */
function refuseShared({ sides, dealer_bonus }) {
  const seen = new Set(dealer_bonus?.table);
  sides.forEach((/** @type {any} */ side, /** @type {number} */ place) => (side?.buone ?? []).forEach((/** @type {any} */ buona, /** @type {number} */ at) => {
    const cards = inOrder(buona.cards.filter((/** @type {string} */ card) => seen.has(card)));
    if (cards.length) {
      const detail = `${cards.join(" ")} cannot be declared here: it is in another declaration or on the table.`;
      throw new EngineError("duplicate_card", detail, `/sides/${place}/buone/${at}/cards`, { cards });
    }
    buona.cards.forEach((/** @type {string} */ card) => seen.add(card));
  }));
}

/** @param {Body} body @param {Rules} rules @param {Seating} seating @returns {Scored} */
function scoreCards(body, rules, seating) {
  /** @type {Array<Body | null>} */
  const sides = body.sides;
  const listed = sides.map((side) => (Array.isArray(side?.captured) ? side.captured : []));
  const all = listed.flat();
  const double = CODES.filter((code) => all.indexOf(code) !== all.lastIndexOf(code));
  if (double.length) {
    const fields = listed.flatMap((pile, side) => (pile.some((card) => double.includes(card)) ? [`/sides/${side}/captured`] : []));
    throw refusal("duplicate_card", `${double.join(" ")} cannot be in two piles.`, fields, { cards: double });
  }
  if (sides.includes(null)) {
    sides.forEach((side, place) => (side?.buone ?? []).forEach((/** @type {any} */ buona, /** @type {number} */ at) =>
      declaredWorth(buona, rules, `/sides/${place}/buone/${at}`)));
    return NOTHING;
  }
  const free = CODES.filter((code) => !all.includes(code));
  const piles = sides.map((side, place) => ({
    cards: side?.captured === REST ? free : listed[place], scope: side?.scope ?? 0, buone: side?.buone ?? [], knocks: side?.knocks ?? 0,
  }));
  if (free.length && !sides.some((side) => side?.captured === REST)) {
    throw refusal("missing_card", `${free.join(" ")} in no pile.`, sides.map((_, side) => `/sides/${side}/captured`), { cards: free });
  }
  refuseShared(body);
  const dealer = body.dealer_bonus ? { side: seating.dealerSide, ...body.dealer_bonus } : null;
  const score = inBodyWords(() => scorePiles(piles, dealer, rules));
  return { score, wins_match: score.wins_match, primiera: measurePiles(piles.map((pile) => pile.cards), rules).primiera };
}

/** @param {Body | null} side @returns {import("./counts.js").Count | null} */
const countOf = (side) => side && {
  carte: side.carte,
  denari: side.denari && pileOf(side.denari)[DENARI],
  best: side.primiera && ["H", "D", "C", "S"].map((suit) => valueOf(side.primiera[suit])),
};

/** @param {Body} body @param {Rules} rules @param {Seating} seating @returns {Scored} */
function scoreCounts(body, rules, seating) {
  /** @type {Array<Body | null>} */
  const sides = body.sides;
  const counts = sides.map(countOf);
  refuseImpossible(counts, rules);
  refuseShared(body);
  const bonus = body.dealer_bonus ?? null;
  const taken = bonus ? dealerPoints(bonus, counts[seating.dealerSide], rules) : 0;
  refuseScope(sides.map((side) => side?.scope ?? 0), rules, bonus !== null);
  const buone = sides.map((side, place) => (side?.buone ?? []).reduce(
    (/** @type {number} */ sum, /** @type {any} */ buona, /** @type {number} */ at) =>
      sum + declaredWorth(buona, rules, `/sides/${place}/buone/${at}`).points, 0));
  refuseDeclarations(sides.map((side) => side?.buone?.length ?? 0), rules);
  refuseKnocks(sides.map((side) => side?.knocks ?? 0), rules);
  if (sides.includes(null)) return NOTHING;
  const marks = {
    scope: sides.map((side) => side?.scope ?? 0),
    buone: buone.map((points, side) => points + (sides[side]?.knocks ?? 0) * rules.last_deal_low_card_points),
    dealer: sides.map((_, side) => (side === seating.dealerSide ? taken : 0)),
  };
  const best = counts.map((count) => count?.best ?? null);
  const primiera = best.includes(null) ? null : primieraNumbers(/** @type {number[][]} */ (best), rules);
  const holder = rules.cappotto === "win_match" ? counts.findIndex((count) => count?.denari === ALL_TEN) : -1;
  const wins = holder < 0 ? null : holder;
  const whole = sides.every((side, place) =>
    side && side.carte !== null && counts[place]?.denari !== null && side.scope !== null && side.buone !== null && side.knocks !== null);
  if (!whole || !primiera) return { score: null, wins_match: wins, primiera, marks };
  const score = scoreMeasures({
    carte: counts.map((count) => count?.carte ?? 0),
    denari: counts.map((count) => count?.denari ?? 0),
    primiera,
    ...marks,
  }, rules);
  return { score, wins_match: score.wins_match, primiera, marks };
}

/** @param {{table: string[], matta_as: string | null}} bonus @param {import("./counts.js").Count | null} count @param {Rules} rules */
function dealerPoints({ table, matta_as }, count, rules) {
  if (count) {
    const pile = pileOf(table);
    const lacking = count.denari !== null && (pile[DENARI] & ~count.denari) !== 0;
    const suits = pile.some((ranks, suit) => ranks && count.best && !count.best[suit]);
    if (lacking || suits || (count.carte !== null && count.carte < table.length)) {
      const detail = "The dealer's side does not hold the opening table it took.";
      throw new EngineError("dealer_table_not_taken", detail, "/dealer_bonus/table", { cards: inOrder(table) });
    }
  }
  return inBodyWords(() => dealerBonusPoints(table, matta_as, rules));
}

/** @param {Body} body @param {Rules} rules @param {Seating} seating @returns {Scored} */
function scorePoints(body, rules, seating) {
  /** @type {Array<Body | null>} */
  const sides = body.sides.map((/** @type {Body | null} */ side) => side && pointsSide(side));
  refusePoints(sides, rules, seating);
  refuseSums(sides, rules);
  for (const name of [...FLAGS, "piccola", "grande"]) {
    const holders = sides.flatMap((side, place) => (side?.[name] ? [`/sides/${place}/${name}`] : []));
    if (holders.length > 1) throw refusal("both_sides", `Only one side can have ${name}.`, holders);
  }
  const whole = !sides.includes(null);
  if (whole && sides.every((side) => side?.settebello === 0)) {
    throw refusal("nobody", "Some side has the settebello.", sides.map((_, side) => `/sides/${side}/settebello`));
  }
  const ways = denariFit(sides.map((side) => side ?? {}), rules);
  if (!ways.length) {
    const names = ["denari", "settebello", "piccola", "grande", "re_bello", "cappotto"];
    const fields = sides.flatMap((side, place) => names.filter((name) => side?.[name]).map((name) => `/sides/${place}/${name}`));
    throw refusal("inconsistent", "No sharing out of the ten denari gives these points.", fields.length ? fields : ["/sides"]);
  }
  if (!whole) return NOTHING;
  const said = sides.findIndex((side) => side?.cappotto);
  const holder = said >= 0 ? said : ways.length === 1 ? ways[0].indexOf(ALL_TEN) : -1;
  const cappotto = holder < 0 ? null : holder;
  const wins = rules.cappotto === "win_match" ? cappotto : null;
  if (sides.some((side) => Object.values(side ?? {}).includes(null))) return { score: null, wins_match: wins, primiera: null };
  const flat = cappotto !== null && rules.cappotto === "flat_60_opponent_zero";
  const rows = sides.map((side, place) => {
    const points = CATEGORIES.map((name) => (flat || name === "cappotto" ? 0 : (side?.[name] ?? 0)));
    if (place === cappotto) points[CATEGORIES.length - 1] = CAPPOTTO_POINTS[rules.cappotto];
    const row = scoreRow(points);
    if (!side || !("marked" in side)) return row;
    const marked = flat ? 0 : side.marked;
    return { ...row, total: row.total + marked, marked };
  });
  return { score: { sides: rows, cappotto, wins_match: wins }, wins_match: wins, primiera: null };
}

/** Fill in what a side of points leaves out. @param {Body} side @returns {Body} */
function pointsSide(side) {
  const names = POINT_FIELDS.filter((name) => !("marked" in side && APART.includes(name)));
  const more = ["cappotto", "marked"].filter((name) => name in side);
  return Object.fromEntries([...names, ...more].map((name) => [name, side[name] === undefined ? 0 : side[name]]));
}

/** @param {Array<Body | null>} sides @param {Rules} rules @param {Seating} seating */
function refusePoints(sides, rules, seating) {
  /** @type {Record<string, number[]>} */
  const allowed = {
    ...Object.fromEntries(FLAGS.map((name) => [name, [0, 1]])),
    piccola: piccolaValues(rules), grande: grandeValues(rules), dealer: dealerValues(rules),
  };
  if (!rules.re_bello) allowed.re_bello = [0];
  sides.forEach((side, place) => {
    for (const [name, value] of Object.entries(side ?? {})) {
      if (value !== null && name in allowed && !allowed[name].includes(value)) {
        throw refusal("impossible_count", `${name} can be ${allowed[name].join(", ")}.`, [`/sides/${place}/${name}`]);
      }
    }
    if (side?.dealer && place !== seating.dealerSide) {
      throw refusal("not_the_dealer", "Another side dealt this hand.", [`/sides/${place}/dealer`]);
    }
  });
}

/** @param {Array<Body | null>} sides @param {Rules} rules */
function refuseSums(sides, rules) {
  const sum = (/** @type {number[]} */ numbers) => numbers.reduce((all, one) => all + one, 0);
  refuseScope(sides.map((side) => side?.scope ?? 0), rules, sides.some((side) => side?.dealer));
  const [each, together] = buoneSums(rules, sides.length);
  const buone = sides.map((side) => side?.buone ?? 0);
  let wrong = buone.flatMap((points, side) => (each.has(points) ? [] : [side]));
  if (!wrong.length && !together.has(sum(buone))) wrong = buone.flatMap((points, side) => (points ? [side] : []));
  if (wrong.length) throw refusal("bad_sum", "No declarations add up to this.", wrong.map((side) => `/sides/${side}/buone`));
  const marked = sides.map((side) => side?.marked ?? 0);
  const most = scopeLimit(rules, false) + Math.max(...together) + Math.max(...dealerValues(rules));
  if (sum(marked) > most) {
    const fields = marked.flatMap((cards, side) => (cards ? [`/sides/${side}/marked`] : []));
    throw refusal("impossible_count", `At most ${most} cards can be turned in a hand.`, fields);
  }
}

/** @param {Body} body @param {Rules} rules @param {Seating} seating @returns {Scored} */
function scoreOpening({ table }, rules, { sides, dealerSide }) {
  if (table.length !== rules.table_cards) {
    throw new EngineError("impossible_count", `The opening table has ${rules.table_cards} cards.`, "/table");
  }
  const { outcome } = opening(table, rules, THIRD_IN_A_ROW);
  const loses = outcome === "dealer_loses_match" && sides === 2;
  if (outcome !== "dealer_wins_match" && !loses) {
    throw new EngineError("decides_nothing", "This opening table ends no match here.", "/table");
  }
  return ended(Array(sides).fill(0), null, loses ? 1 - dealerSide : dealerSide);
}

/** @param {Body} body @param {Rules} rules @param {Seating} seating @returns {Scored} */
function scoreClaim({ cappotto }, rules, { sides }) {
  if (rules.cappotto === "win_match") return { ...NOTHING, wins_match: cappotto };
  if (rules.cappotto !== "flat_60_opponent_zero") {
    throw new EngineError("decides_nothing", "All ten denari do not end a hand here: the whole hand is counted.", "/cappotto");
  }
  return ended(Array.from({ length: sides }, (_, side) => (side === cappotto ? CAPPOTTO_POINTS[rules.cappotto] : 0)), cappotto, null);
}

/** @param {number[]} paid @param {number | null} cappotto @param {number | null} wins @returns {Scored} */
function ended(paid, cappotto, wins) {
  const sides = paid.map((points) => scoreRow(CATEGORIES.map((name) => (name === "cappotto" ? points : 0))));
  return { score: { sides, cappotto, wins_match: wins }, wins_match: wins, primiera: null };
}

/** Every mode that a phone sends, by name. @type {Record<string, (body: Body, rules: Rules, seating: Seating) => Scored>} */
const MODES = { cards: scoreCards, counts: scoreCounts, points: scorePoints, opening: scoreOpening, claim: scoreClaim };

/** Score a body. @param {Body} body @param {Rules} rules @param {Seating} seating @returns {Scored} */
export const scoreEntry = (body, rules, seating) => MODES[body.mode](body, rules, seating);
