/** The start page: choose a game and be playing. */

import { catalog, createGame, messageOf, sleep } from '../shared/api.js';
import { button, byId, el, fill } from '../shared/dom.js';
import { guard } from '../shared/page.js';
import * as storage from '../shared/storage.js';
import { agoText, poolText } from '../shared/words.js';
import { pictureOf } from './card-picture.js';
import { createSetup } from './setup.js';

/** @import { CatalogGame, NewGame } from '../shared/types.js' */

const FIRST_BOT = 'level:3';
const MOST_BYTES = 60_000;
const TOO_LARGE = 'A game file may hold 60,000 characters at most.';
const EXAMPLE = [
  'title = "Close Call"',
  'numbers = "1-30"',
  'follows = "abs(n - last) <= 3 or n % last == 0"',
].join('\n');

guard();

/** Make a game, keep its seats, and go there. @param {NewGame} body */
async function start(body) {
  const made = await createGame(body);
  storage.keepSeat(made.id, { tokens: made.tokens, invite: made.invite, qr: made.qr });
  location.assign(`/game/${encodeURIComponent(made.id)}`);
  await sleep(8000);
}

const setup = createSetup(start);

/** @param {CatalogGame} game */
function card(game) {
  const problem = el('p', { class: 'small by-bad', role: 'alert', hidden: true });
  const play = button('Play', async () => {
    play.disabled = true;
    problem.hidden = true;
    const name = storage.get('name', '');
    const body = { game: game.name, seats: ['me', FIRST_BOT] };
    try {
      await start(name ? { ...body, names: [name, null] } : body);
    } catch (error) {
      problem.textContent = messageOf(error);
      problem.hidden = false;
    }
    play.disabled = false;
  }, 'is-primary');
  play.setAttribute('aria-label', `Play ${game.title} against a bot`);
  const more = button('Friend or options…', () => setup.open(game));
  more.setAttribute('aria-label', `${game.title}: friend or options`);
  return el(
    'article',
    { class: 'card game-card' },
    pictureOf(game.card),
    el(
      'div',
      { class: 'game-card-text' },
      el('div', { class: 'spread' }, el('h3', {}, game.title),
        el('span', { class: 'badge' }, poolText(game.numbers))),
      el('p', { class: 'muted' }, game.summary),
    ),
    el('div', { class: 'row' }, play, more),
    problem,
    el(
      'details',
      { class: 'rules' },
      el('summary', {}, 'Rules and tips'),
      el('p', {}, game.rules),
      el('ul', {}, ...game.tips.map((tip) => el('li', {}, tip))),
    ),
  );
}

async function showGames() {
  const list = byId('games');
  try {
    const { games, players } = await catalog();
    setup.know(players);
    const inOrder = [...games].sort((a, b) => Number(b.first) - Number(a.first));
    fill(list, ...inOrder.map(card)); // the game for a first visit leads
  } catch (error) {
    fill(
      list,
      el(
        'div',
        { class: 'notice is-bad stack is-tight' },
        el('p', {}, messageOf(error)),
        button('Try again', showGames, 'is-small'),
      ),
    );
  }
  list.setAttribute('aria-busy', 'false');
}

function showRecent(most = 3) {
  const all = storage.recent();
  const games = all.slice(0, most);
  byId('yours').hidden = games.length === 0;
  byId('all-recent').hidden = games.length === all.length;
  fill(
    byId('recent'),
    ...games.map((game) =>
      el(
        'li',
        {},
        el(
          'a',
          { class: 'panel', href: `/game/${encodeURIComponent(game.id)}` },
          el('strong', {}, `${game.title} ${poolText(game.numbers)}`),
          el('span', { class: 'small muted' }, `against ${game.against}`),
          el('span', { class: 'small spread' }, el('span', {}, game.status),
            el('span', { class: 'muted' }, agoText(game.at))),
        ),
      ),
    ),
  );
}

/**
 * A game's title from the text of its file, for the heading of the set-up panel only.
 *
 * @param {string} text
 */
const titleIn = (text) => /^\s*title\s*=\s*"([^"\n]{1,60})"/m.exec(text)?.[1] ?? 'Your game';

function ownGame() {
  const text = byId('own-text', HTMLTextAreaElement);
  const file = byId('own-file', HTMLInputElement);
  const form = byId('own', HTMLFormElement);
  const error = byId('own-error');
  /** @param {string} message */
  const say = (message) => {
    error.textContent = message;
    error.hidden = !message;
  };
  text.placeholder = EXAMPLE;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const toml = text.value.trim() || EXAMPLE;
    say(toml.length > MOST_BYTES ? TOO_LARGE : '');
    if (toml.length > MOST_BYTES) return;
    text.value = toml;
    setup.open({ toml, title: titleIn(toml), summary: 'Your own game, from its file.' });
  });
  file.addEventListener('change', async () => {
    const given = file.files?.[0];
    if (!given) return;
    say(given.size > MOST_BYTES ? TOO_LARGE : '');
    if (given.size > MOST_BYTES) return;
    text.value = await given.text();
    form.requestSubmit();
    file.value = '';
  });
}

showGames();
showRecent();
byId('all-recent').addEventListener('click', () => showRecent(Infinity));
ownGame();
addEventListener('pageshow', (event) => event.persisted && showRecent());
