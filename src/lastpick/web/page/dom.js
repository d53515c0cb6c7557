/** Small helpers to build pages. Text goes in as text, never as markup. */

/**
 * Make an element: `el('p', {class: 'small'}, 'Hello ', el('b', {}, name))`.
 * Keys that start with "on" are listeners; null, undefined and false leave an attribute out.
 *
 * @param {string} tag
 * @param {Object<string, any>} [attributes]
 * @param {...(Node|string|number|null|undefined|false)} children
 */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
    else node.setAttribute(key, value === true ? '' : value);
  }
  fill(node, ...children);
  return node;
}

const SVG = 'http://www.w3.org/2000/svg';

/** Make an SVG element. */
export function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

/** Replace what an element holds. */
export function fill(node, ...children) {
  node.replaceChildren(...children.filter((child) => child || child === 0).map(nodeOrText));
  return node;
}

function nodeOrText(child) {
  return child instanceof Node ? child : String(child);
}

/** Set a text only when it differs, so that screen readers and selections are left in peace. */
export function say(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

export const byId = (id) => document.getElementById(id);

/** "1 pick", "4 picks". */
export function count(n, one, many = `${one}s`) {
  return `${n} ${n === 1 ? one : many}`;
}

/** 1, 2, 3 and 7; long lists are cut: "2, 4, 6 and 22 more". */
export function listed(numbers, most = 12) {
  if (numbers.length <= 1) return numbers.join('');
  if (numbers.length > most) {
    return `${numbers.slice(0, most).join(', ')} and ${numbers.length - most} more`;
  }
  return `${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)}`;
}
