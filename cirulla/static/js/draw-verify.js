/**
 * Draw again what was drawn: the commitment made before, the order of the lots, the bracket, the groups.
 *
 * Pure functions of what the draw's page shows (seed, entries); the service computes the same in `tournaments/draw`.
 * SHA-256 is written out because browsers offer theirs only over HTTPS, and a club's own server may be on plain HTTP.
 */

const COMMITMENT_NAME = "cirulla-draw-1";

/** First 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2). */
const ROUND_CONSTANTS = primes(64).map((prime) => fraction(Math.cbrt(prime)));

/** The same of the square roots of the first 8 primes (FIPS 180-4, 5.3.3). */
const START = primes(8).map((prime) => fraction(Math.sqrt(prime)));

/** @param {number} count @returns {number[]} */
function primes(count) {
  /** @type {number[]} */
  const found = [];
  for (let number = 2; found.length < count; number += 1) {
    if (found.every((prime) => number % prime !== 0)) found.push(number);
  }
  return found;
}

/** @param {number} root @returns {number} */
function fraction(root) {
  return Math.floor((root - Math.floor(root)) * 2 ** 32);
}

/** @param {number} word @param {number} by @returns {number} */
function turned(word, by) {
  return (word >>> by) | (word << (32 - by));
}

/** The SHA-256 of a text in UTF-8, as 64 hexadecimal digits. @param {string} text @returns {string} */
export function sha256(text) {
  const bytes = new TextEncoder().encode(text);
  const padded = new Uint8Array(((bytes.length + 8) >> 6) * 64 + 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, bytes.length << 3);
  const state = Uint32Array.from(START);
  const words = new Uint32Array(64);
  for (let offset = 0; offset < padded.length; offset += 64) {
    for (let index = 0; index < 16; index += 1) words[index] = view.getUint32(offset + 4 * index);
    for (let index = 16; index < 64; index += 1) {
      const early = words[index - 15];
      const late = words[index - 2];
      const small = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
      const large = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
      words[index] = words[index - 16] + small + words[index - 7] + large;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let index = 0; index < 64; index += 1) {
      const chosen = (e & f) ^ (~e & g);
      const first =
        (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + chosen + ROUND_CONSTANTS[index] + words[index]) >>> 0;
      const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) >>> 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) >>> 0, c, b, a, (first + second) >>> 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, index) => {
      state[index] += word;
    });
  }
  return Array.from(state, (word) => word.toString(16).padStart(8, "0")).join("");
}

/**
 * What was published before the draw, from the secret seed and the entries in seed order.
 * @param {string} seed @param {string[]} entries @returns {string}
 */
export function commitment(seed, entries) {
  const lines = [COMMITMENT_NAME, seed, ...entries];
  if (lines.some((line) => line.includes("\n"))) throw new RangeError("neither the seed nor an id may hold a line end");
  return sha256(lines.map((line) => `${line}\n`).join(""));
}

/**
 * Whether the seed and the entries shown after the draw are those committed before it.
 * @param {string} published @param {string} seed @param {string[]} entries @returns {boolean}
 */
export function commitmentHolds(published, seed, entries) {
  return published === commitment(seed, entries);
}

/**
 * The entrants in the order of their lots: the SHA-256 of seed, line end, id.
 * @param {string} seed @param {string[]} entrants @returns {string[]}
 */
export function lotOrder(seed, entrants) {
  const lots = entrants.map((entrant) => ({ entrant, lot: sha256(`${seed}\n${entrant}`) }));
  lots.sort((one, other) => (one.lot < other.lot ? -1 : one.lot > other.lot ? 1 : 0));
  return lots.map(({ entrant }) => entrant);
}

/** The numbers of a bracket's slots from top to bottom. @param {number} size a power of two @returns {number[]} */
export function slotNumbers(size) {
  let numbers = [1];
  while (numbers.length < size) {
    const sum = 2 * numbers.length + 1;
    numbers = numbers.flatMap((number) => [number, sum - number]);
  }
  return numbers;
}

/**
 * The slots of a knockout: the seeded take the first numbers, the others theirs by lot, null is a bye.
 * @param {string} seed @param {string[]} entrants @param {string[]} [seeded] @returns {(string | null)[]}
 */
export function knockoutSlots(seed, entrants, seeded = []) {
  const others = entrants.filter((entrant) => !seeded.includes(entrant));
  const numbered = [...seeded, ...lotOrder(seed, others)];
  let size = 1;
  while (size < numbered.length) size *= 2;
  return slotNumbers(size).map((number) => numbered[number - 1] ?? null);
}

/**
 * The groups by the snake: 1 … G, then G … 1.
 * @param {string[]} entrants in seed order @param {number} groups @returns {string[][]}
 */
export function snakeGroups(entrants, groups) {
  /** @type {string[][]} */
  const dealt = Array.from({ length: groups }, () => []);
  entrants.forEach((entrant, index) => {
    const step = index % groups;
    dealt[Math.floor(index / groups) % 2 ? groups - 1 - step : step].push(entrant);
  });
  return dealt;
}
