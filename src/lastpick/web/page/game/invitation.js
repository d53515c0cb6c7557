/** The invitation: a link and its QR code, while a friend is awaited. */

import { button, el, fill } from '../shared/dom.js';
import { closable, copyText } from '../shared/page.js';
import { words } from '../shared/words.js';

/**
 * The secret stands behind the #, which browsers send to no server.
 *
 * @param {string} id
 * @param {string} secret
 */
const inviteLink = (id, secret) =>
  `${location.origin}/game/${encodeURIComponent(id)}#invite=${encodeURIComponent(secret)}`;

/**
 * The dialog with the invitation. It opens by itself once, and closes when the friend has come: the
 * board stays where it is all the while.
 *
 * @param {string} id  the game
 * @param {HTMLDialogElement} dialog
 * @param {HTMLElement} opener  the button that opens it again
 */
export function createInvitation(id, dialog, opener) {
  let shown = false;
  closable(dialog);
  opener.addEventListener('click', () => dialog.showModal());
  return {
    /**
     * @param {string|null} secret  null: nobody is awaited
     * @param {string|null} [qr]
     */
    show(secret, qr) {
      opener.hidden = secret === null;
      if (secret === null) {
        if (dialog.open) dialog.close();
      } else if (!shown) {
        shown = true;
        build(dialog, inviteLink(id, secret), qr);
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
function build(dialog, link, qr) {
  const label = words.game.inviteLink;
  const field = el('input', { class: 'input', readonly: true, 'aria-label': label });
  field.value = link;
  field.addEventListener('focus', () => field.select());
  const copy = button(words.game.copyLink, () => copyText(link, copy), 'is-primary');
  const share = button(words.game.share, () => {
    const offer = { title: words.shared.name, text: words.game.shareText, url: link };
    navigator.share(offer).catch(() => {}); // closing the sheet is no error
  });
  const close = el('button', { class: 'button is-quiet is-small' }, words.game.toBoard);
  const head = el(
    'div',
    { class: 'spread' },
    el('h2', { id: 'invite-title' }, words.game.inviteTitle),
    el('form', { method: 'dialog' }, close),
  );
  fill(
    dialog,
    el(
      'div',
      { class: 'dialog-body stack' },
      head,
      el('p', { class: 'muted' }, words.game.inviteHow),
      el('div', { class: 'copy' }, field, copy),
      'share' in navigator && el('div', { class: 'row' }, share),
      isLoopback() && el('p', { class: 'small muted' }, words.game.hereOnly),
      qr && codeOf(qr),
    ),
  );
  copy.autofocus = true;
}

/** The link as a QR code. @param {string} svg  as the server drew it */
function codeOf(svg) {
  const picture = new DOMParser().parseFromString(svg, 'text/html').querySelector('svg');
  picture?.setAttribute('role', 'img');
  picture?.setAttribute('aria-label', words.game.qrCode);
  return el('div', { class: 'invite-code' }, picture);
}

const isLoopback = () => /^(localhost|127\.|\[::1\])/.test(location.hostname);
