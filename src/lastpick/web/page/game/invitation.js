/** The invitation: a link and its QR code, while a friend is awaited. */

import { button, el, fill } from '../shared/dom.js';
import { closable, copyText } from '../shared/page.js';

/**
 * The secret stands behind the #, which browsers send to no server.
 *
 * @param {string} id
 * @param {string} secret
 */
export const inviteLink = (id, secret) =>
  `${location.origin}/game/${encodeURIComponent(id)}#invite=${encodeURIComponent(secret)}`;

/** The secret in the address of this page, if it was opened by an invitation. */
export function invited() {
  return new URLSearchParams(location.hash.slice(1)).get('invite');
}

/** Take the secret out of the address, so that it is not shared by accident. */
export function hideInvite() {
  history.replaceState(null, '', location.pathname);
}

const HOW = 'Send this link, or let them scan the code. The first to open it plays.';

const HERE_ONLY =
  'This link works in browsers on this machine only. For a phone, start the server with ' +
  '--host 0.0.0.0, and open the address that it prints.';

/**
 * The dialog with the invitation. It opens by itself once, and closes when the friend has come: the
 * board stays where it is all the while.
 *
 * @param {HTMLDialogElement} dialog
 * @param {HTMLElement} opener  the button that opens it again
 */
export function createInvitation(dialog, opener) {
  let shown = false;
  closable(dialog);
  opener.addEventListener('click', () => dialog.showModal());
  return {
    /**
     * @param {string|null} link  null: nobody is awaited
     * @param {string|null} [qr]
     */
    show(link, qr) {
      opener.hidden = link === null;
      if (link === null) {
        if (dialog.open) dialog.close();
      } else if (!shown) {
        shown = true;
        fillIn(dialog, link, qr);
        dialog.showModal();
      }
    },
  };
}

/**
 * @param {HTMLElement} dialog
 * @param {string} link
 * @param {string|null} [qr]  without a code the link itself is enough
 */
function fillIn(dialog, link, qr) {
  const field = el('input', { class: 'input', readonly: true, 'aria-label': 'Invite link' });
  field.value = link;
  field.addEventListener('focus', () => field.select());
  const copy = button('Copy link', () => copyText(link, copy), 'is-primary');
  const share = button('Share…', () => {
    const offer = { title: 'Lastpick', text: 'Play a number game with me.', url: link };
    navigator.share(offer).catch(() => {}); // closing the sheet is no error
  });
  const close = el('button', { class: 'button is-quiet is-small' }, 'To the board');
  const head = el(
    'div',
    { class: 'spread' },
    el('h2', { id: 'invite-title' }, 'Invite your friend'),
    el('form', { method: 'dialog' }, close),
  );
  fill(
    dialog,
    el(
      'div',
      { class: 'dialog-body stack' },
      head,
      el('p', { class: 'muted' }, HOW),
      el('div', { class: 'copy' }, field, copy),
      'share' in navigator && el('div', { class: 'row' }, share),
      isLoopback() && el('p', { class: 'small muted' }, HERE_ONLY),
      qr && codeOf(qr),
    ),
  );
  copy.autofocus = true;
}

/** The link as a QR code. @param {string} svg  as the server drew it */
function codeOf(svg) {
  const picture = new DOMParser().parseFromString(svg, 'text/html').querySelector('svg');
  picture?.setAttribute('role', 'img');
  picture?.setAttribute('aria-label', 'QR code');
  return el('div', { class: 'invite-code' }, picture);
}

const isLoopback = () => /^(localhost|127\.|\[::1\])/.test(location.hostname);
