/** Keep the scoreboard's screen awake, and turn its far half for those who sit on the same side of the table. */

const KEPT = "board-same-way";
/** @type {WakeLockSentinel | null} */
let lock = null;

function keptWay() {
  try {
    return localStorage.getItem(KEPT) === "1";
  } catch {
    return false;
  }
}

let sameWay = keptWay();

function show() {
  document.querySelector(".board-page")?.classList.toggle("same-way", sameWay);
  const turn = /** @type {HTMLElement | null} */ (document.querySelector("[data-turn]"));
  if (!turn) return;
  turn.hidden = false;
  turn.setAttribute("aria-pressed", String(sameWay));
}

async function stayAwake() {
  if (document.hidden || !("wakeLock" in navigator)) return;
  try {
    lock = await navigator.wakeLock.request("screen");
  } catch {
    // A phone that refuses, to spare its battery, refuses without a word.
    lock = null;
  }
}

document.addEventListener("click", (event) => {
  if (!(event.target instanceof Element) || !event.target.closest("[data-turn]")) return;
  sameWay = !sameWay;
  try {
    localStorage.setItem(KEPT, sameWay ? "1" : "0");
  } catch {
    // Not kept: the next visit begins turned round again.
  }
  show();
});
document.addEventListener("visibilitychange", stayAwake);
document.body.addEventListener("htmx:afterSettle", show);
show();
stayAwake();
