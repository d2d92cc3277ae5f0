/** The other phones of the table: their hands to be read and agreed to, the half that is still missing. */

import { Problem, Unreachable, act, tagOf } from "./client.js";
import { touched } from "./hand.js";
import { $, make } from "./page.js";
import { drawState } from "./readback.js";
import { say, tell } from "./say.js";
import { words } from "./sending.js";
import { now, shownHand, take } from "./state.js";
import * as store from "./store.js";
import { toast } from "./toast.js";

/** @typedef {{match: any, hands: any[]}} News */

/** Tell whether a side's pile is still to come. @param {any} doc @param {number} side */
const lacks = (doc, side) => doc.state === "open" && doc.entry.sides?.[side] === null;

/** What was offered for reading last, so that it is not offered twice. */
let offered = "";

/**
 * Follow what has happened: the totals, the hand that is next, a hand to read. `read` opens it.
 * @param {News} news @param {() => void} read
 */
export function heard({ match, hands }, read) {
  const { sheet, hand } = now;
  if (hand.correcting) return;
  const live = hands.filter((one) => one.state !== "void");
  const mine = sheet.order[0];
  const half = live.find((one) => lacks(one, mine));
  const number = half?.number ?? match.missing[0] ?? match.hands_count + 1;
  const dealer = half?.dealer_seat ?? match.next_dealer;
  const idle = !touched(hand) && !hand.agreed && !hand.version;
  if (match.status !== "open") {
    if (idle) toast(say("match_over"), { stay: true, button: say("look"), press: () => location.assign(sheet.urls.match) });
    return;
  }
  if (idle && (number !== hand.number || dealer !== hand.dealer)) {
    take({ number, dealer, totals: match.totals, half: half ? mine : null });
  } else if (idle && half && hand.half === null) take({ number, dealer, totals: match.totals, half: mine });
  else if (number === hand.number) {
    take({ number, dealer: hand.dealer, totals: match.totals, hand, redeals: sheet.redeals });
  }
  offer(live, half, read);
}

/** @param {any[]} live @param {any} half @param {() => void} read */
function offer(live, half, read) {
  const { sheet } = now;
  if (half) {
    if (offered === `half ${half.id}`) return;
    offered = `half ${half.id}`;
    const text = say("half_wanted", { number: half.number });
    tell(text);
    toast(text, { stay: true });
    return;
  }
  const last = live.reduce((best, one) => (!best || one.number > best.number ? one : best), null);
  const told = store.told(sheet.match);
  // Who sent a half only has not had his say on the hand that the other half made of it.
  const sentHere = last && (last.id === now.hand.id || store.waiting(sheet.match).some((one) => one.id === last.id));
  const known = !last || ((sentHere || told.includes(last.id)) && last.state !== "open");
  now.theirs = known ? null : last;
  drawNews(read);
  const key = last && `${last.id} ${last.version}`;
  if (known || offered === key || (last.state === "open" && told.includes(store.halfOf(last.id)))) return;
  offered = key;
  const text = newsWords(last);
  tell(text);
  toast(text, { stay: true, button: say("read"), press: read });
}

/** @param {any} doc */
function newsWords(doc) {
  if (doc.state === "open") return say("half_saved", { number: doc.number });
  const totals = now.sheet.order.map((side) => doc.score?.sides[side].total ?? "?");
  return say("their_hand", { number: doc.number, points: totals.join(say("between")) });
}

/** Keep the hand to be read within reach, on the sheet of marks. @param {() => void} read */
function drawNews(read) {
  const place = $("#news");
  place.hidden = !now.theirs;
  if (!now.theirs) return;
  const button = make("button", "btn", say("read"));
  button.setAttribute("type", "button");
  button.addEventListener("click", read);
  place.replaceChildren(make("span", "", newsWords(now.theirs)), button);
}

/** The hand of another phone as the read-back shows it: `[hand, points]`. */
export function theirHand() {
  const doc = now.theirs;
  // Single plays are not shown here: of such a hand its points are told.
  const hand = doc.entry.mode === "plays" ? { ...shownHand(doc), mode: /** @type {const} */ ("points") } : shownHand(doc);
  const sides = doc.score?.sides ?? null;
  const line = doc.explanation?.find((/** @type {any} */ one) => one.message_key === "primiera_best");
  const points = {
    sides, wins_match: doc.score?.wins_match ?? null, primiera: primieraOf(line), whole: true, after: null, error: null, doubts: [],
  };
  const half = doc.state === "open" ? doc.entry.sides.findIndex((/** @type {any} */ side) => side !== null) : null;
  return { hand: { ...hand, half }, points };
}

/** @param {any} line @returns {number[] | null} */
function primieraOf(line) {
  if (!line) return null;
  const others = line.params.others.map(Number);
  return now.sheet.sides.map(({ index }) => (index === line.side ? Number(line.params.value) : Math.max(...others)));
}

/** Agree to the hand of another phone, or say that it is not so. @param {"confirm" | "dispute"} name @param {() => void} done */
export async function answerTheirs(name, done) {
  const { sheet, theirs } = now;
  drawState(say("sending"));
  try {
    await act(sheet.match, theirs.id, name, tagOf(theirs.version));
    store.tell(sheet.match, theirs.id);
    now.theirs = null;
    drawNews(done);
    done();
    const text = say(name === "confirm" ? "confirmed" : "disputed", { number: theirs.number });
    tell(text);
    toast(text);
  } catch (error) {
    if (!(error instanceof Problem) && !(error instanceof Unreachable)) throw error;
    drawState(error instanceof Problem ? words(error) : say("no_signal_here"), true);
  }
}

/** Take up the own half that is being read, to send it anew. */
export function mendHalf() {
  const { sheet, theirs } = now;
  const { hand } = theirHand();
  const version = tagOf(theirs.version);
  take({ number: theirs.number, dealer: theirs.dealer_seat, totals: sheet.sides.map((side) => side.total), hand: { ...hand, version } });
}
