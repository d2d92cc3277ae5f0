/** Draw a hand on the entry page: cells, totals, live strip, footer. Reads the hand, changes the page, decides nothing. */

import { freeDenari, missing } from "./forms.js";
import { buone, owner, pile, restTo, scope, touched } from "./hand.js";
import { $, make, set, write } from "./page.js";
import { drawPanels } from "./panels.js";
import { liked } from "./reader.js";
import { say } from "./say.js";

/** @typedef {import("./hand.js").Hand} Hand */
/**
 * @typedef {{index: number, label: string, inline: string, to: string, letter: string, total: number,
 *   seats: Array<{seat: number, name: string}>}} Side
 * @typedef {import("./doc.js").Doc & {version: number, state: string, totals: number[] | null}} Correction
 * @typedef {{match: string, number: number, dealer: number, dealer_side: number, dealer_name: string, order: number[],
 *   sides: Side[], ruleset: Record<string, any>, odds: Record<string, number[]>, redeals: number,
 *   correction: Correction | null, urls: {match: string, login: string}}} Sheet
 */

/**
 * The cells that show a card, on the grid and among the denari of the counts, each with the owner it shows now.
 * @type {Array<{cell: HTMLElement, card: string, letter: Element, side: number | null | undefined}>}
 */
const cells = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".cell[data-c]")])
  .map((cell) => ({ cell, card: String(cell.dataset.c), letter: /** @type {Element} */ (cell.querySelector(".owner")), side: undefined }));
const wrong = document.getElementsByClassName("wrong");
const totals = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-pen]")]);
// The dealer's table is marked as scope (RULES 7.1) and told there.
const slots = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-slot]")]).map((slot) => ({
  slot, keys: slot.dataset.slot === "scope" ? ["scope", "dealer"] : [String(slot.dataset.slot)], figures: [...slot.querySelectorAll("b")],
}));

/** Mark a card that cannot be where it is; the next change takes the mark away. @param {string} card */
export const markWrong = (card) => cells.forEach((one) => { if (one.card === card) one.cell.classList.add("wrong"); });

/** @param {HTMLElement} button @param {string} line @param {string} small */
function twoLines(button, line, small) {
  if (!button.firstElementChild) button.replaceChildren(make("span", "", make("b", ""), make("small", "")));
  write(/** @type {Element} */ (button.querySelector("b")), line);
  write(/** @type {Element} */ (button.querySelector("small")), small);
}

/** @param {Sheet} sheet @param {Hand} hand */
function drawCells(sheet, hand) {
  for (const one of cells) {
    const { cell, card, letter } = one;
    const side = owner(hand, card);
    if (side === one.side) continue;
    one.side = side;
    set(cell, "data-o", String(side === null ? 0 : sheet.order.indexOf(side) + 1));
    write(letter, side === null ? "" : sheet.sides[side].letter);
    set(cell, "aria-label", `${cell.dataset.name}: ${side === null ? say("free") : sheet.sides[side].inline}`);
  }
}

/** The words of the main button, and what it does: `rest`, `read`, or nothing yet. @param {Sheet} sheet @param {Hand} hand */
function nextStep(sheet, hand) {
  const sides = sheet.sides.length;
  const between = sides === 2 ? say("between") : "-";
  const to = sheet.sides[restTo(hand, sides)];
  if (hand.end) return { act: "read", ready: true, words: [say("read_back"), say(`end_${hand.end.mode}`)] };
  if (hand.mode !== "cards") {
    const free = hand.half === null && hand.mode === "counts" ? freeDenari(hand).length : 0;
    if (free && free < 10) return { act: "rest", ready: true, words: [say("rest_to", { side: to.to }), say("denari_missing", { n: free })] };
    const open = missing(hand, sides);
    return { act: "read", ready: !open, words: [say("read_back"), open ? say("to_fill", { n: open }) : say("all_told")] };
  }
  if (hand.half !== null) {
    const mine = pile(hand, hand.half).length;
    return { act: "read", ready: mine > 0, words: [say("read_back"), say("only_these", { n: mine, side: sheet.sides[hand.half].inline })] };
  }
  const free = pile(hand, null).length;
  const tally = sheet.order.map((side) => pile(hand, side).length).join(between);
  if (free === 40) {
    if (liked("list")) return { act: "rest", ready: false, words: [say("read_back"), say("missing", { n: free })] };
    const second = sides === 2 ? say("two_taps", { side: to.inline }) : say("pen_first");
    return { act: "rest", ready: false, words: [say("one_tap", { side: sheet.sides[hand.pen].inline }), second] };
  }
  if (free) return { act: "rest", ready: true, words: [say("rest_to", { side: to.to }), `${tally}, ${say("missing", { n: free })}`] };
  return { act: "read", ready: true, words: [say("read_back"), `${tally}, ${say("all_there")}`] };
}

/** Write a count a side, or of many sides what they are together. @param {number[]} counts */
function inShort(counts) {
  if (counts.length > 3) return String(counts.reduce((sum, count) => sum + count, 0));
  return counts.join(counts.length === 2 ? say("between") : "-");
}

/** @param {Sheet} sheet @param {Hand} hand */
function drawFoot(sheet, hand) {
  const go = /** @type {HTMLButtonElement} */ ($("#go"));
  const { act, ready, words } = nextStep(sheet, hand);
  go.disabled = !ready;
  go.dataset.act = act;
  twoLines(go, words[0], words[1]);
  /** @type {HTMLButtonElement} */ ($("#undo")).disabled = hand.past.length === 0;
  /** @type {HTMLButtonElement} */ ($("#redo")).disabled = hand.future.length === 0;
  twoLines(
    $(".opener"),
    say("scope_so_far", { counts: inShort(sheet.order.map((side) => scope(hand, side))) }),
    say("buone_so_far", { counts: inShort(sheet.order.map((side) => buone(hand, side).length)) }),
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
  $(".where").hidden = touched(hand) || hand.correcting;
  for (const total of totals) set(total, "aria-pressed", String(Number(total.dataset.pen) === hand.pen));
  /** @type {HTMLInputElement} */ ($("#half")).checked = hand.half !== null;
  for (const cell of [...wrong]) cell.classList.remove("wrong");
}

/**
 * Write the points into their places; null empties them.
 * @param {Sheet} sheet @param {Hand} hand @param {Array<Record<string, number>> | null} sides
 */
export function drawPoints(sheet, hand, sides) {
  for (const { slot, keys, figures } of slots) {
    let any = false;
    figures.forEach((figure, place) => {
      const side = sides?.[sheet.order[place]];
      const points = side ? keys.reduce((sum, key) => sum + (side[key] || 0), 0) : 0;
      write(figure, points ? String(points) : "");
      any ||= points > 0;
    });
    slot.classList.toggle("on", any);
  }
  for (const side of sheet.sides) {
    const points = sides?.[side.index].total;
    const total = $(`[data-pen="${side.index}"]`);
    write(/** @type {Element} */ (total.querySelector(".plus")), points === undefined ? "" : `+${points}`);
    set(
      total, "aria-label",
      say("total", { side: side.label, total: side.total, points: points ?? 0, cards: pile(hand, side.index).length }),
    );
  }
}
