/**
 * The sheet of scope and buone, and the picker of cards behind it (three for a buona, the opening table for the dealer).
 *
 * Which buone three cards make, with which value of the matta and for how many points, is the service's answer.
 */

import { Problem, engine } from "./client.js";
import { addMark, removeMark, setBonus } from "./hand.js";
import { $, make } from "./page.js";
import { say, tell } from "./say.js";

/** @typedef {import("./hand.js").Hand} Hand */
/** @typedef {import("./grid.js").Sheet} Sheet */
/** @typedef {{kind: "buona" | "table", side: number, seat: number, cards: string[]}} Picking */

const timeOf = () => new Date().toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" });

export class Marks {
  /**
   * @param {Sheet} sheet
   * @param {{read: () => Hand, write: (hand: Hand, said: string) => void, open: (view: string) => void, back: () => void}} page
   */
  constructor(sheet, page) {
    this.sheet = sheet;
    this.page = page;
    /** @type {Picking | null} */
    this.picking = null;
    /** @type {AbortController | null} */
    this.asking = null;
    $(".marks").addEventListener("click", (event) => this.#pressed(/** @type {HTMLElement} */ (event.target)));
    $(".picker").addEventListener("click", (event) => this.#picked(/** @type {HTMLElement} */ (event.target)));
  }

  /** Draw counts and lines of the hand. */
  draw() {
    const hand = this.page.read();
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-add]"))) {
      const side = Number(button.dataset.side);
      const kind = button.dataset.add;
      const count = kind === "table" ? (hand.bonus?.scope ?? 0) : hand.marks.filter((m) => m.kind === kind && m.side === side).length;
      /** @type {HTMLElement} */ (button.querySelector(".num")).textContent = String(count);
    }
    const lines = hand.marks.map((mark, index) => this.#line(mark.side, this.#name(mark), mark.at, String(index))).reverse();
    if (hand.bonus) lines.push(this.#line(this.sheet.dealer_side, say("dealer_table", { n: hand.bonus.scope }), "", "bonus"));
    $(".log").replaceChildren(...lines);
  }

  /** @param {import("./hand.js").Mark} mark */
  #name(mark) {
    if (mark.kind === "scopa") return say("scopa");
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
    if (button.dataset.add === "scopa") {
      this.page.write(addMark(hand, { kind: "scopa", side, at: timeOf() }), `${say("scopa")}, ${this.sheet.sides[side].inline}.`);
    } else if (button.dataset.add === "buona" || button.dataset.add === "table") this.#start(button.dataset.add, side);
    else if (button.dataset.remove === "bonus") this.page.write(setBonus(hand, null, this.sheet.dealer_side), say("removed"));
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
    void this.#judge();
  }

  async #judge() {
    const picking = /** @type {Picking} */ (this.picking);
    this.asking?.abort();
    $(".answer").replaceChildren();
    if (picking.cards.length < this.#wanted()) return;
    if (picking.kind === "buona" && picking.seat < 0) {
      this.#answer(say("whose_buona"));
      return;
    }
    const asking = new AbortController();
    this.asking = asking;
    try {
      const { ruleset } = this.sheet;
      if (picking.kind === "buona") this.#offer((await engine("buone", { ruleset, cards: picking.cards }, asking.signal)).body.options);
      else this.#table((await engine("table", { ruleset, table: picking.cards }, asking.signal)).body);
    } catch (error) {
      if (asking.signal.aborted) return;
      this.#answer(error instanceof Problem ? error.message : say("no_signal_here"));
    }
  }

  /** @param {string} text */
  #answer(text) {
    $(".answer").replaceChildren(make("p", "", text));
    tell(text);
  }

  /** @param {Array<{matta_as: string | null, points: number, kinds: string[]}>} options */
  #offer(options) {
    const picking = /** @type {Picking} */ (this.picking);
    if (!options.length) return this.#answer(say("no_buona"));
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
    return undefined;
  }

  /** @param {{outcome: string, scope: number, matta_as: string | null}} answer */
  #table({ outcome, scope, matta_as }) {
    const picking = /** @type {Picking} */ (this.picking);
    if (outcome !== "dealer_bonus") return this.#answer(say(`table_${outcome}`));
    const button = make("button", "btn main full", say("dealer_table", { n: scope }));
    button.setAttribute("type", "button");
    button.addEventListener("click", () => {
      const bonus = { table: [...picking.cards], matta_as, scope };
      this.page.write(setBonus(this.page.read(), bonus, picking.side), say("dealer_table", { n: scope }));
      this.page.back();
    });
    $(".answer").replaceChildren(button);
    tell(button.textContent ?? "");
    return undefined;
  }
}
