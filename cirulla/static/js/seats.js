/** Name the dealers by who sits there, and hide the seats nobody has; without this the form speaks of places. */

const dealers = [...document.querySelectorAll("input[name=first_dealer]")];

function nameDealers() {
  for (const [place, dealer] of dealers.entries()) {
    const seat = /** @type {HTMLInputElement | null} */ (document.querySelector(`[name=seat_${place}]`));
    const label = /** @type {HTMLElement} */ (dealer.closest("label"));
    const text = /** @type {HTMLElement} */ (label.querySelector("span"));
    text.dataset.place ??= text.textContent ?? "";
    text.textContent = seat?.value.trim() || text.dataset.place;
    label.hidden = place > 1 && !seat?.value.trim();
  }
}

document.addEventListener("input", nameDealers);
nameDealers();
