/**
 * The cards as a list, a radio group for each: for who hears the page instead of seeing it.
 *
 * The list is made when it is first wanted and stands in the place of the grid; both show the same hand.
 */

import { owner } from "./hand.js";
import { $, make } from "./page.js";
import { like, liked } from "./reader.js";
import { say } from "./say.js";

/** @typedef {import("./grid.js").Sheet} Sheet */
/** @typedef {import("./hand.js").Hand} Hand */

/** The choices of each card: the sides in the order of the page, then nobody. @type {Map<string, HTMLInputElement[]>} */
const groups = new Map();

/** @param {Sheet} sheet @param {string} card @param {number | null} side */
function choice(sheet, card, side) {
  const input = /** @type {HTMLInputElement} */ (make("input", ""));
  input.type = "radio";
  input.name = `of-${card}`;
  input.value = side === null ? "" : String(side);
  input.dataset.of = card;
  return { input, label: make("label", "pick", input, side === null ? say("free") : sheet.sides[side].inline) };
}

/** Make the list, suit by suit. @param {Sheet} sheet */
function build(sheet) {
  const cells = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".grid > .cell")]);
  const inOrder = [..."HDCS"].flatMap((suit) => cells.filter((cell) => cell.dataset.c?.[1] === suit));
  $(".grid").append(make("div", "card-list", ...inOrder.map((cell) => {
    const card = String(cell.dataset.c);
    const choices = [...sheet.order, null].map((side) => choice(sheet, card, side));
    groups.set(card, choices.map(({ input }) => input));
    return make("fieldset", "", make("legend", "", String(cell.dataset.name)), ...choices.map(({ label }) => label));
  })));
}

/** Show whose each card is, where the reader likes the list. @param {Sheet} sheet @param {Hand} hand */
export function drawChoices(sheet, hand) {
  if (!liked("list")) return;
  if (!groups.size) build(sheet);
  for (const [card, inputs] of groups) {
    const side = owner(hand, card);
    for (const input of inputs) input.checked = input.value === (side === null ? "" : String(side));
  }
}

/**
 * Listen to the choices, to the switch, and to the button before the page that does the same as the switch.
 * @param {{redraw: () => void, give: (card: string, side: number | null) => void}} page
 */
export function listenChoices({ redraw, give }) {
  document.addEventListener("change", (event) => {
    const { dataset, value } = /** @type {HTMLInputElement} */ (event.target);
    if (dataset.like === "list") redraw();
    if (dataset.of) give(dataset.of, value === "" ? null : Number(value));
  });
  $("#as-list").addEventListener("click", () => {
    like("list", !liked("list"));
    redraw();
    const first = liked("list") ? ".card-list input:checked" : ".grid .cell";
    $(first).focus();
  });
}
