/** Find and make elements of the page. */

/** @param {string} query @returns {HTMLElement} */
export const $ = (query) => /** @type {HTMLElement} */ (document.querySelector(query));

/**
 * Make an element with text; names of people only ever get in as text.
 * @param {string} tag @param {string} className @param {...(string | Node)} inside
 */
export function make(tag, className, ...inside) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...inside);
  return element;
}
