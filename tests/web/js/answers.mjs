/** Answer cases with the phone's engine, a line of JSON each, until the input ends. */

import { createInterface } from "node:readline";

import { doubtsOf } from "../../../cirulla/static/js/engine/detect.js";
import { EngineError } from "../../../cirulla/static/js/engine/errors.js";
import { scoreEntry } from "../../../cirulla/static/js/engine/entry.js";
import { answer } from "../../../cirulla/static/js/engine/operations.js";
import { readRuleset } from "../../../cirulla/static/js/engine/rulesets.js";

/** @param {any} given */
function entry({ body, ruleset, seating }) {
  try {
    const { score, wins_match } = scoreEntry(body, readRuleset(ruleset), seating);
    return { score, wins_match };
  } catch (no) {
    if (no instanceof EngineError) return { error: no.toJSON() };
    throw no;
  }
}

const OPERATIONS = {
  entry,
  doubts: (/** @type {any} */ { body, ruleset, odds }) => doubtsOf(body, readRuleset(ruleset), odds),
  ruleset: (/** @type {any} */ given) => readRuleset(given.ruleset),
};

for await (const line of createInterface({ input: process.stdin })) {
  const given = JSON.parse(line);
  const work = OPERATIONS[given.op] ?? answer;
  process.stdout.write(`${JSON.stringify(work(given))}\n`);
}
