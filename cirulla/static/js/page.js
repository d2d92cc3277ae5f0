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

/** Write a text where another stands: what is written anew is laid out anew. @param {Element} element @param {string} text */
export function write(element, text) {
  if (element.textContent === text) return;
  const { firstChild, childNodes } = element;
  // A new node costs more than a new text of the same one.
  if (text && firstChild instanceof Text && childNodes.length === 1) firstChild.data = text;
  else element.textContent = text;
}

/** Set an attribute where it has another value. @param {Element} element @param {string} name @param {string} value */
export function set(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
