/**
 * The entry page: one hand on one phone, from the first tap to *agreed*.
 *
 * The address says what is open (`#scope`, `#carte`, `#rileggi`, `#letta`, `#preferenze`), so the phone's back button
 * closes it and a reload comes back to it. Every change is kept on the phone as soon as it is seen.
 */

import { drawChoices, listenChoices } from "./choices.js";
import { listenChooser } from "./chooser.js";
import { freeDenari, pointsKnown } from "./forms.js";
import { follow } from "./follow.js";
import { draw, drawPoints, markWrong } from "./grid.js";
import * as hands from "./hand.js";
import { Marks } from "./marks.js";
import { answerTheirs, heard, mendHalf, theirHand } from "./others.js";
import { $, write } from "./page.js";
import { listenPanels } from "./panels.js";
import { sent, whole } from "./points.js";
import { aloud, liked, listenReader } from "./reader.js";
import { drawReadback, drawState, spoken } from "./readback.js";
import { say, tell } from "./say.js";
import { dealAgain, listenSignal, send, sendWaiting, showImpact, words } from "./sending.js";
import { mark, now, onChange, onLost, put } from "./state.js";
import { FRESH_MS, hush, toast } from "./toast.js";

const { sheet } = now;
const SIDES = sheet.sides.length;
const COLUMNS = 4;
const SHEETS = { "#scope": ".marks", "#carte": ".picker", "#preferenze": ".settings" };

/** Change the hand by what was tapped, and say what was wide. @param {import("./hand.js").Hand} next @param {string} [said] */
function change(next, said) {
  put(next);
  if (!said) return;
  tell(said);
  fresh();
}

onLost(() => toast(say("not_kept"), { bad: true }));
onChange(() => {
  if (hands.touched(now.hand)) hush();
  retitle();
  draw(sheet, now.hand);
  drawChoices(sheet, now.hand);
  marks.draw();
  drawPoints(sheet, now.hand, now.points.sides);
  drawFault();
});

/** Say at once what cannot be, with the card where it lies. */
let fault = "";
function drawFault() {
  const { error } = now.points;
  if (error) markFaults(error);
  const text = error ? words(error) : "";
  if (text && text !== fault) {
    toast(text, { bad: true });
    tell(text);
  }
  fault = text;
}

const marks = new Marks(sheet, { read: () => now.hand, write: change, open, back: close, redeal: (table) => void dealAgain(table) });

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
  else home();
}

/** Show the grid, whatever was open. */
function home() {
  history.replaceState(null, "", location.pathname + location.search);
  show();
}

/** Where the focus goes back to when a view closes. @type {Record<string, string>} */
const OPENERS = { "#scope": ".opener", "#carte": '.marks [data-add="buona"]', "#rileggi": "#go", "#preferenze": ".opener" };
let view = "";

/** Show what the address says. */
function show() {
  const before = view;
  view = location.hash;
  const reading = (view === "#rileggi" && whole(now.hand, SIDES)) || (view === "#letta" && now.theirs !== null);
  const open = view === "#carte" && !marks.picking ? "#scope" : view;
  $("#grid-view").hidden = reading;
  $("#read-view").hidden = !reading;
  for (const [address, sheetName] of Object.entries(SHEETS)) $(sheetName).hidden = address !== open;
  $(".scrim").hidden = !(open in SHEETS);
  if (reading) read();
  else if (open in SHEETS) $(`${SHEETS[/** @type {"#scope"} */ (open)]} h2`).focus({ preventScroll: true });
  else if (before in OPENERS) $(OPENERS[before]).focus({ preventScroll: true });
}

/** Fill the read-back: of the own hand, of a correction, or of another phone's hand. */
function read() {
  const theirs = view === "#letta";
  const open = theirs && now.theirs.state === "open";
  const { hand, points } = theirs ? theirHand() : now;
  $("#read-title").textContent = say(hand.correcting ? "correction_of" : "hand_number", { number: hand.number });
  drawReadback(sheet, hand, points, theirs);
  drawState(hand.agreed ? say("not_sent") : open ? say("half_saved", { number: hand.number }) : "");
  $("#correct").textContent = say(theirs && !open ? "not_so" : "correct");
  $("#agree").hidden = open;
  $("#agree-text").textContent = say(agreeKey(hand, theirs));
  $("#read-reason").hidden = !hand.correcting;
  if (hand.correcting) {
    /** @type {HTMLInputElement} */ ($("#reason")).value = hand.reason;
    void showImpact();
  }
  if (points.error) refused(points.error);
  $("#read-title").focus({ preventScroll: true });
  window.scrollTo(0, 0);
  if (liked("voice")) aloud(spoken(sheet));
}

/** @param {import("./hand.js").Hand} hand @param {boolean} theirs */
function agreeKey(hand, theirs) {
  if (hand.agreed) return "retry";
  if (hand.correcting) return "save_correction";
  if (!theirs && hand.half !== null && !hand.end) return "send_half";
  return !theirs && now.points.doubts.length ? "sure" : "agree";
}

/** Show the cards a refusal speaks of. @param {{errors: Array<{pointer: string}>, more?: any, body?: any}} problem */
function markFaults(problem) {
  const body = now.hand.end ? null : sent(now.hand, SIDES, sheet.dealer_side);
  for (const { pointer } of problem.errors) {
    const place = /^\/sides\/(\d+)\/captured\/(\d+)$/.exec(pointer);
    const table = /^\/dealer_bonus\/table(?:\/(\d+))?$/.exec(pointer);
    if (place) markWrong(body?.sides[Number(place[1])]?.captured[Number(place[2])]);
    if (table) now.hand.bonus?.table.filter((_, at) => !table[1] || at === Number(table[1])).forEach(markWrong);
  }
  (problem.more?.cards ?? problem.body?.cards ?? []).forEach(markWrong);
}

/** Tell a refusal at its place; nothing that was entered is lost. @param {any} problem */
function refused(problem) {
  markFaults(problem);
  const text = words(problem);
  if ($("#read-view").hidden) toast(text, { bad: true });
  else drawState(text, true);
  tell(text);
}

const sendNow = () => void send(refused, () => {
  home();
  $("#undo").classList.remove("fresh");
  /** @type {HTMLElement} */ (document.activeElement)?.blur();
});

/** Write who deals which hand, and the totals it starts from. */
let titled = "";
function retitle() {
  const title = JSON.stringify([sheet.number, sheet.dealer, sheet.sides.map((side) => side.total)]);
  if (title === titled) return;
  titled = title;
  const seat = sheet.sides.flatMap((side) => side.seats).find((one) => one.seat === sheet.dealer);
  write($(".where b"), say("hand_number", { number: sheet.number }));
  write($(".where span"), say("deals", { name: seat?.name ?? "" }));
  for (const one of sheet.sides) {
    $(`[data-pen="${one.index}"] .deals`).hidden = one.index !== sheet.dealer_side;
    write($(`[data-pen="${one.index}"] .num`), String(one.total));
  }
}

/** Give what is free to the side the main button names. */
function giveRest() {
  const { hand } = now;
  const rest = hand.mode === "counts" ? freeDenari(hand) : hands.pile(hand, null);
  const to = hands.restTo(hand, SIDES);
  change(hands.give(hand, rest, to), say("given", { n: rest.length, side: sheet.sides[to].to }));
}

/** Count in another way; what is known goes along. @param {import("./hand.js").Hand["mode"]} mode */
function switchTo(mode) {
  const { hand, points } = now;
  const counted = mode === "points" && hand.mode !== "points" && points.whole && points.sides && !hand.end;
  const known = counted ? hands.setForm(hand, pointsKnown(hand, points.sides ?? [])) : hand;
  change(hands.setMode(known, mode));
}

/** What each button does, by its id. @type {Record<string, () => void>} */
const BUTTONS = {
  undo: () => change(hands.undo(now.hand)),
  redo: () => change(hands.redo(now.hand)),
  go: () => ($("#go").dataset.act === "rest" ? giveRest() : open("#rileggi")),
  turn: () => $("#read-view").classList.toggle("turned"),
  speak: () => aloud(spoken(sheet)),
  correct: () => {
    if (view === "#letta" && now.theirs.state !== "open") void answerTheirs("dispute", close);
    else if (view === "#letta") {
      mendHalf();
      home();
    } else {
      mark({ agreed: false });
      close();
    }
  },
  agree: () => {
    if (view === "#letta") void answerTheirs("confirm", close);
    else {
      mark({ agreed: true, refused: false });
      sendNow();
    }
  },
};

document.addEventListener("click", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const cell = /** @type {HTMLElement | null} */ (target.closest(".cell[data-c]"));
  if (cell) {
    const card = String(cell.dataset.c);
    change(hands.give(now.hand, [card], hands.cycle(now.hand, card, SIDES)));
    return;
  }
  const button = /** @type {HTMLElement | null} */ (target.closest("button, .scrim"));
  if (!button) return;
  if (button.dataset.pen !== undefined) change(hands.penTo(now.hand, Number(button.dataset.pen)));
  else if (button.dataset.open) open(button.dataset.open);
  else if (button.matches(".closer, .scrim")) close();
  else BUTTONS[button.id]?.();
});

document.addEventListener("change", (event) => {
  const box = /** @type {HTMLInputElement} */ (event.target);
  if (box.id === "half") change(hands.setHalf(now.hand, box.checked ? sheet.order[0] : null), box.checked ? say("half_on") : say("half_off"));
  if (box.id === "reason") mark({ reason: box.value });
});

/** @type {Record<string, number>} */
const STEPS = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: COLUMNS, ArrowUp: -COLUMNS };

document.addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const command = event.ctrlKey || event.metaKey;
  const key = event.key.toLowerCase();
  if (command && (key === "z" || key === "y") && !$("#grid-view").hidden) {
    event.preventDefault();
    BUTTONS[key === "y" || event.shiftKey ? "redo" : "undo"]();
    return;
  }
  if (event.key === "Escape" && location.hash && !/** @type {HTMLDialogElement} */ ($("#chooser")).open) {
    close();
    return;
  }
  const cell = /** @type {HTMLElement | null} */ (target.closest?.(".cell"));
  if (!cell || command || event.altKey) return;
  const place = Number(event.key);
  if (cell.dataset.c && event.key >= "0" && place <= SIDES) {
    const side = place ? sheet.order[place - 1] : null;
    if (hands.owner(now.hand, cell.dataset.c) !== side) change(hands.give(now.hand, [cell.dataset.c], side));
    return;
  }
  const step = STEPS[event.key];
  if (!step) return;
  event.preventDefault();
  const all = /** @type {HTMLElement[]} */ ([...(cell.parentElement?.querySelectorAll(":scope > .cell") ?? [])]);
  all[(all.indexOf(cell) + step + all.length) % all.length].focus();
});

window.addEventListener("popstate", show);
listenSignal(sendNow);
listenPanels(SIDES, { read: () => now.hand, write: change, switchTo });
listenReader();
listenChoices({
  redraw: () => {
    draw(sheet, now.hand);
    drawChoices(sheet, now.hand);
  },
  give: (card, side) => change(hands.give(now.hand, [card], side)),
});
listenChooser(sheet, (card) => hands.owner(now.hand, card), (card, side) => change(hands.give(now.hand, [card], side)));
put(now.hand);
if (now.hand.agreed) open("#rileggi");
else show();
sendNow();
void sendWaiting();
if (!sheet.correction) void follow(sheet.match, (news) => heard(news, () => open("#letta")));
document.documentElement.dataset.ready = "";
