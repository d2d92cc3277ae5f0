/** Draw a hand on the entry page: cells, totals, live strip, footer. Reads the hand, changes the page, decides nothing. */

import { missing } from "./forms.js";
import { buone, owner, pile, restTo, scope } from "./hand.js";
import { $, make } from "./page.js";
import { drawPanels } from "./panels.js";
import { say } from "./say.js";

/** @typedef {import("./hand.js").Hand} Hand */
/**
 * @typedef {{index: number, label: string, inline: string, to: string, letter: string, total: number,
 *   seats: Array<{seat: number, name: string}>}} Side
 * @typedef {{match: string, number: number, dealer: number, dealer_side: number, dealer_name: string, order: number[],
 *   sides: Side[], ruleset: Record<string, any>, urls: {match: string, login: string}}} Sheet
 */

/** Every cell that shows a card, on the grid and among the denari of the counts. */
const cells = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".cell[data-c]")]);

/** @param {string} card @returns {HTMLElement[]} */
export const cellsOf = (card) => cells.filter((cell) => cell.dataset.c === card);

/** @param {HTMLElement} button @param {string} line @param {string} small */
function twoLines(button, line, small) {
  const span = make("span", "", line, make("small", "", small));
  button.replaceChildren(span);
}

/** @param {Sheet} sheet @param {Hand} hand */
function drawCells(sheet, hand) {
  for (const cell of cells) {
    const side = owner(hand, String(cell.dataset.c));
    cell.dataset.o = String(side === null ? 0 : sheet.order.indexOf(side) + 1);
    /** @type {HTMLElement} */ (cell.querySelector(".owner")).textContent = side === null ? "" : sheet.sides[side].letter;
    cell.setAttribute("aria-label", `${cell.dataset.name}: ${side === null ? say("free") : sheet.sides[side].inline}`);
  }
}

/** @param {Sheet} sheet @param {Hand} hand */
function drawFoot(sheet, hand) {
  const counts = sheet.order.map((side) => pile(hand, side).length);
  const free = pile(hand, null).length;
  const go = /** @type {HTMLButtonElement} */ ($("#go"));
  const rest = sheet.sides[restTo(hand, sheet.sides.length)];
  const between = sheet.sides.length === 2 ? say("between") : "-";
  const tally = counts.join(between);
  const open = hand.mode === "cards" ? 0 : missing(hand);
  go.disabled = hand.mode === "cards" ? free === 40 : open > 0;
  go.dataset.act = hand.mode === "cards" && free ? "rest" : "read";
  if (hand.mode !== "cards") twoLines(go, say("read_back"), open ? say("to_fill", { n: open }) : say("all_told"));
  else if (free === 40 && sheet.sides.length === 2) {
    twoLines(go, say("one_tap", { side: sheet.sides[hand.pen].inline }), say("two_taps", { side: rest.inline }));
  } else if (free === 40) twoLines(go, say("one_tap", { side: sheet.sides[hand.pen].inline }), say("pen_first"));
  else if (free) twoLines(go, say("rest_to", { side: rest.to }), `${tally}, ${say("missing", { n: free })}`);
  else twoLines(go, say("read_back"), `${tally}, ${say("all_there")}`);
  /** @type {HTMLButtonElement} */ ($("#undo")).disabled = hand.past.length === 0;
  twoLines(
    $(".opener"),
    say("scope_so_far", { counts: sheet.order.map((side) => scope(hand, side)).join(between) }),
    say("buone_so_far", { counts: sheet.order.map((side) => buone(hand, side).length).join(between) }),
  );
}

/**
 * Draw the hand; the points come later, by `drawPoints`.
 * @param {Sheet} sheet @param {Hand} hand
 */
export function draw(sheet, hand) {
  drawCells(sheet, hand);
  drawPanels(sheet, hand);
  drawFoot(sheet, hand);
  const started = hand.past.length > 0 || hand.marks.length > 0;
  $(".where").hidden = started;
  for (const total of document.querySelectorAll("[data-pen]")) {
    total.setAttribute("aria-pressed", String(Number(/** @type {HTMLElement} */ (total).dataset.pen) === hand.pen));
  }
  document.querySelectorAll(".cell.wrong").forEach((cell) => cell.classList.remove("wrong"));
}

// The dealer's table is marked as scope (RULES 7.1) and told there.
const TOLD_AS = { scope: ["scope", "dealer"] };

/**
 * Write the points into their places; null empties them.
 * @param {Sheet} sheet @param {Hand} hand @param {any} score
 */
export function drawPoints(sheet, hand, score) {
  for (const slot of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-slot]"))) {
    const keys = TOLD_AS[/** @type {"scope"} */ (slot.dataset.slot)] ?? [slot.dataset.slot];
    let any = false;
    slot.querySelectorAll("b").forEach((figure, place) => {
      const side = score?.sides[sheet.order[place]];
      const points = side ? keys.reduce((sum, key) => sum + (side[key] || 0), 0) : 0;
      figure.textContent = points ? String(points) : "";
      any ||= points > 0;
    });
    slot.classList.toggle("on", any);
  }
  for (const side of sheet.sides) {
    const points = score?.sides[side.index].total;
    const total = $(`[data-pen="${side.index}"]`);
    /** @type {HTMLElement} */ (total.querySelector(".plus")).textContent = points === undefined ? "" : `+${points}`;
    total.setAttribute(
      "aria-label",
      say("total", { side: side.label, total: side.total, points: points ?? 0, cards: pile(hand, side.index).length }),
    );
  }
}
