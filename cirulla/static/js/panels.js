/** Draw and read the panels of the two quick ways to count, and the tabs between them and the grid. */

import { COUNTED_SUITS, FLAGS, bestWith, formWith, nextHolder, shown } from "./forms.js";
import { setForm } from "./hand.js";
import { $, set, write } from "./page.js";
import { say } from "./say.js";

/** @typedef {import("./hand.js").Hand} Hand */
/** @typedef {import("./grid.js").Sheet} Sheet */

const TABS = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-mode]")]);
const BEST = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-best]"));
const OTHERS = /** @type {NodeListOf<HTMLSelectElement>} */ (document.querySelectorAll("[data-best-other]"));

/**
 * Show a button's owner by place, letter and words; null: nobody yet.
 * @param {Sheet} sheet @param {HTMLElement} button @param {number | null} side @param {string} nobody
 */
function drawOwner(sheet, button, side, nobody) {
  set(button, "data-o", String(side === null ? 0 : sheet.order.indexOf(side) + 1));
  write(/** @type {Element} */ (button.querySelector(".owner")), side === null ? "" : sheet.sides[side].letter);
  const who = side === null ? nobody : sheet.sides[side].inline;
  const small = button.querySelector("small");
  if (small) write(small, who);
  set(button, "aria-label", `${button.dataset.name}: ${who}`);
}

/** Draw the best card of each suit, for two sides. @param {Sheet} sheet @param {Hand} hand */
function drawBest(sheet, hand) {
  for (const button of BEST) {
    const [rank, suit] = String(button.dataset.best);
    const side = [0, 1].find((one) => shown(hand, `best${suit}${one}`, 2) === rank);
    drawOwner(sheet, button, side ?? null, say("not_said"));
  }
  for (const select of OTHERS) {
    const suit = String(select.dataset.bestOther);
    const rare = [0, 1].map((side) => shown(hand, `best${suit}${side}`, 2)).find((rank) => [...select.options].some(({ value }) => value && value === rank));
    if (select.value !== (rare ?? "")) select.value = rare ?? "";
  }
}

/** @type {Hand["mode"] | ""} */
let open = "";

/** Show the panel of a way of counting, and its tab as chosen. @param {Hand["mode"]} mode */
function drawTabs(mode) {
  if (mode === open) return;
  open = mode;
  for (const tab of TABS) {
    const chosen = tab.dataset.mode === mode;
    set(tab, "aria-selected", String(chosen));
    tab.tabIndex = chosen ? 0 : -1;
    $(`#${tab.getAttribute("aria-controls")}`).hidden = !chosen;
  }
}

/** @param {string} panel @returns {Array<HTMLInputElement | HTMLSelectElement>} */
const fieldsOf = (panel) => [...document.querySelectorAll(`${panel} [data-field]`)].map((field) => /** @type {HTMLInputElement} */ (field));
const FIELDS = { cards: [], counts: fieldsOf("#counts-panel"), points: fieldsOf("#points-panel") };

/** @param {Sheet} sheet @param {Hand} hand */
function drawFields(sheet, hand) {
  for (const field of FIELDS[hand.mode]) {
    const value = shown(hand, String(field.dataset.field), sheet.sides.length);
    if (field.value !== value && (field !== document.activeElement || field.tagName === "SELECT")) field.value = value;
    const side = /\d$/.exec(String(field.dataset.field))?.[0];
    field.disabled = hand.half !== null && side !== undefined && Number(side) !== hand.half;
  }
}

/** Draw the holders of the points of a paper sheet. @param {Sheet} sheet @param {Hand} hand */
function drawFlags(sheet, hand) {
  for (const flag of FLAGS) {
    const holder = shown(hand, flag, sheet.sides.length);
    const side = holder === "" || holder === "-" ? null : Number(holder);
    drawOwner(sheet, $(`[data-flag="${flag}"]`), side, say(holder === "-" ? "nobody" : "not_said"));
  }
}

/** Draw the tabs and the panel that is open; the other one is drawn when it opens. @param {Sheet} sheet @param {Hand} hand */
export function drawPanels(sheet, hand) {
  drawTabs(hand.mode);
  drawFields(sheet, hand);
  if (hand.mode === "points") drawFlags(sheet, hand);
  else if (hand.mode === "counts" && sheet.sides.length === 2) drawBest(sheet, hand);
}

/** Give the best card of a suit that is seldom one to the side without its 7. @param {Hand} hand @param {string} suit @param {string} rank */
function otherBest(hand, suit, rank) {
  const name = (/** @type {number} */ side) => `best${suit}${side}`;
  const seven = [0, 1].find((side) => shown(hand, name(side), 2) === "7");
  const side = seven === undefined ? hand.pen : 1 - seven;
  return formWith(hand, name(side), rank, 2);
}

/**
 * Listen to tabs and fields.
 * @param {number} sides @param {{read: () => Hand, write: (hand: Hand) => void, switchTo: (mode: Hand["mode"]) => void}} page
 */
export function listenPanels(sides, { read, write, switchTo }) {
  document.addEventListener("click", (event) => {
    const button = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (event.target).closest("button"));
    const { mode, flag, best } = button?.dataset ?? {};
    const hand = read();
    if (mode) switchTo(/** @type {Hand["mode"]} */ (mode));
    else if (flag) write(setForm(hand, formWith(hand, flag, nextHolder(hand, flag, sides), sides)));
    else if (best) write(setForm(hand, bestWith(hand, best[1], best[0], sides)));
  });
  document.addEventListener("input", (event) => {
    const field = /** @type {HTMLInputElement} */ (event.target);
    const hand = read();
    const { field: name, bestOther } = field.dataset;
    if (bestOther && COUNTED_SUITS.includes(bestOther)) write(setForm(hand, otherBest(hand, bestOther, field.value)));
    if (!name) return;
    const value = field.type === "number" ? field.value.replace(/\D/g, "").slice(0, 2) : field.value;
    write(setForm(hand, formWith(hand, name, value, sides)));
  });
  document.querySelector("[role=tablist]")?.addEventListener("keydown", (event) => {
    const { key } = /** @type {KeyboardEvent} */ (event);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (!step) return;
    const next = TABS[(TABS.indexOf(/** @type {HTMLElement} */ (document.activeElement)) + step + TABS.length) % TABS.length];
    next.focus();
    next.click();
  });
}
