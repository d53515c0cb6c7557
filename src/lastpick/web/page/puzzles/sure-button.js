/** A button for what cannot be undone: it asks once more, and forgets that when it is left. */

import { button } from '../shared/dom.js';
import { announce } from '../shared/page.js';

/**
 * @param {{text: string, sure: string}} labels
 * @param {() => void} onSure
 * @param {string} [looks]
 */
export function sureButton({ text, sure }, onSure, looks = '') {
  let asked = false;
  const node = button(text, () => {
    if (asked) {
      onSure();
      return;
    }
    asked = true;
    node.textContent = sure;
    node.classList.add('is-danger');
    announce(sure);
  }, looks);
  node.addEventListener('blur', () => {
    asked = false;
    node.textContent = text;
    node.classList.remove('is-danger');
  });
  return node;
}
