/** The puzzles page: today's puzzle, one of a chosen kind, past days, and the progress beside them. */

import * as api from '../shared/api.js';
import { byId, el, fill } from '../shared/dom.js';
import { guard } from '../shared/page.js';
import { dailyKey } from '../shared/progress-data.js';
import { attemptAt, load, summary } from '../shared/progress.js';
import * as storage from '../shared/storage.js';
import { unknownKind } from '../shared/exhaustive.js';
import { fillIn, poolText, words } from '../shared/words.js';
import { mountArchive } from './archive.js';
import { mountProgress } from './progress-panel.js';

/** @import { Announced, Catalog, CatalogGame } from '../shared/types.js' */

guard();

// As links were before days had addresses of their own.
if (new URLSearchParams(location.search).has('daily') || location.hash === '#daily') {
  location.replace('/daily');
}

const LEVELS = ['1', '2', '3', '4', '5'];
const MOST_BEGUN = 3;
const said = words.puzzles;
const clockDay = () => new Date().toISOString().slice(0, 10);

/** Today's puzzle, and how far it has come. @param {Announced} daily */
function showToday({ date, title, numbers }) {
  const attempt = attemptAt(dailyKey(date));
  const { streak } = summary(date).daily;
  byId('today', HTMLAnchorElement).href = `/daily/${date}`;
  byId('today-title').textContent = `${title} ${poolText(numbers)}`;
  const goes = streak > 0 && fillIn(said.streakGoes, { n: streak });
  const end = attempt?.end ?? 'new';
  const [text, button] = (() => {
    switch (end) {
      case 'new':
        return [goes || said.todayText, said.solveToday];
      case 'open':
        return [goes || said.todayText, said.goOnToday];
      case 'solved': {
        const kept = streak > 0 ? fillIn(said.streak, { n: streak }) : '';
        return [`${said.solvedToday} ${kept}`, said.seeToday];
      }
      case 'given up':
        return [said.givenUpToday, said.seeToday];
      default:
        return unknownKind(end);
    }
  })();
  byId('today-text').textContent = text;
  byId('today').textContent = button;
}

/** Puzzles that were begun and left, the latest first. @param {CatalogGame[]} games */
function showBegun(games) {
  const open = Object.entries(load().attempts)
    .filter(([key, { end }]) => end === 'open' && !key.startsWith(dailyKey('')))
    .slice(-MOST_BEGUN)
    .reverse();
  byId('begun').hidden = open.length === 0;
  fill(
    byId('begun'),
    el('h3', { class: 'side-title' }, said.goOnWith),
    el(
      'ul',
      { class: 'begun-list' },
      ...open.map(([id, { level }]) => {
        const [name, numbers] = id.split('_');
        const title = games.find((game) => game.name === name)?.title ?? name;
        const text = `${title} ${poolText(numbers)}`;
        const how = fillIn(said.levelPlain, { n: level });
        return el(
          'li',
          {},
          el('a', { href: `/puzzle/${id}` }, text),
          el('span', { class: 'small muted' }, ` ${how}`),
        );
      }),
    ),
  );
}

const progress = mountProgress(byId('progress'), showAll);
/** @type {Catalog|null} */
let catalog = null;

function showAll() {
  const { games, daily } = catalog ?? { games: [], daily: null };
  if (daily) showToday(daily);
  showBegun(games);
  mountArchive(byId('archive'), daily?.date ?? clockDay());
  progress.render(daily?.date ?? clockDay());
  for (const id of ['archive', 'aside']) byId(id).hidden = false;
}

async function begin() {
  const kept = storage.get('puzzles', {}) ?? {};
  const level = document.querySelector(`[name=level][value="${LEVELS.indexOf(kept.level) + 1}"]`);
  if (level instanceof HTMLInputElement) level.checked = true;
  const which = byId('which', HTMLSelectElement);
  showAll(); // as far as this browser knows, so that nothing moves later
  try {
    catalog = await api.catalog();
    which.append(...catalog.games.map(({ name, title }) => el('option', { value: name }, title)));
    if (catalog.games.some(({ name }) => name === kept.game)) which.value = kept.game;
  } catch (error) {
    byId('today-title').textContent = api.apiError(error).message;
    which.disabled = true; // any game can still be asked for
  }
  showAll();
}

byId('choose', HTMLFormElement).addEventListener('submit', (event) => {
  const chosen = new FormData(/** @type {HTMLFormElement} */ (event.target));
  storage.put('puzzles', { game: chosen.get('game') ?? '', level: chosen.get('level') ?? '' });
});
addEventListener('pageshow', (event) => event.persisted && showAll());
begin();
