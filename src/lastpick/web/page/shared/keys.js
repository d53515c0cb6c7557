/** Keys that work anywhere on a page with a board: typed numbers, and single letters. */

import { byId } from './dom.js';
import { announce, closable } from './page.js';
import * as storage from './storage.js';
import { fillIn, words } from './words.js';

const MOST_DIGITS = 13;
const FIELDS = 'input, textarea, select, dialog, [contenteditable], #review';

/**
 * @param {Object} table
 * @param {(n: number) => void} table.pick
 * @param {(n: number|null) => void} table.preview
 * @param {Record<string, () => void>} table.letters
 */
export function createKeys({ pick, preview, letters }) {
  const display = byId('typed');
  const dialog = byId('keys', HTMLDialogElement);
  const switched = byId('keys-on', HTMLInputElement);
  let typed = '';

  switched.checked = storage.get('letters', true);
  switched.addEventListener('change', () => storage.put('letters', switched.checked));

  /** @param {string} text */
  function show(text) {
    typed = text;
    display.hidden = typed === '';
    display.textContent = typed && fillIn(words.shared.typed, { typed });
    preview(typed === '' ? null : Number(typed));
    if (typed) announce(fillIn(words.shared.typedSpoken, { typed }));
  }

  /**
   * Keys belong to fields and dialogs first. A closed dialog may hold the focus for a frame more.
   *
   * @param {KeyboardEvent} event
   */
  function elsewhere({ ctrlKey, metaKey, altKey, target }) {
    if (ctrlKey || metaKey || altKey) return true;
    if (!(target instanceof Element) || target.closest('dialog:not([open])')) return false;
    return target.closest(FIELDS) !== null;
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (elsewhere(event)) return;
    if (/^[0-9]$/.test(event.key) && typed.length < MOST_DIGITS) {
      show(String(Number(typed + event.key)));
    } else if (typed && event.key === 'Enter') {
      const n = Number(typed);
      show('');
      pick(n);
    } else if (typed && event.key === 'Backspace') {
      show(typed.slice(0, -1));
    } else if (typed && event.key === 'Escape') {
      show('');
    } else if (event.key === '?') {
      open();
    } else if (switched.checked && !event.repeat && letters[event.key.toLowerCase()]) {
      letters[event.key.toLowerCase()]();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  function open() {
    dialog.showModal();
  }

  // Before the tiles see it: Enter after digits must not also press the tile in focus.
  document.addEventListener('keydown', onKey, { capture: true });
  closable(dialog);
  return { open };
}
