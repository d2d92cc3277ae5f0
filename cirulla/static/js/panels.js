/** Draw and read the panels of the two quick ways to count, and the tabs between them and the grid. */

import { FLAGS, formWith, nextHolder, shown } from "./forms.js";
import { setForm, setMode } from "./hand.js";
import { $ } from "./page.js";
import { say } from "./say.js";

/** @typedef {import("./hand.js").Hand} Hand */
/** @typedef {import("./grid.js").Sheet} Sheet */

const FIELDS = /** @type {NodeListOf<HTMLInputElement | HTMLSelectElement>} */ (document.querySelectorAll("[data-field]"));

/** @param {Sheet} sheet @param {Hand} hand */
export function drawPanels(sheet, hand) {
  for (const tab of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-mode]"))) {
    const chosen = tab.dataset.mode === hand.mode;
    tab.setAttribute("aria-selected", String(chosen));
    tab.tabIndex = chosen ? 0 : -1;
    $(`#${tab.getAttribute("aria-controls")}`).hidden = !chosen;
  }
  for (const field of FIELDS) {
    const value = shown(hand, String(field.dataset.field));
    if (field !== document.activeElement || field.tagName === "SELECT") field.value = value;
  }
  for (const flag of FLAGS) {
    const button = document.querySelector(`[data-flag="${flag}"]`);
    if (!button) continue;
    const holder = shown(hand, flag);
    const side = holder === "" || holder === "-" ? null : sheet.sides[Number(holder)];
    /** @type {HTMLElement} */ (button).dataset.o = String(side ? sheet.order.indexOf(side.index) + 1 : 0);
    /** @type {HTMLElement} */ (button.querySelector(".owner")).textContent = side?.letter ?? "";
    const who = side?.inline ?? say(holder === "-" ? "nobody" : "not_said");
    /** @type {HTMLElement} */ (button.querySelector("small")).textContent = who;
    button.setAttribute("aria-label", `${/** @type {HTMLElement} */ (button).dataset.name}: ${who}`);
  }
}

/**
 * Listen to tabs and fields.
 * @param {{read: () => Hand, write: (hand: Hand) => void}} page
 */
export function listenPanels({ read, write }) {
  document.addEventListener("click", (event) => {
    const button = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (event.target).closest("button"));
    if (button?.dataset.mode) write(setMode(read(), /** @type {Hand["mode"]} */ (button.dataset.mode)));
    else if (button?.dataset.flag) {
      const hand = read();
      write(setForm(hand, formWith(hand, button.dataset.flag, nextHolder(hand, button.dataset.flag))));
    }
  });
  document.addEventListener("input", (event) => {
    const field = /** @type {HTMLInputElement} */ (event.target);
    if (!field.dataset.field) return;
    const hand = read();
    const value = field.type === "number" ? field.value.replace(/\D/g, "").slice(0, 2) : field.value;
    write(setForm(hand, formWith(hand, field.dataset.field, value)));
  });
  document.querySelector("[role=tablist]")?.addEventListener("keydown", (event) => {
    const key = /** @type {KeyboardEvent} */ (event).key;
    const tabs = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-mode]")]);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (!step) return;
    const next = tabs[(tabs.indexOf(/** @type {HTMLElement} */ (document.activeElement)) + step + tabs.length) % tabs.length];
    next.focus();
    next.click();
  });
}
