/** The read-back: what was counted, in two or more sentences both sides can read, and where it leaves the match. */

import { shown } from "./forms.js";
import { buone, pile, scope } from "./hand.js";
import { $ } from "./page.js";
import { list, say } from "./say.js";

/** @typedef {import("./hand.js").Hand} Hand */
/** @typedef {import("./grid.js").Sheet} Sheet */

/**
 * Say what one side has, as a list of parts. Without `score` only what was counted is told.
 * @param {Hand} hand @param {number} side @param {Record<string, number> | null} score @param {any[]} lines
 * @returns {string[]}
 */
function parts(hand, side, score, lines) {
  const told = hand.mode === "points" ? flags(score) : counted(hand, side);
  if (score?.primiera) {
    const params = lines.find((line) => line.side === side && line.message_key === "primiera_best")?.params;
    const other = params ? Math.max(...params.others.map(Number)) : 0;
    told.push(other ? say("the_primiera_of", { a: params.value, b: other }) : say("the_primiera"));
  }
  if (score?.piccola) told.push(say("the_piccola", { points: score.piccola }));
  if (score?.grande) told.push(say("the_grande", { points: score.grande }));
  if (score?.re_bello) told.push(say("the_re_bello"));
  const scopes = scope(hand, side);
  if (scopes) told.push(say("scope", { n: scopes }));
  if (hand.mode === "points" && score?.buone) told.push(say("the_buone", { points: score.buone }));
  else for (const mark of buone(hand, side)) told.push(`${mark.name ?? say("buona")}\u00a0${mark.points ?? ""}`.toLowerCase());
  if (score?.dealer) told.push(say("the_dealer_table", { points: score.dealer }));
  if (score?.cappotto) told.push(say("the_cappotto", { points: score.cappotto }));
  return told;
}

/** @param {Hand} hand @param {number} side @returns {string[]} */
function counted(hand, side) {
  const cards = pile(hand, side);
  const carte = hand.mode === "counts" ? Number(shown(hand, `carte${side}`)) : cards.length;
  const told = [say("cards", { n: carte }), say("denari", { n: cards.filter((card) => card[1] === "D").length })];
  return cards.includes("7D") ? [...told, say("the_settebello")] : told;
}

/** @param {Record<string, number> | null} score @returns {string[]} */
function flags(score) {
  return ["carte", "denari", "settebello"].filter((key) => score?.[key]).map((key) => say(`the_${key}`));
}

/**
 * Fill the page. `points` null: the service has not answered, so no figure is shown that it would have to say.
 * @param {Sheet} sheet @param {Hand} hand @param {import("./points.js").Points | null} points
 */
export function drawReadback(sheet, hand, points) {
  const score = points?.whole ? points.score : null;
  for (const side of sheet.sides) {
    const said = $(`[data-said="${side.index}"]`);
    const mine = score?.sides[side.index] ?? null;
    const told = list(parts(hand, side.index, mine, points?.explanation ?? [])) || say("nothing_told");
    const end = document.createElement("span");
    end.className = "pts";
    end.textContent = mine ? say("points", { n: mine.total }) : "";
    said.replaceChildren(mine ? `${told}: ` : `${told}.`, end);
    // A game of a series that ends leaves the totals of the next one: there the sum is what is read aloud.
    const folded = sheet.ruleset.best_of === 1 ? points?.totals?.[side.index] : undefined;
    const after = mine ? (folded ?? side.total + mine.total) : null;
    const figure = $(`[data-sum="${side.index}"]`);
    /** @type {HTMLElement} */ (figure.querySelector(".num")).textContent = after === null ? "" : String(after);
    /** @type {HTMLElement} */ (figure.querySelector(".how")).textContent = mine ? say("sum", { before: side.total, points: mine.total }) : "";
  }
  const wins = score ? score.wins_match : null;
  $("#read-win").textContent = typeof wins === "number" ? say("wins_at_once", { side: sheet.sides[wins].label }) : "";
}

/** Write the state of the hand under the buttons; `bad` asks for attention. @param {string} text @param {boolean} [bad] */
export function drawState(text, bad = false) {
  const notice = $("#read-problem");
  notice.hidden = !bad;
  notice.textContent = bad ? text : "";
  $("#read-state").textContent = bad ? "" : text;
}
