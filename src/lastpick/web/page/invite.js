/** The invitation: a link and its QR code, while a friend is awaited. */

import { el, fill } from './dom.js';
import { copyText } from './page.js';

/** The secret stands behind the #, which browsers send to no server. */
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

/** @param {string} link */
export function showInvite(element, link) {
  if (element.dataset.link === link) return;
  element.dataset.link = link;
  const field = el('input', { class: 'input', readonly: true, 'aria-label': 'Invite link' });
  field.value = link;
  field.addEventListener('focus', () => field.select());
  const copy = el('button', { class: 'button is-primary', type: 'button' }, 'Copy link');
  copy.addEventListener('click', () => copyText(link, copy));
  const share = el('button', { class: 'button', type: 'button' }, 'Share…');
  share.addEventListener('click', () => {
    const offer = { title: 'Lastpick', text: 'Play a number game with me.', url: link };
    navigator.share(offer).catch(() => {}); // closing the sheet is no error
  });
  const code = el('div', { class: 'invite-code' });
  fill(
    element,
    el(
      'div',
      { class: 'stack' },
      el('h2', { id: 'invite-title' }, 'Invite your friend'),
      el('p', { class: 'muted' }, HOW),
      el('div', { class: 'copy' }, field, copy),
      navigator.share && el('div', { class: 'row' }, share),
    ),
    code,
  );
  if (isLoopback()) {
    element.firstElementChild.append(
      el('p', { class: 'small muted' }, HERE_ONLY),
    );
  }
  import('./qr.js')
    .then(({ qrSvg }) => fill(code, qrSvg(link)))
    .catch(() => code.remove());
}

const isLoopback = () => /^(localhost|127\.|\[::1\])/.test(location.hostname);
