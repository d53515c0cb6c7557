/** What is shown in place of a game that cannot be. */

import { byId, el, fill } from '../shared/dom.js';
import { words } from '../shared/words.js';

/** A game that cannot be shown: say so, and where to go instead. @param {string} text */
export function showLost(text) {
  document.title = `${words.game.noSuchGame} · ${words.shared.name}`;
  byId('table').hidden = true;
  byId('connection').hidden = true;
  fill(
    byId('trouble'),
    el('h1', {}, words.game.noSuchGame),
    el('p', { class: 'muted' }, text),
    el('a', { class: 'button is-primary', href: '/' }, words.game.startNew),
  );
  byId('trouble').className = 'stack';
  byId('trouble').hidden = false;
}

/** Before the first state there is no table to show a problem on. @param {string} text */
export function showTrouble(text) {
  if (byId('connection').hidden) return; // there is no such game
  const home = el('a', { href: '/' }, words.shared.startPage);
  fill(byId('trouble'), el('p', {}, text), el('p', { class: 'row' }, words.game.tryingAgain, home));
  byId('trouble').hidden = false;
}
