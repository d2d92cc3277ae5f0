/**
 * Start a match in a few taps: a name that played lately goes to the next free seat, and back; the dealers are named by
 * who sits there. Without this the form speaks of places and every name is typed.
 */

const seats = /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll("input[name^=seat_]")]);
const dealers = [...document.querySelectorAll("input[name=first_dealer]")];
const chips = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".chip")]);
const fifth = /** @type {HTMLDetailsElement | null} */ (document.querySelector(".fifth"));

/** @param {string} name */
const plain = (name) => name.trim().toLocaleLowerCase();

/** @param {string} name */
const placeOf = (name) => seats.findIndex((seat) => plain(seat.value) === plain(name));

function draw() {
  for (const [place, dealer] of dealers.entries()) {
    const seat = seats[place];
    const label = /** @type {HTMLElement} */ (dealer.closest("label"));
    const text = /** @type {HTMLElement} */ (label.querySelector("span"));
    text.dataset.place ??= text.textContent ?? "";
    text.textContent = seat?.value.trim() || text.dataset.place;
    label.hidden = place > 1 && !seat?.value.trim();
  }
  for (const chip of chips) {
    const place = placeOf(String(chip.dataset.name));
    chip.setAttribute("aria-pressed", String(place >= 0));
    chip.dataset.place = place >= 0 ? String(place + 1) : "";
  }
}

/** Seat a name, or let it stand up again. @param {string} name */
function toggle(name) {
  const place = placeOf(name);
  const seat = seats[place >= 0 ? place : seats.findIndex((one) => !one.value.trim())];
  if (!seat) return;
  seat.value = place >= 0 ? "" : name;
  if (fifth?.contains(seat)) fifth.open = true;
  draw();
}

document.addEventListener("input", draw);
for (const chip of chips) chip.addEventListener("click", () => toggle(String(chip.dataset.name)));
draw();
