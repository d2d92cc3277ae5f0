/** A sentence on the live strip, for a while: what was saved, what was refused. It never covers the grid. */

import { $ } from "./page.js";
import { say } from "./say.js";

export const FRESH_MS = 8000;
let timer = 0;
let staying = false;

/**
 * Show a sentence with one button; the clock stands still while it has the focus or the pointer. With `stay` it lies
 * there until it is pressed or another takes its place.
 * @param {string} text @param {{bad?: boolean, button?: string, press?: () => void, stay?: boolean}} [options]
 */
export function toast(text, { bad = false, button = "", press, stay = false } = {}) {
  const box = $(".toast");
  const action = /** @type {HTMLButtonElement} */ (box.querySelector("button"));
  const hide = () => {
    box.hidden = true;
  };
  const hold = () => clearTimeout(timer);
  const wind = () => {
    hold();
    if (stay) return;
    timer = window.setTimeout(hide, FRESH_MS);
  };
  /** @type {HTMLElement} */ (box.querySelector("span")).textContent = text;
  box.classList.toggle("bad", bad);
  action.textContent = button || say("close");
  action.onclick = () => {
    hide();
    press?.();
  };
  box.onpointerenter = action.onfocus = hold;
  box.onpointerleave = action.onblur = wind;
  staying = stay;
  box.hidden = false;
  wind();
}

/** Take away a sentence that stays: what it says is kept within reach elsewhere. */
export function hush() {
  if (staying) $(".toast").hidden = true;
}
