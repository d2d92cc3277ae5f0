/** A sentence on the live strip, for a while: what was saved, what was refused. It never covers the grid. */

import { $ } from "./page.js";
import { say } from "./say.js";

export const FRESH_MS = 8000;
let timer = 0;

/**
 * Show a sentence with one button; the clock stands still while it has the focus or the pointer.
 * @param {string} text @param {{bad?: boolean, button?: string, press?: () => void}} [options]
 */
export function toast(text, { bad = false, button = "", press } = {}) {
  const box = $(".toast");
  const action = /** @type {HTMLButtonElement} */ (box.querySelector("button"));
  const hide = () => {
    box.hidden = true;
  };
  const hold = () => clearTimeout(timer);
  const wind = () => {
    hold();
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
  box.hidden = false;
  wind();
}
