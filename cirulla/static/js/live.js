/**
 * Keep a match's page up to date while somebody looks at it: htmx asks for the part that changes, the service
 * answers 204 until it has. Hands that were opened stay open; the dot says when the service was last heard.
 */

const EVERY = 4000;
const beat = document.getElementById("beat");
/** @type {Set<string> | null} */
let opened = null;

const time = () => new Date().toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });
let heard = time();

/** @param {boolean} ok */
function show(ok) {
  if (ok) heard = time();
  if (!beat) return;
  beat.classList.toggle("wait", !ok);
  beat.textContent = ok ? (beat.dataset.live ?? "") : `${beat.dataset.late} ${heard}`;
}

function look() {
  const live = document.getElementById("live");
  // A finished match has nothing left to ask for.
  if (!document.hidden && live?.hasAttribute("hx-get")) live.dispatchEvent(new CustomEvent("look"));
}

document.body.addEventListener("htmx:beforeSwap", () => {
  opened = new Set([...document.querySelectorAll("details.hand[open]")].map((hand) => hand.id));
});
document.body.addEventListener("htmx:afterSettle", () => {
  opened?.forEach((id) => document.getElementById(id)?.setAttribute("open", ""));
  opened = null;
});
document.body.addEventListener("htmx:afterRequest", (event) => {
  const status = /** @type {CustomEvent} */ (event).detail.xhr.status;
  show(status === 200 || status === 204);
});
document.addEventListener("visibilitychange", look);
setInterval(look, EVERY);
show(true);
