/**
 * How this reader likes the page: for the left hand, in large type, as a list, read aloud, awake. Kept on this phone alone.
 *
 * Theme, pack and colours of the suits are the service's cookies, because the pages are drawn by them.
 */

import { say } from "./say.js";

const KEY = "cirulla:reader";
export const LIKES = /** @type {const} */ (["lefty", "large", "list", "voice", "wake"]);
/** @typedef {typeof LIKES[number]} Like */

/** @returns {Partial<Record<Like, boolean>>} */
function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

let likes = read();

/** @param {Like} name */
export const liked = (name) => likes[name] === true;

/** Keep a preference and follow it. @param {Like} name @param {boolean} on */
export function like(name, on) {
  likes = { ...likes, [name]: on };
  try {
    localStorage.setItem(KEY, JSON.stringify(likes));
  } catch {
    // It holds until the page is closed.
  }
  apply();
}

/** @type {WakeLockSentinel | null} */
let lock = null;

async function stayAwake() {
  if (!likes.wake) {
    await lock?.release();
    lock = null;
  } else if (!document.hidden && (!lock || lock.released)) {
    // A phone that refuses, for an empty battery, goes dark as it always did.
    lock = await navigator.wakeLock?.request("screen").catch(() => null) ?? null;
  }
}

/** Draw the page as the reader likes it. */
export function apply() {
  document.documentElement.classList.toggle("lefty", likes.lefty === true);
  document.documentElement.classList.toggle("large", likes.large === true);
  document.documentElement.classList.toggle("as-list", likes.list === true);
  document.querySelector("#as-list")?.setAttribute("aria-pressed", String(likes.list === true));
  for (const box of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("[data-like]"))) {
    box.checked = likes[/** @type {Like} */ (box.dataset.like)] === true;
  }
  void stayAwake();
}

/** Read a text aloud in the page's language; what was being read stops. @param {string} text */
export function aloud(text) {
  if (!("speechSynthesis" in window)) return;
  speechSynthesis.cancel();
  const said = new SpeechSynthesisUtterance(text.replace(/\u00a0/g, " "));
  said.lang = say("speech_language");
  speechSynthesis.speak(said);
}

/** Listen to the switches. */
export function listenReader() {
  document.addEventListener("change", (event) => {
    const box = /** @type {HTMLInputElement} */ (event.target);
    if (box.dataset.like) like(/** @type {Like} */ (box.dataset.like), box.checked);
  });
  document.addEventListener("visibilitychange", () => void stayAwake());
  apply();
}
