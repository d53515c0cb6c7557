/** Past days: a month of puzzles, each a link, with a mark for what became of it. */

import { button, el, fill } from '../shared/dom.js';
import { unknownKind } from '../shared/exhaustive.js';
import { dailyKey } from '../shared/progress-data.js';
import { load } from '../shared/progress.js';
import { fillIn, words } from '../shared/words.js';
import { dayText, weekdays } from './days.js';

/** @import { Attempt } from '../shared/progress-data.js' */

const said = words.puzzles;
const WEEK = 7;

/**
 * What became of a day's puzzle: a sign, and words for it.
 *
 * @param {Attempt|undefined} attempt
 */
function stateOf(attempt) {
  const end = attempt?.end ?? 'new';
  switch (end) {
    case 'new':
      return { sign: '', text: said.dayNew, look: '' };
    case 'open':
      return { sign: '◐', text: said.dayOpen, look: 'is-open' };
    case 'solved':
      return { sign: '✓', text: said.daySolved, look: 'is-solved' };
    case 'given up':
      return { sign: '–', text: said.dayGivenUp, look: 'is-given-up' };
    default:
      return unknownKind(end);
  }
}

/**
 * @param {HTMLElement} element
 * @param {string} today
 */
export function mountArchive(element, today) {
  let month = today.slice(0, 7);

  /** @param {number} by */
  const moved = (by) => {
    const [year, number] = month.split('-').map(Number);
    return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
  };

  /** @param {number} by @param {string} text @param {string} sign */
  const turn = (by, text, sign) => {
    const node = button(sign, () => {
      month = moved(by);
      render();
      const again = element.querySelector(`[data-by="${by}"]:not(:disabled)`);
      const other = element.querySelector('.archive-turn:not(:disabled)');
      /** @type {HTMLElement|null} */ (again ?? other)?.focus();
    }, 'is-small is-quiet archive-turn');
    node.setAttribute('aria-label', text);
    node.dataset.by = String(by);
    node.disabled = by > 0 && moved(by) > today.slice(0, 7);
    return node;
  };

  function render() {
    const { attempts } = load();
    const [year, number] = month.split('-').map(Number);
    const length = new Date(Date.UTC(year, number, 0)).getUTCDate();
    const blanks = (new Date(Date.UTC(year, number - 1, 1)).getUTCDay() + WEEK - 1) % WEEK;
    const cells = [
      ...Array.from({ length: blanks }, () => el('td')),
      ...Array.from({ length }, (_, i) => {
        const date = `${month}-${String(i + 1).padStart(2, '0')}`;
        return el('td', {}, dayOf(date, i + 1, attempts[dailyKey(date)]));
      }),
    ];
    while (cells.length % WEEK) cells.push(el('td'));
    const rows = [];
    for (let i = 0; i < cells.length; i += WEEK) rows.push(el('tr', {}, ...cells.slice(i, i + WEEK)));
    fill(
      element,
      el(
        'div',
        { class: 'spread archive-head' },
        el('h2', { id: 'archive-title', class: 'side-title' }, said.archive),
        el(
          'div',
          { class: 'row archive-turns' },
          turn(-1, said.earlier, '‹'),
          el('span', { class: 'archive-month', role: 'status' }, dayText(`${month}-01`, 'month')),
          turn(1, said.later, '›'),
        ),
      ),
      el(
        'table',
        { class: 'calendar', 'aria-label': dayText(`${month}-01`, 'month') },
        el(
          'thead',
          {},
          el(
            'tr',
            {},
            ...weekdays().map(({ short, long }) => el('th', { scope: 'col', abbr: long }, short)),
          ),
        ),
        el('tbody', {}, ...rows),
      ),
      el('p', { class: 'small muted' }, said.streakKept),
    );
  }

  /** @param {string} date @param {number} n @param {Attempt|undefined} attempt */
  function dayOf(date, n, attempt) {
    if (date > today) return el('span', { class: 'day is-to-come' }, n);
    const { sign, text, look } = stateOf(attempt);
    const label = fillIn(said.dayLabel, { day: dayText(date), state: text });
    const current = date === today ? 'date' : null;
    return el(
      'a',
      { class: `day ${look}`, href: `/daily/${date}`, 'aria-label': label, 'aria-current': current },
      el('span', {}, n),
      el('span', { class: 'day-sign' }, sign),
    );
  }

  render();
}
