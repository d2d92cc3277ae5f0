/** The engine of the phone gives the same answers to the golden cases as the service. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { answer } from "../../../cirulla/static/js/engine/operations.js";

const FILES = { score: 1000, score_errors: 100, match: 400, buone: 800, table: 800 };
// Plays are refereed by the service alone.
const NOT_HERE = ["captures", "replay"];

/** @param {any} given an answer, or its error as golden files hold it */
const plain = (given) => {
  const { id, error } = JSON.parse(JSON.stringify(given));
  if (!error) return JSON.parse(JSON.stringify(given));
  return { id, error: { code: error.code, ...(error.code === "match_finished" && { hand: error.hand }) } };
};

for (const [name, least] of Object.entries(FILES)) {
  test(`golden ${name}`, () => {
    const lines = readFileSync(new URL(`../../data/golden/${name}.jsonl`, import.meta.url), "utf-8").trim().split("\n");
    const pairs = lines.map((line) => JSON.parse(line)).filter((pair) => !NOT_HERE.includes(pair.case.op));
    assert.ok(pairs.length >= least, `${pairs.length} cases`);
    for (const { case: given, answer: expected } of pairs) assert.deepEqual(plain(answer(given)), expected);
  });
}
