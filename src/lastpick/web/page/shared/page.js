/** What every page does: announce to screen readers, close dialogs, copy, save, survive surprises. */

import { button, el, fill } from './dom.js';
import { words } from './words.js';

/** @type {HTMLElement|null} */
let region = null;
/** @type {string[]} */
let queue = [];

/**
 * Say something to screen readers when they have finished what they are saying.
 *
 * @param {string} text
 */
export function announce(text) {
  if (!region) {
    region = el('div', { class: 'visually-hidden', role: 'status', 'aria-live': 'polite' });
    document.body.append(region);
  }
  if (queue.length === 0) setTimeout(flush, 60);
  queue.push(text);
}

function flush() {
  const text = queue.join(' ');
  queue = [];
  if (!region) return;
  const there = region;
  // The same words twice are a new message, so the region is emptied in between.
  there.textContent = '';
  requestAnimationFrame(() => {
    there.textContent = text;
  });
}

/**
 * Let Escape and a click beside a dialog close it at once. Left to itself a browser takes a moment
 * after Escape, and a key pressed in that moment still goes to the dialog.
 *
 * @param {HTMLDialogElement} dialog
 */
export function closable(dialog) {
  dialog.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    dialog.close();
  });
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });
}

/**
 * Copy a text, and let a button tell whether it worked.
 *
 * @param {string} text
 * @param {HTMLElement} teller
 */
export async function copyText(text, teller) {
  const label = teller.dataset.label ?? teller.textContent ?? '';
  teller.dataset.label = label;
  try {
    await navigator.clipboard.writeText(text);
    teller.textContent = words.shared.copied;
    announce(words.shared.copied);
  } catch {
    teller.textContent = words.shared.copyByHand;
    const field = teller.parentElement?.querySelector('input');
    field?.focus();
    field?.select();
  }
  setTimeout(() => {
    teller.textContent = label;
  }, 1800);
}

/**
 * Something of the page that is on its way. If it does not arrive, that is told as of any call.
 *
 * @template T
 * @param {Promise<T>} part
 * @returns {Promise<T>}
 */
export const arriving = (part) =>
  part.catch(() => {
    throw new Error(words.shared.noAnswer);
  });

/**
 * A part of the page that is loaded when it is first needed.
 *
 * @template T
 * @param {() => Promise<T>} load
 * @param {(text: string) => void} [tell]  that it did not arrive; the next use tries again
 * @returns {(use: (part: T) => void, needed?: boolean) => Promise<void>}  in the order of the calls;
 *   what is not needed is skipped while nothing was
 */
export function later(load, tell = () => {}) {
  /** @type {Promise<T>|null} */
  let coming = null;
  return async (use, needed = true) => {
    if (!needed && !coming) return;
    coming ??= arriving(load());
    let part;
    try {
      part = await coming;
    } catch (error) {
      coming = null;
      tell(/** @type {Error} */ (error).message);
      return;
    }
    use(part);
  };
}

/**
 * Offer a text as a file.
 *
 * @param {string} name
 * @param {string} text
 */
export function saveText(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = el('a', { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/**
 * Have a page shown that says so when the server is away, and files kept. Where browsers do not
 * allow that, as in a private window or without TLS, nothing is lost.
 */
function keepShell() {
  if (window.top !== window) return;
  addEventListener('load', () => {
    navigator.serviceWorker
      ?.register('/service-worker.js', { updateViaCache: 'all' })
      .catch(() => {});
  });
}

/** A surprise in the code: one clear line and a way out, not a page that stands still. */
export function guard() {
  /** @param {unknown} error */
  const show = (error) => {
    console.error(error);
    const box = document.getElementById('trouble');
    if (!box || !box.hidden) return;
    fill(
      box,
      el('p', {}, words.shared.surprise),
      el(
        'p',
        { class: 'row' },
        button(words.shared.reload, () => location.reload(), 'is-small'),
        el('a', { href: '/' }, words.shared.startPage),
      ),
    );
    box.hidden = false;
  };
  keepShell();
  addEventListener('error', (event) => event.error && show(event.error));
  addEventListener('unhandledrejection', (event) => show(event.reason));
}
