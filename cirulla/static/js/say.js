/** The words of the entry page, from the catalogue the server put into it; the page itself never makes a sentence. */

/** @type {Record<string, string>} */
const WORDS = JSON.parse(document.getElementById("entry-words")?.textContent ?? "{}");
const LANG = document.documentElement.lang || "it";
const COUNT = new Intl.PluralRules(LANG);
const LIST = new Intl.ListFormat(LANG, { type: "conjunction" });

/** @type {Map<number, "one" | "other">} */
const forms = new Map();

/** @param {number} n */
function formFor(n) {
  let form = forms.get(n);
  if (!form) forms.set(n, form = COUNT.select(n) === "one" ? "one" : "other");
  return form;
}

/**
 * Fill one sentence. With `n` the form for that number is taken: `key_one`, `key_other`.
 * @param {string} key @param {Record<string, string | number>} [params] @returns {string}
 */
export function say(key, params = {}) {
  const chosen = "n" in params ? `${key}_${formFor(Number(params.n))}` : key;
  const text = WORDS[chosen] ?? WORDS[key] ?? key;
  return text.replace(/%\((\w+)\)s/g, (_, name) => String(params[name] ?? ""));
}

/** @param {string} key */
export const known = (key) => key in WORDS;

/** @param {string[]} parts @returns {string} */
export const list = (parts) => LIST.format(parts);

/** Speak one sentence to a screen reader. @param {string} text */
export function tell(text) {
  const place = document.getElementById("said");
  if (place) place.textContent = text;
}
