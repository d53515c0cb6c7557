/** The picks so far, in pairs. */

import { el, fill } from '../shared/dom.js';
import { seatOf } from '../shared/tiles.js';
import { words } from '../shared/words.js';

/** @import { View } from '../shared/types.js' */

/**
 * @param {HTMLElement} element
 * @param {View} view
 */
export function showPicks(element, view) {
  const { state, names } = view;
  if (state.picks.length === 0) {
    fill(element, el('p', { class: 'small muted' }, words.game.noPicks));
    return;
  }
  /** @param {number} place */
  const cell = (place) => {
    const n = state.picks[place];
    if (n === undefined) return el('td', {});
    const latest = place === state.picks.length - 1;
    return el(
      'td',
      { class: latest ? 'is-latest' : null },
      el('span', { class: `mark-${seatOf(place)}`, 'aria-hidden': 'true' }),
      ' ',
      el('span', {}, n),
    );
  };
  const rows = [];
  for (let place = 0; place < state.picks.length; place += 2) {
    const order = el('th', { scope: 'row' }, `${place / 2 + 1}`);
    rows.push(el('tr', {}, order, cell(place), cell(place + 1)));
  }
  const heads = names.map((name) => el('th', { scope: 'col' }, name));
  const unseen = el('span', { class: 'visually-hidden' }, words.game.round);
  const round = el('th', { scope: 'col' }, unseen);
  const table = el(
    'table',
    { class: 'table pick-list' },
    el('thead', {}, el('tr', {}, round, ...heads)),
    el('tbody', {}, ...rows),
  );
  const label = words.shared.picks;
  const looks = { class: 'pick-scroll', tabindex: 0, role: 'group', 'aria-label': label };
  const box = el('div', looks, table);
  fill(element, box);
  box.scrollTop = box.scrollHeight;
}
