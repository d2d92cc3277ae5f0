/**
 * Cards as codes (`7D`), and a pile as the ten rank bits of each suit, in the order H D C S (RULES 1.1, 1.2).
 *
 * A pile of 40 bits is split by suit because numbers here have 32 bits to shift. Bit 0 of a suit is its ace.
 */

export const SUITS = "HDCS";
export const RANKS = "A234567JQK";
/** The 40 codes in card order (RULES 3.5). */
export const CODES = [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit));
export const ALL_TEN = 0x3ff;
export const DENARI = SUITS.indexOf("D");

/** @typedef {[number, number, number, number]} Pile */

/** Give the capture value 1..10 of a code or rank (RULES 1.2); 0 for none. @param {string | null | undefined} code */
export const valueOf = (code) => (code ? RANKS.indexOf(code[0]) + 1 : 0);

/** @param {string} code */
export const suitOf = (code) => SUITS.indexOf(code[1]);

/** Put codes into a pile. @param {Iterable<string>} codes @returns {Pile} */
export function pileOf(codes) {
  /** @type {Pile} */
  const pile = [0, 0, 0, 0];
  for (const code of codes) pile[suitOf(code)] |= 1 << (valueOf(code) - 1);
  return pile;
}

/** Count the bits of up to 32. @param {number} bits */
export function bitCount(bits) {
  let count = 0;
  for (let left = bits; left; left &= left - 1) count += 1;
  return count;
}

/** Count the cards of a pile. @param {Pile} pile */
export const pileSize = (pile) => pile.reduce((sum, ranks) => sum + bitCount(ranks), 0);

/** Give the codes of ten rank bits of a suit, in card order. @param {number} ranks @param {string} suit */
export const codesOf = (ranks, suit) => [...RANKS].filter((_, at) => (ranks >> at) & 1).map((rank) => rank + suit);

/** Sort codes into card order. @param {Iterable<string>} codes */
export const inOrder = (codes) => [...codes].sort((a, b) => CODES.indexOf(a) - CODES.indexOf(b));

/** Add up capture values. @param {string[]} codes */
export const sumOf = (codes) => codes.reduce((sum, code) => sum + valueOf(code), 0);
