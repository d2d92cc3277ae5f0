/** The read-back: what was counted, in two or more sentences both sides can read, and where it leaves the match. */

import { shown } from "./forms.js";
import { buone, knocks, pile, scope } from "./hand.js";
import { $ } from "./page.js";
import { list, say } from "./say.js";

/** @typedef {import("./hand.js").Hand} Hand */
/** @typedef {import("./grid.js").Sheet} Sheet */
/** @typedef {import("./points.js").Points} Points */

/**
 * Say what one side has, as a list of parts. Without `score` only what was counted is told.
 * @param {Sheet} sheet @param {Hand} hand @param {number} side @param {Points} points @returns {string[]}
 */
function parts(sheet, hand, side, points) {
  const score = points.whole ? (points.sides?.[side] ?? null) : null;
  if (hand.end) return [];
  if (hand.half !== null && hand.half !== side) return [];
  const told = hand.mode === "points" ? flags(score) : counted(hand, side, sheet.sides.length);
  if (score?.primiera) {
    const by = sheet.ruleset.primiera_method === "sum_best_per_suit" ? points.primiera : null;
    const other = by ? Math.max(...by.filter((_, place) => place !== side)) : 0;
    told.push(by && other > 0 ? say("the_primiera_of", { a: by[side], b: other }) : say("the_primiera"));
  }
  if (score?.piccola) told.push(say("the_piccola", { points: score.piccola }));
  if (score?.grande) told.push(say("the_grande", { points: score.grande }));
  if (score?.re_bello) told.push(say("the_re_bello"));
  const scopes = scope(hand, side);
  if (scopes) told.push(say("scope", { n: scopes }));
  const knocked = knocks(hand, side);
  if (knocked) told.push(say("the_knocks", { n: knocked }));
  if (hand.mode === "points" && score?.buone) told.push(say("the_buone", { points: score.buone }));
  else for (const mark of buone(hand, side)) told.push(`${mark.name ?? say("buona")}\u00a0${mark.points ?? ""}`.toLowerCase());
  if (score?.dealer) told.push(say("the_dealer_table", { points: score.dealer }));
  if (score?.cappotto) told.push(say("the_cappotto", { points: score.cappotto }));
  return told;
}

/** @param {Hand} hand @param {number} side @param {number} sides @returns {string[]} */
function counted(hand, side, sides) {
  const cards = pile(hand, side);
  const carte = hand.mode === "counts" ? Number(shown(hand, `carte${side}`, sides)) : cards.length;
  const told = [say("cards", { n: carte }), say("denari", { n: cards.filter((card) => card[1] === "D").length })];
  return cards.includes("7D") ? [...told, say("the_settebello")] : told;
}

/** @param {Record<string, number> | null} score @returns {string[]} */
function flags(score) {
  return ["carte", "denari", "settebello"].filter((key) => score?.[key]).map((key) => say(`the_${key}`));
}

/** Say what a side has in words, without its points. @param {Sheet} sheet @param {Hand} hand @param {number} side @param {Points} points */
function sentence(sheet, hand, side, points) {
  const told = list(parts(sheet, hand, side, points));
  if (told) return told;
  if (hand.half !== null && hand.half !== side) return say("told_elsewhere");
  return hand.end ? "" : say("nothing_told");
}

/**
 * Fill the page. `known`: the match already holds this hand, so its totals are the end of the sum.
 * @param {Sheet} sheet @param {Hand} hand @param {Points} points @param {boolean} [known]
 */
export function drawReadback(sheet, hand, points, known = false) {
  const summed = points.sides !== null || points.wins_match !== null;
  for (const name of [".sumtop", ".barrow", ".sumtee"]) $(`#read-view ${name}`).hidden = !summed;
  for (const side of sheet.sides) {
    const said = $(`[data-said="${side.index}"]`);
    const mine = points.whole ? (points.sides?.[side.index] ?? null) : null;
    const told = sentence(sheet, hand, side.index, points);
    const end = document.createElement("span");
    end.className = "pts";
    end.textContent = mine && !hand.end ? say("points", { n: mine.total }) : "";
    said.replaceChildren(mine && !hand.end ? `${told}: ` : told && `${told}.`, end);
    const after = points.after?.totals[side.index] ?? null;
    const before = known && mine ? side.total - mine.total : side.total;
    const figure = $(`[data-sum="${side.index}"]`);
    /** @type {HTMLElement} */ (figure.querySelector(".num")).textContent = String((known ? side.total : after) ?? "");
    /** @type {HTMLElement} */ (figure.querySelector(".how")).textContent =
      mine && !hand.end ? say("sum", { before, points: mine.total }) : "";
  }
  $("#read-win").textContent = [ending(sheet, hand, points), known ? "" : matchEnd(sheet, points)].filter(Boolean).join(" ");
  // One question a side is enough to look again.
  const asked = known ? [] : points.doubts.filter(({ side }, at, all) => all.findIndex((one) => one.side === side) === at);
  $("#read-doubt").hidden = !asked.length;
  $("#read-doubt").textContent = asked.map((doubt) => doubtWords(sheet, doubt)).join(" ");
}

/** @param {Sheet} sheet @param {Hand} hand @param {Points} points */
function ending(sheet, hand, { wins_match }) {
  if (hand.end?.mode === "opening" && wins_match !== null) return say("wins_by_table", { side: sheet.sides[wins_match].label });
  if (hand.end?.mode === "claim" && wins_match === null) return say("claims_cappotto", { side: sheet.sides[hand.end.cappotto].label });
  return wins_match === null ? "" : say("wins_at_once", { side: sheet.sides[wins_match].label });
}

/** @param {Sheet} sheet @param {Points} points */
function matchEnd(sheet, { after, wins_match }) {
  if (after?.status !== "finished" || wins_match !== null) return "";
  if (sheet.ruleset.best_of > 1) return "";
  return after.winner === null ? say("match_drawn") : say("match_won", { side: sheet.sides[after.winner].label });
}

/** @param {Sheet} sheet @param {Points["doubts"][number]} doubt */
function doubtWords(sheet, { message_key, side, value }) {
  const words = say(`doubt_${message_key}`, { n: value });
  return side === null ? words : `${sheet.sides[side].label}: ${words}`;
}

/** What is read aloud. @param {Sheet} sheet */
export function spoken(sheet) {
  const said = sheet.order.map((side) => `${sheet.sides[side].label}: ${$(`[data-said="${side}"]`).textContent}`);
  const sums = sheet.order.map((side) => $(`[data-sum="${side}"] .num`).textContent).filter(Boolean);
  const sum = sums.length ? say("total_aloud", { totals: sums.join(say("between")) }) : "";
  return [...said, $("#read-win").textContent, sum].filter(Boolean).join(" ");
}

/** Write the state of the hand under the buttons; `bad` asks for attention. @param {string} text @param {boolean} [bad] */
export function drawState(text, bad = false) {
  const notice = $("#read-problem");
  notice.hidden = !bad;
  notice.textContent = bad ? text : "";
  $("#read-state").textContent = bad ? "" : text;
}
