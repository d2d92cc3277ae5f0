/** Choose the owner of one card from a list: opened by a long press, the menu key or the right button. */

import { $, make } from "./page.js";
import { say } from "./say.js";

/** @typedef {import("./grid.js").Sheet} Sheet */

const HOLD_MS = 450;
const STILL_PX = 12;

/**
 * Listen to long presses on cells of the grid. `give` is told the card and the side, null for nobody.
 * @param {Sheet} sheet @param {(card: string) => number | null} ownerOf @param {(card: string, side: number | null) => void} give
 */
export function listenChooser(sheet, ownerOf, give) {
  const dialog = /** @type {HTMLDialogElement} */ ($("#chooser"));
  let timer = 0;
  let held = false;
  /** @type {{x: number, y: number} | null} */
  let start = null;
  /** @type {HTMLElement | null} */
  let opener = null;

  /** @param {HTMLElement} cell */
  function open(cell) {
    const card = String(cell.dataset.c);
    const owner = ownerOf(card);
    opener = cell;
    $("#chooser h2").textContent = String(cell.dataset.name);
    $("#chooser .choices").replaceChildren(...[...sheet.order, null].map((side) => {
      const place = side === null ? 0 : sheet.order.indexOf(side) + 1;
      const label = side === null ? say("free") : sheet.sides[side].label;
      const button = make("button", "btn full choice");
      const flag = make("span", place ? `flag p${place}` : "flag", side === null ? "0" : sheet.sides[side].letter);
      flag.setAttribute("aria-hidden", "true");
      button.append(flag, label);
      button.setAttribute("type", "button");
      button.setAttribute("aria-pressed", String(side === owner));
      button.addEventListener("click", () => {
        dialog.close();
        if (side !== owner) give(card, side);
      });
      return button;
    }));
    dialog.showModal();
    /** @type {HTMLElement} */ (dialog.querySelector("[aria-pressed=true]"))?.focus();
  }

  /** @param {Event} event */
  const cellOf = (event) => /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (event.target).closest?.(".grid .cell[data-c]"));

  const rest = () => clearTimeout(timer);

  document.addEventListener("pointerdown", (event) => {
    const cell = cellOf(event);
    held = false;
    rest();
    if (!cell || event.button) return;
    start = { x: event.clientX, y: event.clientY };
    timer = window.setTimeout(() => {
      held = true;
      open(cell);
    }, HOLD_MS);
  });
  document.addEventListener("pointermove", (event) => {
    if (start && Math.hypot(event.clientX - start.x, event.clientY - start.y) > STILL_PX) rest();
  });
  for (const name of ["pointerup", "pointercancel", "scroll"]) document.addEventListener(name, rest, { passive: true });
  document.addEventListener("contextmenu", (event) => {
    const cell = cellOf(event);
    if (!cell) return;
    event.preventDefault();
    rest();
    if (!dialog.open) open(cell);
  });
  // The tap that ends a long press is no tap.
  document.addEventListener("click", (event) => {
    if (held && cellOf(event)) event.stopPropagation();
    held = false;
  }, { capture: true });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener("close", () => opener?.focus({ preventScroll: true }));
}
