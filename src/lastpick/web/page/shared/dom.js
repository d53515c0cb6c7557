/** Small helpers to build pages. Text goes in as text, never as markup. */

import { fillIn, words } from './words.js';

/** @import { Child } from './types.js' */

/**
 * Make an element: `el('p', {class: 'small'}, 'Hello ', el('b', {}, name))`.
 * Keys that start with "on" are listeners; null, undefined and false leave an attribute out.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, unknown>} [attributes]
 * @param {...Child} children
 */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') node.addEventListener(key.slice(2), (event) => value(event));
    else node.setAttribute(key, value === true ? '' : String(value));
  }
  fill(node, ...children);
  return node;
}

const SVG = 'http://www.w3.org/2000/svg';

/**
 * Make an SVG element.
 *
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string|number>} [attributes]
 * @param {...Node} children
 */
export function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
  node.append(...children);
  return node;
}

/**
 * A button of a page.
 *
 * @param {string} text
 * @param {(event: MouseEvent) => void} onclick
 * @param {string} [looks]  classes, such as "is-small is-primary"
 */
export function button(text, onclick, looks = '') {
  return el('button', { type: 'button', class: `button ${looks}`.trim(), onclick }, text);
}

/**
 * Replace what an element holds.
 *
 * @template {Element} E
 * @param {E} node
 * @param {...Child} children
 */
export function fill(node, ...children) {
  const there = children.filter((child) => child || child === 0);
  node.replaceChildren(...there.map((child) => (child instanceof Node ? child : String(child))));
  return node;
}

/**
 * Set a text only when it differs, so that screen readers and selections are left in peace.
 *
 * @param {Element} node
 * @param {string} text
 */
export function say(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * An element of the page, by its id.
 *
 * @template {HTMLElement} [E=HTMLElement]
 * @param {string} id
 * @param {{new (): E}} [kind]  what it must be, such as HTMLInputElement
 * @returns {E}
 */
export function byId(id, kind) {
  const node = document.getElementById(id);
  if (!node || (kind && !(node instanceof kind))) throw new TypeError(`no such element: ${id}`);
  return /** @type {E} */ (node);
}

/** The element in focus, if it is one of the page's. */
export const focused = () =>
  document.activeElement instanceof HTMLElement ? document.activeElement : null;

/**
 * "1 pick", "4 picks".
 *
 * @param {number} n
 * @param {string} one
 */
export function count(n, one, many = `${one}s`) {
  return `${n} ${n === 1 ? one : many}`;
}

/**
 * 1, 2, 3 and 7; long lists are cut: "2, 4, 6 and 22 more".
 *
 * @param {number[]} numbers
 */
export function listed(numbers, most = 12) {
  if (numbers.length <= 1) return numbers.join('');
  if (numbers.length > most) {
    const list = numbers.slice(0, most).join(', ');
    return fillIn(words.shared.listCut, { list, n: numbers.length - most });
  }
  const [list, last] = [numbers.slice(0, -1).join(', '), numbers[numbers.length - 1]];
  return fillIn(words.shared.listEnd, { list, last });
}
