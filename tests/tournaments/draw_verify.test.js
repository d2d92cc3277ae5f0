/** The verifier in the browser's language gives what the vectors say. Run by `test_recomputed.py` with `node --test`. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import {
  commitment,
  commitmentHolds,
  knockoutSlots,
  lotOrder,
  sha256,
  snakeGroups,
} from "../../cirulla/static/js/draw-verify.js";

const { vectors } = JSON.parse(readFileSync(new URL("../data/draw_vectors.json", import.meta.url), "utf-8"));

test("SHA-256 gives the answers of FIPS 180-4's examples", () => {
  assert.equal(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  assert.equal(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  assert.equal(
    sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
  );
  assert.equal(sha256("a".repeat(1_000_000)), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
});

for (const { name, seed, entrants, commitment: published, lots, slots, groups } of vectors) {
  test(`${name}: the commitment is the one published`, () => {
    assert.equal(commitment(seed, entrants), published);
    assert.ok(commitmentHolds(published, seed, entrants));
    assert.ok(!commitmentHolds(published, `${seed}!`, entrants));
    assert.ok(!commitmentHolds(published, seed, [...entrants].reverse()));
  });

  test(`${name}: the lots fall in the same order, whatever order the entrants come in`, () => {
    assert.deepEqual(lotOrder(seed, entrants), lots);
    assert.deepEqual(lotOrder(seed, [...entrants].reverse()), lots);
  });

  if (slots) {
    test(`${name}: the bracket has the same slots`, () => {
      assert.deepEqual(knockoutSlots(seed, entrants), slots);
    });
  }

  for (const [count, dealt] of Object.entries(groups ?? {})) {
    test(`${name}: the snake deals the same ${count} groups`, () => {
      assert.deepEqual(snakeGroups(entrants, Number(count)), dealt);
    });
  }
}

test("an id with a line end is refused, for it could pass as two", () => {
  assert.throws(() => commitment("s", ["a\nb"]), RangeError);
});
