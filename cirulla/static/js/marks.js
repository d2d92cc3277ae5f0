/**
 * The sheet of scope and buone, and the picker of cards behind it: three for a buona, the opening table at the deal.
 *
 * Only what the rules of the match allow is offered: which buone three cards make and with which value of the matta,
 * what an opening table means.
 */

import { buonaReadings } from "./engine/buone.js";
import { opening } from "./engine/table.js";
import { addMark, removeMark, setBonus, setEnd } from "./hand.js";
import { $, make, write } from "./page.js";
import { say, tell } from "./say.js";

/** @typedef {import("./hand.js").Hand} Hand */
/** @typedef {import("./grid.js").Sheet} Sheet */
/** @typedef {{kind: "buona" | "table", side: number, seat: number, cards: string[]}} Picking */

const timeOf = () => new Date().toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });

export class Marks {
  /**
   * @param {Sheet} sheet
   * @param {{read: () => Hand, write: (hand: Hand, said: string) => void, open: (view: string) => void, back: () => void,
   *   redeal: (table: string[]) => void}} page
   */
  constructor(sheet, page) {
    this.sheet = sheet;
    this.page = page;
    /** @type {Picking | null} */
    this.picking = null;
    /** What was drawn last, so that a tap on a card draws nothing here. @type {unknown[]} */
    this.shown = [];
    $(".marks").addEventListener("click", (event) => this.#pressed(/** @type {HTMLElement} */ (event.target)));
    $(".picker").addEventListener("click", (event) => this.#picked(/** @type {HTMLElement} */ (event.target)));
  }

  /** Draw counts and lines of the hand. */
  draw() {
    const hand = this.page.read();
    const shown = [hand.marks, hand.bonus, hand.end, hand.half, this.sheet.dealer_side];
    if (shown.every((part, at) => part === this.shown[at])) return;
    this.shown = shown;
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".add[data-add]"))) {
      const side = Number(button.dataset.side);
      const kind = button.dataset.add;
      const count = kind === "table" ? (hand.bonus?.scope ?? 0) : hand.marks.filter((m) => m.kind === kind && m.side === side).length;
      write(/** @type {Element} */ (button.querySelector(".num")), String(count));
    }
    this.#drawLog(hand);
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-add="table"]'))) {
      button.hidden = Number(button.dataset.side) !== this.sheet.dealer_side;
    }
    for (const column of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-column]"))) {
      column.hidden = hand.half !== null && Number(column.dataset.column) !== hand.half;
    }
  }

  /** Write a line for each mark, newest first. @param {Hand} hand */
  #drawLog(hand) {
    const lines = hand.marks.map((mark, index) => this.#line(mark.side, this.#name(mark), mark.at, String(index))).reverse();
    if (hand.bonus) lines.push(this.#line(this.sheet.dealer_side, say("dealer_table", { n: hand.bonus.scope }), "", "bonus"));
    if (hand.end) lines.unshift(this.#line(this.#endSide(hand.end), say(`end_${hand.end.mode}`), "", "end"));
    $(".log").replaceChildren(...lines);
  }

  /** @param {import("./hand.js").End} end */
  #endSide(end) {
    return end.mode === "claim" ? end.cappotto : this.sheet.dealer_side;
  }

  /** @param {import("./hand.js").Mark} mark */
  #name(mark) {
    if (mark.kind !== "buona") return say(mark.kind);
    const who = this.sheet.sides[mark.side].seats.length > 1 ? this.#seatName(mark.side, Number(mark.seat)) : "";
    return [`${mark.name ?? say("buona")} ${mark.points ?? ""}`.trim(), who].filter(Boolean).join(", ");
  }

  /** @param {number} side @param {number} seat */
  #seatName(side, seat) {
    return this.sheet.sides[side].seats.find((one) => one.seat === seat)?.name ?? "";
  }

  /** @param {number} side @param {string} text @param {string} at @param {string} which */
  #line(side, text, at, which) {
    const { letter, label } = this.sheet.sides[side];
    const flag = make("span", `flag p${this.sheet.order.indexOf(side) + 1}`, letter);
    flag.setAttribute("aria-hidden", "true");
    const remove = make("button", "btn quiet", say("remove"));
    remove.setAttribute("type", "button");
    remove.setAttribute("aria-label", `${say("remove")}: ${label}, ${text}`);
    remove.dataset.remove = which;
    return make("li", "", flag, make("span", "", text), make("span", "mute small", at), remove);
  }

  /** @param {HTMLElement} target */
  #pressed(target) {
    const button = /** @type {HTMLElement | null} */ (target.closest("button"));
    if (!button) return;
    const hand = this.page.read();
    const side = Number(button.dataset.side);
    const { add } = button.dataset;
    if (add === "scopa" || add === "knock") {
      this.page.write(addMark(hand, { kind: add, side, at: timeOf() }), `${say(add)}, ${this.sheet.sides[side].inline}.`);
    } else if (add === "claim") {
      this.page.write(setEnd(hand, { mode: "claim", cappotto: side }), `${say("end_claim")}, ${this.sheet.sides[side].inline}.`);
      this.page.back();
    } else if (button.dataset.add === "buona" || button.dataset.add === "table") this.#start(button.dataset.add, side);
    else if (button.dataset.remove === "bonus") this.page.write(setBonus(hand, null, this.sheet.dealer_side), say("removed"));
    else if (button.dataset.remove === "end") this.page.write(setEnd(hand, null), say("removed"));
    else if (button.dataset.remove) {
      this.page.write(removeMark(hand, Number(button.dataset.remove)), say("removed"));
      /** @type {HTMLElement | null} */ (document.querySelector(".log button, .marks .add"))?.focus();
    }
  }

  /** @param {"buona" | "table"} kind @param {number} side */
  #start(kind, side) {
    const seats = kind === "buona" ? this.sheet.sides[side].seats : [];
    this.picking = { kind, side, seat: seats.length === 1 ? seats[0].seat : -1, cards: [] };
    $(".picker h2").textContent = say(kind === "buona" ? "pick_three" : "pick_table", {
      side: this.sheet.sides[side].label, count: this.#wanted(),
    });
    $(".picker .seats-row").replaceChildren(
      ...(seats.length > 1 ? seats : []).map(({ seat, name }) => {
        const button = make("button", "btn seat", name);
        button.setAttribute("type", "button");
        button.dataset.seat = String(seat);
        return button;
      }),
    );
    this.#drawPicker();
    $(".answer").replaceChildren();
    this.page.open("#carte");
  }

  #wanted() {
    return this.picking?.kind === "buona" ? 3 : Number(this.sheet.ruleset.table_cards ?? 4);
  }

  #drawPicker() {
    const picking = /** @type {Picking} */ (this.picking);
    const gone = new Set(this.page.read().marks.flatMap((mark) => mark.cards ?? []));
    for (const cell of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll(".picks .cell"))) {
      const card = String(cell.dataset.pick);
      cell.setAttribute("aria-pressed", String(picking.cards.includes(card)));
      cell.disabled = picking.kind === "buona" && gone.has(card);
    }
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".picker .seat"))) {
      button.setAttribute("aria-pressed", String(Number(button.dataset.seat) === picking.seat));
    }
  }

  /** @param {HTMLElement} target */
  #picked(target) {
    const button = /** @type {HTMLElement | null} */ (target.closest("button"));
    if (!button || !this.picking) return;
    const { cards } = this.picking;
    if (button.dataset.seat) this.picking.seat = Number(button.dataset.seat);
    else if (button.dataset.pick) {
      const at = cards.indexOf(button.dataset.pick);
      if (at >= 0) cards.splice(at, 1);
      else if (cards.length < this.#wanted()) cards.push(button.dataset.pick);
    } else return;
    this.#drawPicker();
    this.#judge();
  }

  #judge() {
    const picking = /** @type {Picking} */ (this.picking);
    $(".answer").replaceChildren();
    if (picking.cards.length < this.#wanted()) return;
    if (picking.kind === "table") this.#table();
    else if (picking.seat < 0) this.#answer(say("whose_buona"));
    else this.#offer(buonaReadings(picking.cards, this.sheet.ruleset));
  }

  /** @param {string} text */
  #answer(text) {
    $(".answer").replaceChildren(make("p", "", text));
    tell(text);
  }

  /** @param {Array<{matta_as: string | null, points: number, kinds: string[]}>} options */
  #offer(options) {
    const picking = /** @type {Picking} */ (this.picking);
    if (!options.length) {
      this.#answer(say("no_buona"));
      return;
    }
    const buttons = options.map((option) => {
      const name = option.kinds.map((kind) => say(kind)).join(", ");
      const as = option.matta_as ? say("matta_as", { rank: say(`rank_${option.matta_as}`) }) : "";
      const button = make("button", "btn main full", [`${name} ${option.points}`, as].filter(Boolean).join(", "));
      button.setAttribute("type", "button");
      button.addEventListener("click", () => {
        const mark = { kind: /** @type {const} */ ("buona"), side: picking.side, seat: picking.seat, cards: [...picking.cards], matta_as: option.matta_as, points: option.points, name, at: timeOf() };
        this.page.write(addMark(this.page.read(), mark), `${name} ${option.points}, ${this.sheet.sides[picking.side].inline}.`);
        this.page.back();
      });
      return button;
    });
    $(".answer").replaceChildren(...buttons);
    tell(buttons.map((button) => button.textContent).join("; "));
  }

  /** Say what the opening table means, and offer what follows. */
  #table() {
    const { cards, side } = /** @type {Picking} */ (this.picking);
    const table = [...cards];
    const { outcome, scope, matta_as } = opening(table, this.sheet.ruleset, this.sheet.redeals);
    // Where three sides play no redeal loses a match (RULES 11).
    const meant = outcome === "dealer_loses_match" && this.sheet.sides.length > 2 ? "redeal" : outcome;
    if (meant === "play") this.#answer(say("table_play"));
    else if (meant === "redeal") {
      this.#act(say("table_redeal"), say("deal_again"), () => {
        this.page.redeal(table);
      });
    } else if (meant === "dealer_bonus") {
      this.#act("", say("dealer_table", { n: scope }), () => {
        this.page.write(setBonus(this.page.read(), { table, matta_as, scope }, side), say("dealer_table", { n: scope }));
      });
    } else {
      this.#act(say(`table_${meant}`), say("end_opening"), () => {
        this.page.write(setEnd(this.page.read(), { mode: "opening", table }), say(`table_${meant}`));
      });
    }
  }

  /** Offer one button that closes the picker. @param {string} text @param {string} label @param {() => void} press */
  #act(text, label, press) {
    const button = make("button", "btn main full", label);
    button.setAttribute("type", "button");
    button.addEventListener("click", () => {
      press();
      this.page.back();
    });
    $(".answer").replaceChildren(...(text ? [make("p", "", text)] : []), button);
    tell(`${text} ${label}`.trim());
  }
}
