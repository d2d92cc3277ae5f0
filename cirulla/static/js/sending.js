/** Send hands: the one agreed now, those of before that never got an answer; take the last one back. */

import { Problem, Unreachable, act, impact, redeal, save } from "./client.js";
import { $ } from "./page.js";
import { sent } from "./points.js";
import { drawState } from "./readback.js";
import { known, say, tell } from "./say.js";
import { handOver, mark, now, sideOf, take } from "./state.js";
import * as store from "./store.js";
import { toast } from "./toast.js";

/** @typedef {import("./hand.js").Hand} Hand */

const RETRY_MS = 15_000;
let sending = false;

/** Say a refusal in words, each at its side, with the cards it speaks of. @param {{code: string, message: string, errors: Array<{pointer: string, code: string, detail: string}>, body?: any, more?: any}} problem */
export function words(problem) {
  const cards = problem.more?.cards ?? problem.body?.cards;
  const shown = (cards ?? []).map((/** @type {string} */ card) => $(`.grid [data-c="${card}"]`)?.dataset.name).filter(Boolean);
  const named = shown.length && shown.length < 4 ? ` (${shown.join(", ")})` : "";
  const told = problem.errors.map((one) => {
    const side = /^\/sides\/(\d+)/.exec(one.pointer)?.[1];
    const text = (known(`problem_${one.code}`) ? say(`problem_${one.code}`) : one.detail) + named;
    return side === undefined ? text : `${now.sheet.sides[Number(side)]?.label}: ${text}`;
  });
  if (told.length) return [...new Set(told)].join(" ");
  return known(`problem_${problem.code}`) ? say(`problem_${problem.code}`) : problem.message;
}

/** Send the agreed hand; without an answer it stays on the phone and is sent again. @param {(problem: Problem) => void} refused @param {() => void} done */
export async function send(refused, done) {
  const { sheet, hand } = now;
  if (sending || !hand.agreed) return;
  sending = true;
  drawState(say("sending"));
  try {
    const { body, etag } = await save(sheet.match, hand.id, sent(hand, sheet.sides.length, sheet.dealer_side), hand.version);
    store.tell(sheet.match, saidOf(body));
    handOver();
    goOn(hand, body, String(etag), done);
  } catch (error) {
    if (error instanceof Problem) {
      mark({ agreed: false, refused: true });
      refused(error);
      if (error.status === 401 || error.status === 403) $("#log-in").hidden = false;
    } else if (error instanceof Unreachable) drawState(say("not_sent"));
    else throw error;
    $("#agree-text").textContent = say(now.hand.agreed ? "retry" : "agree");
  } finally {
    sending = false;
  }
}

/** What this phone has had its say on: the hand, or its own half of it. @param {any} doc @returns {string} */
const saidOf = (doc) => (doc.state === "open" ? store.halfOf(doc.id) : doc.id);

/** Open the next hand after the service has this one. @param {Hand} hand @param {any} answer @param {string} etag @param {() => void} done */
function goOn(hand, answer, etag, done) {
  const { sheet } = now;
  if (hand.correcting || answer.match.status !== "open") {
    location.assign(hand.correcting ? `${sheet.urls.match}#hand-${hand.number}` : sheet.urls.match);
    return;
  }
  now.saved = { hand, id: answer.id, version: etag, totals: sheet.sides.map((side) => side.total) };
  const number = answer.match.missing?.[0] ?? hand.number + 1;
  take({ number, dealer: answer.match.next_dealer, totals: answer.match.totals });
  done();
  const totals = sheet.order.map((side) => answer.score?.sides[side].total ?? "?");
  const text = answer.state === "open"
    ? say("half_saved", { number: hand.number })
    : say("saved", { number: hand.number, points: totals.join(say("between")) });
  tell(text);
  toast(text, { button: say("take_back"), press: () => void takeBack(done) });
}

/** Take the hand saved last back from the service, and up again here. @param {() => void} done */
async function takeBack(done) {
  const { saved, sheet } = now;
  if (!saved) return;
  try {
    await act(sheet.match, saved.id, "undo", saved.version);
  } catch (error) {
    if (!(error instanceof Problem) && !(error instanceof Unreachable)) throw error;
    toast(error instanceof Problem ? words(error) : say("no_signal_here"), { bad: true });
    return;
  }
  now.saved = null;
  const { hand } = saved;
  // The old UUID is the voided hand's for ever.
  const again = { ...hand, id: store.uuid(), agreed: false, version: null };
  take({ number: hand.number, dealer: hand.dealer, totals: saved.totals, hand: again });
  done();
  tell(say("taken_back", { number: hand.number }));
}

/** Send hands of before that were agreed and never answered: same UUID, so none is there twice. */
export async function sendWaiting() {
  const { sheet, hand } = now;
  for (const old of store.waiting(sheet.match)) {
    if (old.number === hand.number) continue;
    try {
      const { body } = await save(sheet.match, old.id, sent(old, sheet.sides.length, sideOf(old.dealer)), old.version);
      store.tell(sheet.match, saidOf(body));
      store.forget(sheet.match, old.number);
    } catch (error) {
      if (!(error instanceof Problem)) return;
      store.keep(sheet.match, { ...old, refused: true });
      toast(words(error), { bad: true });
    }
  }
}

/** Say what the correction that is read back would change. */
export async function showImpact() {
  const { sheet, hand } = now;
  const place = $("#read-impact");
  place.textContent = say("impact_asked");
  try {
    const { body } = await impact(sheet.match, hand.id, sent(hand, sheet.sides.length, sheet.dealer_side));
    if (now.hand !== hand) return;
    place.textContent = impactWords(body);
    for (const side of sheet.sides) $(`[data-sum="${side.index}"] .num`).textContent = String(body.match.after.totals[side.index]);
  } catch (error) {
    if (!(error instanceof Problem) && !(error instanceof Unreachable)) throw error;
    place.textContent = error instanceof Problem ? "" : say("impact_unknown");
  }
}

/** @param {any} found */
function impactWords({ match, ratings }) {
  const { sheet } = now;
  const totals = (/** @type {number[]} */ all) => sheet.order.map((side) => all[side]).join(say("between"));
  const winner = (/** @type {number | null} */ side) => (side === null ? say("nobody") : sheet.sides[side].inline);
  return [
    say("impact_totals", { before: totals(match.before.totals), after: totals(match.after.totals) }),
    match.winner_changes
      ? say("impact_winner", { before: winner(match.before.winner), after: winner(match.after.winner) })
      : say("impact_same_winner"),
    match.end_changes ? say("impact_end") : "",
    ratings.length ? say("impact_ratings", { n: ratings.length }) : say("impact_no_ratings"),
  ].filter(Boolean).join(" ");
}

/** Log a deal that was no hand: the same dealer deals again. @param {string[]} table */
export async function dealAgain(table) {
  const { sheet } = now;
  try {
    const { body } = await redeal(sheet.match, store.uuid(), table);
    sheet.redeals = body.in_a_row;
    const text = say("dealt_again", { n: body.in_a_row });
    tell(text);
    toast(text);
  } catch (error) {
    if (!(error instanceof Problem) && !(error instanceof Unreachable)) throw error;
    toast(error instanceof Problem ? words(error) : say("no_signal_here"), { bad: true });
  }
}

/** Send again whenever there may be a signal. @param {() => void} again */
export function listenSignal(again) {
  window.addEventListener("online", again);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) again(); });
  window.setInterval(() => { if (!document.hidden) again(); }, RETRY_MS);
}

