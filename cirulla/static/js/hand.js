/**
 * The hand being counted, as plain data: who has which card, scope, buone, the dealer's table.
 *
 * Every function returns a new hand and leaves the old one alone; what was before stays in `past`, so undo
 * has no limit. Sides are the server's side numbers, from 0. No page, no storage, no network in here.
 */

export const SUITS = ["H", "D", "C", "S"];
export const RANKS = ["A", "2", "3", "4", "5", "6", "7", "J", "Q", "K"];
export const CARDS = SUITS.flatMap((suit) => RANKS.map((rank) => rank + suit));

/**
 * @typedef {{kind: "scopa" | "buona", side: number, at: string, seat?: number, cards?: string[],
 *   matta_as?: string | null, points?: number, name?: string}} Mark
 * @typedef {{table: string[], matta_as: string | null, scope: number}} Bonus
 * @typedef {{owners: string, marks: Mark[], bonus: Bonus | null, form: Record<string, string>}} Core
 * @typedef {Core & {id: string, number: number, dealer: number, pen: number, mode: "cards" | "counts" | "points",
 *   past: Core[], agreed: boolean, version: string | null, refused?: boolean}} Hand
 */

/**
 * Start an empty hand.
 * @param {{id: string, number: number, dealer: number, pen: number}} given
 * @returns {Hand}
 */
export function fresh({ id, number, dealer, pen }) {
  const core = { owners: "0".repeat(40), marks: [], bonus: null, form: {} };
  return { ...core, id, number, dealer, pen, mode: "cards", past: [], agreed: false, version: null };
}

/** @param {Core} hand @returns {Core} */
const core = ({ owners, marks, bonus, form }) => ({ owners, marks, bonus, form });

/** @param {Hand} hand @param {Partial<Core>} change @returns {Hand} */
const step = (hand, change) => ({ ...hand, ...change, agreed: false, refused: false, past: [...hand.past, core(hand)] });

/**
 * Say which side has a card; null when it is free.
 * @param {Core} hand @param {string} card @returns {number | null}
 */
export function owner(hand, card) {
  const mark = Number(hand.owners[CARDS.indexOf(card)]);
  return mark ? mark - 1 : null;
}

/**
 * List the cards of a side, or the free ones (null), in card order.
 * @param {Core} hand @param {number | null} side @returns {string[]}
 */
export function pile(hand, side) {
  return CARDS.filter((card) => owner(hand, card) === side);
}

/** @param {string} owners @param {string[]} cards @param {number | null} side */
function assigned(owners, cards, side) {
  const marks = [...owners];
  for (const card of cards) marks[CARDS.indexOf(card)] = String(side === null ? 0 : side + 1);
  return marks.join("");
}

/**
 * Give cards to a side, or set them free (null).
 * @param {Hand} hand @param {string[]} cards @param {number | null} side @returns {Hand}
 */
export function give(hand, cards, side) {
  return step(hand, { owners: assigned(hand.owners, cards, side) });
}

/**
 * Say whom the next tap on a card gives it to. Two sides: the pen's, the other, free; more: the pen's, free.
 * @param {Hand} hand @param {string} card @param {number} sides @returns {number | null}
 */
export function cycle(hand, card, sides) {
  const now = owner(hand, card);
  if (now === null) return hand.pen;
  if (sides === 2) return now === hand.pen ? 1 - hand.pen : null;
  return now === hand.pen ? null : hand.pen;
}

/**
 * Say which side takes the rest: with two sides the one without the pen, with more the pen's.
 * @param {Hand} hand @param {number} sides @returns {number}
 */
export function restTo(hand, sides) {
  return sides === 2 ? 1 - hand.pen : hand.pen;
}

/** @param {Hand} hand @param {number} pen @returns {Hand} */
export function penTo(hand, pen) {
  return { ...hand, pen };
}

/** @param {Hand} hand @param {Mark} mark @returns {Hand} */
export function addMark(hand, mark) {
  return step(hand, { marks: [...hand.marks, mark] });
}

/** @param {Hand} hand @param {number} index @returns {Hand} */
export function removeMark(hand, index) {
  return step(hand, { marks: hand.marks.filter((_, at) => at !== index) });
}

/**
 * Note the table the dealer took before the first card; its cards are the dealer's side's from then on.
 * @param {Hand} hand @param {Bonus | null} bonus @param {number} side @returns {Hand}
 */
export function setBonus(hand, bonus, side) {
  return step(hand, { bonus, owners: bonus ? assigned(hand.owners, bonus.table, side) : hand.owners });
}

/** @param {Hand} hand @param {Record<string, string>} form @returns {Hand} */
export function setForm(hand, form) {
  return step(hand, { form });
}

/** @param {Hand} hand @param {Hand["mode"]} mode @returns {Hand} */
export function setMode(hand, mode) {
  return { ...hand, mode, agreed: false };
}

/** @param {Hand} hand @returns {Hand} */
export function undo(hand) {
  const last = hand.past.at(-1);
  return last ? { ...hand, ...last, agreed: false, refused: false, past: hand.past.slice(0, -1) } : hand;
}

/** @param {Core} hand @param {number} side */
export function scope(hand, side) {
  return hand.marks.filter((mark) => mark.kind === "scopa" && mark.side === side).length;
}

/** @param {Core} hand @param {number} side */
export function buone(hand, side) {
  return hand.marks.filter((mark) => mark.kind === "buona" && mark.side === side);
}

/**
 * Write the hand as the service takes it. `rest` names the side that has the free cards; null: none are free.
 * @param {Hand} hand @param {number} sides @param {number | null} rest
 */
export function body(hand, sides, rest = null) {
  const owners = rest === null ? hand : { ...hand, owners: assigned(hand.owners, pile(hand, null), rest) };
  return {
    number: hand.number,
    dealer_seat: hand.dealer,
    mode: "cards",
    sides: Array.from({ length: sides }, (_, side) => ({
      captured: pile(owners, side),
      scope: scope(hand, side),
      buone: buone(hand, side).map(({ seat, cards, matta_as }) => ({ seat, cards, matta_as: matta_as ?? null })),
    })),
    ...(hand.bonus && { dealer_bonus: { table: hand.bonus.table, matta_as: hand.bonus.matta_as } }),
  };
}

/**
 * Keep what is certain: per side and category the least of several previews, each of which gave the free cards
 * to another side. Whoever gets the rest, nobody ends with less.
 * @param {Array<{sides: Array<Record<string, number>>}>} scores
 * @returns {Array<Record<string, number>>}
 */
export function certain(scores) {
  return scores[0].sides.map((first, side) => {
    const least = Object.fromEntries(
      Object.keys(first).map((key) => [key, Math.min(...scores.map((score) => score.sides[side][key]))]),
    );
    least.total = Object.entries(least).reduce((sum, [key, n]) => (key === "total" ? sum : sum + n), 0);
    return least;
  });
}
