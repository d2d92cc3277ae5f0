/**
 * The entry page: one hand on one phone, from the first tap to *agreed*.
 *
 * The address says what is open (`#scope`, `#carte`, `#rileggi`), so the phone's back button closes it and a reload
 * comes back to it. Every change is kept on the phone before anything else happens.
 */

import { Problem, Unreachable, save } from "./client.js";
import { cellsOf, draw, drawPoints } from "./grid.js";
import * as hands from "./hand.js";
import { Marks } from "./marks.js";
import { $ } from "./page.js";
import { listenPanels } from "./panels.js";
import { LivePoints, sent, whole } from "./points.js";
import { drawReadback, drawState } from "./readback.js";
import { known, say, tell } from "./say.js";
import * as store from "./store.js";
import { FRESH_MS, toast } from "./toast.js";

/** @type {import("./grid.js").Sheet} */
const sheet = JSON.parse($("#entry-data").textContent ?? "{}");
const SIDES = sheet.sides.length;
const RETRY_MS = 15_000;
const COLUMNS = 4;

/** @returns {import("./hand.js").Hand} */
const newHand = () => hands.fresh({ id: store.uuid(), number: sheet.number, dealer: sheet.dealer, pen: sheet.order[0] });

/** Take up the hand this phone holds for the number to come, or a new one. @returns {import("./hand.js").Hand} */
function current() {
  const kept = store.load(sheet.match, sheet.number);
  // Who deals follows from the hands before, which may have been corrected meanwhile.
  return kept ? { ...kept, dealer: kept.version ? kept.dealer : sheet.dealer } : newHand();
}

let hand = current();
/** The hand saved last and where the match stood before it. @type {{hand: import("./hand.js").Hand, totals: number[]} | null} */
let saved = null;
/** @type {import("./points.js").Points | null} */
let counted = null;
let sending = false;

const points = new LivePoints(sheet.match, SIDES, () => sheet.dealer_side, (answer, error) => {
  counted = answer;
  drawPoints(sheet, hand, answer?.score ?? null);
  if (location.hash === "#rileggi") drawReadback(sheet, hand, answer);
  if (error instanceof Problem) refused(error);
  else if (!error && location.hash === "#rileggi" && !hand.agreed) drawState("");
});

/** Keep the hand on the phone and draw it. @param {import("./hand.js").Hand} next @param {string} [said] */
function change(next, said) {
  hand = next;
  if (!store.keep(sheet.match, hand)) toast(say("not_kept"), { bad: true });
  draw(sheet, hand);
  marks.draw();
  drawPoints(sheet, hand, counted?.score ?? null);
  points.soon(hand);
  if (said) {
    tell(said);
    fresh();
  }
}

const marks = new Marks(sheet, { read: () => hand, write: change, open, back: close });

/** Mark undo for a while after a wide change; the grid is never covered. */
let freshTimer = 0;
function fresh() {
  $("#undo").classList.add("fresh");
  clearTimeout(freshTimer);
  freshTimer = window.setTimeout(() => $("#undo").classList.remove("fresh"), FRESH_MS);
}

/** Open a view by its address. @param {string} address */
function open(address) {
  history.pushState({ ours: true }, "", address);
  show();
}

/** Close the open view: back, unless it was reached from elsewhere (a reload of another day). */
function close() {
  if (history.state?.ours) history.back();
  else {
    history.replaceState(null, "", location.pathname);
    show();
  }
}

/** Where the focus goes back to when a view closes. */
const OPENERS = { "#scope": ".opener", "#carte": '.marks [data-add="buona"]', "#rileggi": "#go" };
let view = "";

/** Show what the address says. */
function show() {
  const before = view;
  view = location.hash;
  const reading = view === "#rileggi" && whole(hand);
  const picking = view === "#carte" && marks.picking !== null;
  const marking = view === "#scope" || (view === "#carte" && !picking);
  $("#grid-view").hidden = reading;
  $("#read-view").hidden = !reading;
  $(".marks").hidden = !marking;
  $(".picker").hidden = !picking;
  $(".scrim").hidden = !marking && !picking;
  if (reading) {
    drawReadback(sheet, hand, counted);
    drawState(hand.agreed ? say("not_sent") : "");
    $("#agree-text").textContent = say(hand.agreed ? "retry" : "agree");
    if (!counted?.whole) void points.now(hand);
    $("#read-title").focus({ preventScroll: true });
    window.scrollTo(0, 0);
  } else if (picking) $(".picker h2").focus({ preventScroll: true });
  else if (marking && before !== "#scope") $(".marks .add").focus({ preventScroll: true });
  else if (!marking && before in OPENERS) $(OPENERS[/** @type {"#scope"} */ (before)]).focus({ preventScroll: true });
}

/** @param {Problem} problem @returns {string} */
function words(problem) {
  const told = problem.errors.map((one) => {
    const side = /^\/sides\/(\d+)/.exec(one.pointer)?.[1];
    const text = known(`problem_${one.code}`) ? say(`problem_${one.code}`) : one.detail;
    return side === undefined ? text : `${sheet.sides[Number(side)]?.label}: ${text}`;
  });
  if (told.length) return told.join(" ");
  return known(`problem_${problem.code}`) ? say(`problem_${problem.code}`) : problem.message;
}

/** @param {string} card */
const wrong = (card) => cellsOf(card).forEach((cell) => cell.classList.add("wrong"));

/** Tell a refusal at its place; nothing that was entered is lost. @param {Problem} problem */
function refused(problem) {
  const body = hands.body(hand, SIDES);
  for (const { pointer } of problem.errors) {
    const place = /^\/sides\/(\d+)\/captured\/(\d+)$/.exec(pointer);
    const table = /^\/dealer_bonus\/table(?:\/(\d+))?$/.exec(pointer);
    if (place) wrong(body.sides[Number(place[1])]?.captured[Number(place[2])]);
    if (table) hand.bonus?.table.filter((_, at) => !table[1] || at === Number(table[1])).forEach(wrong);
  }
  const text = words(problem);
  if (location.hash === "#rileggi") drawState(text, true);
  else toast(text, { bad: true });
  tell(text);
}

/** Open the next hand after the service has this one. @param {any} answer @param {string | null} etag */
function next(answer, etag) {
  const totals = sheet.order.map((side) => answer.score?.sides[side].total ?? "?");
  const done = say("saved", { number: hand.number, points: totals.join(say("between")) });
  store.forget(sheet.match, hand.number);
  if (answer.match.status !== "open") {
    location.assign(sheet.urls.match);
    return;
  }
  saved = { hand: { ...hand, agreed: false, version: etag }, totals: sheet.sides.map((side) => side.total) };
  sheet.sides.forEach((side) => { side.total = answer.match.totals[side.index]; });
  sheet.number = hand.number + 1;
  sheet.dealer = answer.match.next_dealer;
  retitle();
  counted = null;
  hand = { ...current(), mode: hand.mode };
  history.replaceState(null, "", location.pathname);
  show();
  draw(sheet, hand);
  marks.draw();
  drawPoints(sheet, hand, null);
  $("#undo").classList.remove("fresh");
  /** @type {HTMLElement} */ (document.activeElement)?.blur();
  tell(done);
  toast(done, { button: say("correct"), press: correct });
}

/** Take the hand saved last up again: saving it then makes a new revision of it. */
function correct() {
  if (!saved) return;
  const { totals } = saved;
  sheet.number = saved.hand.number;
  sheet.dealer = saved.hand.dealer;
  sheet.sides.forEach((side) => { side.total = totals[side.index]; });
  hand = saved.hand;
  saved = null;
  retitle();
  change(hand);
}

/** @param {number} seat @returns {number} */
function sideOf(seat) {
  return sheet.sides.find((side) => side.seats.some((one) => one.seat === seat))?.index ?? 0;
}

function retitle() {
  const seat = sheet.sides.flatMap((side) => side.seats).find((one) => one.seat === sheet.dealer);
  sheet.dealer_side = sideOf(sheet.dealer);
  $(".where b").textContent = say("hand_number", { number: sheet.number });
  $(".where span").textContent = say("deals", { name: seat?.name ?? "" });
  for (const one of sheet.sides) $(`[data-pen="${one.index}"] .deals`).hidden = one.index !== sheet.dealer_side;
  $("#read-title").textContent = say("hand_number", { number: sheet.number });
  for (const one of sheet.sides) /** @type {HTMLElement} */ ($(`[data-pen="${one.index}"] .num`)).textContent = String(one.total);
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-add="table"]'))) {
    button.hidden = Number(button.dataset.side) !== sheet.dealer_side;
  }
}

/** Send the agreed hand; without an answer it stays on the phone and is sent again. */
async function send() {
  if (sending || !hand.agreed) return;
  sending = true;
  drawState(say("sending"));
  try {
    const { body, etag } = await save(sheet.match, hand.id, sent(hand, SIDES, sheet.dealer_side), hand.version);
    next(body, etag);
  } catch (error) {
    if (error instanceof Problem) {
      hand = { ...hand, agreed: false, refused: true };
      refused(error);
      if (error.status === 401 || error.status === 403) $("#log-in").hidden = false;
    } else if (error instanceof Unreachable) drawState(say("not_sent"), false);
    else throw error;
    store.keep(sheet.match, hand);
    $("#agree-text").textContent = say(hand.agreed ? "retry" : "agree");
  } finally {
    sending = false;
  }
}

/** Send hands of before that were agreed and never answered: same UUID, so none is there twice. */
async function sendWaiting() {
  for (const old of store.waiting(sheet.match)) {
    if (old.number === hand.number) continue;
    try {
      await save(sheet.match, old.id, sent(old, SIDES, sideOf(old.dealer)), old.version);
      store.forget(sheet.match, old.number);
    } catch (error) {
      if (!(error instanceof Problem)) return;
      store.keep(sheet.match, { ...old, refused: true });
      toast(words(error), { bad: true });
    }
  }
}

document.addEventListener("click", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const cell = /** @type {HTMLElement | null} */ (target.closest(".cell[data-c]"));
  if (cell) {
    const card = String(cell.dataset.c);
    change(hands.give(hand, [card], hands.cycle(hand, card, SIDES)));
    return;
  }
  const button = /** @type {HTMLElement | null} */ (target.closest("button, .scrim"));
  if (!button) return;
  if (button.dataset.pen !== undefined) change(hands.penTo(hand, Number(button.dataset.pen)));
  else if (button.id === "undo") change(hands.undo(hand));
  else if (button.matches(".opener")) open("#scope");
  else if (button.id === "correct") {
    hand = { ...hand, agreed: false };
    store.keep(sheet.match, hand);
    close();
  } else if (button.matches(".closer, .scrim")) close();
  else if (button.id === "turn") $("#read-view").classList.toggle("turned");
  else if (button.id === "agree") {
    hand = { ...hand, agreed: true, refused: false };
    store.keep(sheet.match, hand);
    void send();
  } else if (button.id === "go" && button.dataset.act === "rest") {
    const rest = hands.pile(hand, null);
    const to = hands.restTo(hand, SIDES);
    change(hands.give(hand, rest, to), say("given", { n: rest.length, side: sheet.sides[to].to }));
  } else if (button.id === "go") open("#rileggi");
});

const STEPS = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: COLUMNS, ArrowUp: -COLUMNS };

document.addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if ((event.ctrlKey || event.metaKey) && event.key === "z" && !$("#grid-view").hidden) {
    event.preventDefault();
    change(hands.undo(hand));
    return;
  }
  if (event.key === "Escape" && location.hash) {
    close();
    return;
  }
  const cell = /** @type {HTMLElement | null} */ (target.closest?.(".cell"));
  if (!cell || event.ctrlKey || event.metaKey || event.altKey) return;
  const place = Number(event.key);
  if (cell.dataset.c && event.key >= "0" && place <= SIDES) {
    const side = place ? sheet.order[place - 1] : null;
    if (hands.owner(hand, cell.dataset.c) !== side) change(hands.give(hand, [cell.dataset.c], side));
    return;
  }
  const step = STEPS[/** @type {"ArrowUp"} */ (event.key)];
  if (!step) return;
  event.preventDefault();
  const all = /** @type {HTMLElement[]} */ ([...(cell.parentElement?.children ?? [])]);
  all[(all.indexOf(cell) + step + all.length) % all.length].focus();
});

window.addEventListener("popstate", show);
window.addEventListener("online", () => void send());
document.addEventListener("visibilitychange", () => { if (!document.hidden) void send(); });
window.setInterval(() => { if (!document.hidden) void send(); }, RETRY_MS);

listenPanels({ read: () => hand, write: change });
retitle();
draw(sheet, hand);
marks.draw();
drawPoints(sheet, hand, null);
if (hand.past.length) points.soon(hand);
if (hand.agreed) open("#rileggi");
else show();
void send();
void sendWaiting();
document.documentElement.dataset.ready = "";
