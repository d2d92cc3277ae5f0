/**
 * The presets of RULES 10 and the options of RULES 12, and reading a ruleset out of a case.
 *
 * A page is given its match's whole ruleset and needs nothing of this; cases name presets and overrides.
 */

import { EngineError, refusal } from "./errors.js";

/** @typedef {import("./deck.js").Rules} Rules */
/** @typedef {{value: unknown, fits: (value: unknown) => boolean}} Option */

/** @param {unknown} value @param {number} low @param {number} [high] */
const isInteger = (value, low, high = Infinity) => Number.isInteger(value) && Number(value) >= low && Number(value) <= high;

/** @param {number} value @param {number} [low] @param {number} [high] @returns {Option} */
const integer = (value, low = 0, high = Infinity) => ({ value, fits: (given) => isInteger(given, low, high) });

/** @param {boolean} value @returns {Option} */
const flag = (value) => ({ value, fits: (given) => typeof given === "boolean" });

/** The first is the default. @param {...unknown} values @returns {Option} */
const choice = (...values) => ({ value: values[0], fits: (given) => values.includes(given) });

/** @param {number[]} value @param {number} low @param {number} high @returns {Option} */
const integers = (value, low, high) => ({
  value,
  fits: (given) => Array.isArray(given) && given.length > 0 && given.length <= 40 && given.every((one) => isInteger(one, low, high)),
});

/** @param {Record<string, number>} value @returns {Option} */
const sums = (value) => ({
  value,
  fits: (given) =>
    typeof given === "object" && given !== null && !Array.isArray(given) && Object.keys(given).length <= 40 &&
    Object.entries(given).every(([sum, points]) => /^[1-9]\d{0,2}$/.test(sum) && isInteger(points, 0)),
});

/** Every option by name with its default. @type {Record<string, Option>} */
export const OPTIONS = {
  target_score: integer(51),
  target_rule: choice("reach", "exceed", "exceed_exact_resets"),
  tie_rule: choice("extra_hand", "count_out_order", "draw"),
  single_hand: flag(false),
  best_of: choice(1, 3, 5),
  players: integers([2, 3, 4], 2, 5),
  play_direction: choice("anticlockwise", "clockwise"),
  deal_style: choice("one_by_one", "three_by_three", "interleaved", "free"),
  table_cards: choice(4, 5),
  deal_sizes: integers([3], 1, 20),
  redeal_two_aces: choice("always", "unless_dealer_bonus", "off"),
  redeal_three_of_a_kind: flag(false),
  three_redeals_lose: flag(false),
  table_four_of_a_kind: choice("none", "natural", "natural_or_matta"),
  capture_choice: choice("free", "equal_before_sum", "fewest_cards"),
  capture_obligation: choice("played_card", "none", "whole_hand"),
  ace_with_ace_on_table: choice("ace_only", "ace_or_fifteen", "ace_or_whole_table_fifteen", "sweep_all"),
  ace_sweep_exclusive: flag(true),
  ace_sweep_is_scopa: flag(true),
  ace_takes_ace_is_scopa: flag(true),
  last_card_scopa: flag(false),
  table_bonus_is_last_capture: flag(true),
  low_hand_points: integer(3),
  low_hand_max: integer(9),
  triple_points: integer(10),
  low_triple: choice("triple_only", "sum_both", "fixed_3"),
  grande_in_hand_points: integer(0),
  matta_card: choice("7H", "QH", null),
  table_bonus: sums({ 15: 1, 30: 2 }),
  table_low_bonus: integer(0),
  table_low_max: integer(9),
  majority_rule: choice("strict_most", "threshold"),
  primiera_values: choice("standard", "figures_10_9_8"),
  primiera_method: choice("sum_best_per_suit", "count_sevens_sixes_aces"),
  primiera_missing_suit: choice("disqualified", "partial_sum"),
  piccola_max: integer(6, 3, 7),
  grande_extension: choice("none", "down_to_7", "down_to_6"),
  re_bello: flag(false),
  cappotto: choice("win_match", "flat_60_opponent_zero", "bonus_30", "none"),
  last_deal_low_card_max: integer(0),
  last_deal_low_card_points: integer(1),
};

/** What each preset changes (RULES 10). @type {Record<string, Rules>} */
const OVERRIDES = {
  sbiro: {},
  wikipedia: { play_direction: "clockwise", capture_choice: "equal_before_sum", ace_with_ace_on_table: "ace_or_fifteen", piccola_max: 7 },
  pagat: { ace_with_ace_on_table: "ace_or_fifteen" },
  aula2: {
    target_score: 61, ace_with_ace_on_table: "ace_or_whole_table_fifteen", ace_takes_ace_is_scopa: false, low_hand_points: 2,
    cappotto: "flat_60_opponent_zero",
  },
  luzzati: {
    ace_with_ace_on_table: "ace_or_fifteen", redeal_three_of_a_kind: true, three_redeals_lose: true,
    table_four_of_a_kind: "natural_or_matta",
  },
  molassana: {
    target_score: 81, ace_with_ace_on_table: "ace_or_fifteen", low_hand_max: 8, table_low_bonus: 3, table_low_max: 8,
    cappotto: "bonus_30",
  },
  laspezia: {
    low_hand_points: 1, triple_points: 2, low_triple: "fixed_3", table_bonus: { 30: 2 }, table_low_bonus: 1, piccola_max: 5,
    grande_extension: "down_to_6",
  },
  cinquantuno: { target_rule: "exceed_exact_resets", capture_obligation: "whole_hand" },
  cirullone: { players: [4], target_score: 101, deal_sizes: [6, 3] },
  cirulla_a_5: { players: [5], table_cards: 5, deal_sizes: [3, 3, 1], table_bonus: { 17: 1, 34: 2 }, last_deal_low_card_max: 3 },
};

const DEFAULTS = Object.fromEntries(Object.entries(OPTIONS).map(([name, option]) => [name, option.value]));

/** The presets as whole rulesets. @type {Record<string, Rules>} */
export const PRESETS = Object.fromEntries(
  Object.entries(OVERRIDES).map(([preset, overrides]) => [preset, { preset, ...DEFAULTS, ...overrides }]),
);

/** @param {unknown} name @param {string} pointer */
function preset(name, pointer) {
  if (typeof name !== "string" || !Object.hasOwn(PRESETS, name)) {
    throw new EngineError("unknown_ruleset", `${String(name).slice(0, 60)} is no preset.`, pointer, { presets: Object.keys(PRESETS) });
  }
  return PRESETS[name];
}

/**
 * Give the whole ruleset that a preset's name, an object of preset and overrides, or nothing (`sbiro`) stands for.
 * Throws `bad_request`, `unknown_ruleset`, `unknown_option`, `bad_option_value`, `conflicting_options`.
 * @param {unknown} [value] @returns {Rules}
 */
export function readRuleset(value = null) {
  if (value === null) return PRESETS.sbiro;
  if (typeof value === "string") return preset(value, "/ruleset");
  if (typeof value !== "object" || Array.isArray(value)) {
    throw new EngineError("bad_request", "A ruleset is a preset's name or an object of options.", "/ruleset");
  }
  const { preset: name = "sbiro", ...options } = /** @type {Rules} */ (value);
  const base = preset(name, "/ruleset/preset");
  const unknown = Object.keys(options).filter((option) => !Object.hasOwn(OPTIONS, option));
  if (unknown.length) {
    throw refusal("unknown_option", `${unknown[0].slice(0, 60)} is no option of a ruleset.`, unknown.map((option) => `/ruleset/${option}`));
  }
  const bad = Object.keys(options).filter((option) => !OPTIONS[option].fits(options[option]));
  if (bad.length) throw refusal("bad_option_value", `${bad[0]} does not take this value.`, bad.map((option) => `/ruleset/${option}`));
  const rules = { ...base, ...options };
  if (rules.three_redeals_lose && rules.redeal_two_aces === "off" && !rules.redeal_three_of_a_kind) {
    const names = ["three_redeals_lose", "redeal_two_aces", "redeal_three_of_a_kind"];
    const detail = "Three redeals cannot lose a match where nothing is ever redealt.";
    throw refusal("conflicting_options", detail, names.map((option) => `/ruleset/${option}`), { options: names });
  }
  return rules;
}
