/** The start page: choose a game and be playing. */

import { catalog, createGame, sleep } from './api.js';
import { byId, el, fill } from './dom.js';
import { guard } from './page.js';
import { pictureOf } from './pictures.js';
import { createSetup } from './setup.js';
import * as store from './store.js';
import { agoText } from './words.js';

const FIRST_BOT = 'level:3';
const MOST_BYTES = 60_000;
const EXAMPLE = [
  'title = "Close Call"',
  'numbers = "1-30"',
  'follows = "abs(n - last) <= 3 or n % last == 0"',
].join('\n');

guard();

/** Make a game, keep its seats, and go there. */
async function start(body) {
  const made = await createGame(body);
  store.keepSeat(made.id, { tokens: made.tokens, invite: made.invite });
  location.assign(`/game/${encodeURIComponent(made.id)}`);
  await sleep(8000);
}

const setup = createSetup(start);

function card(game) {
  const problem = el('p', { class: 'small by-bad', role: 'alert', hidden: true });
  const play = el('button', { class: 'button is-primary', type: 'button' }, 'Play');
  play.setAttribute('aria-label', `Play ${game.title} against a bot`);
  play.addEventListener('click', async () => {
    play.disabled = true;
    problem.hidden = true;
    const name = store.get('name', '');
    const body = { game: game.name, seats: ['me', FIRST_BOT] };
    try {
      await start(name ? { ...body, names: [name, null] } : body);
    } catch (error) {
      problem.textContent = error.message;
      problem.hidden = false;
    }
    play.disabled = false;
  });
  const more = el(
    'button',
    { class: 'button', type: 'button', onclick: () => setup.open(game) },
    'Friend or options…',
  );
  more.setAttribute('aria-label', `${game.title}: friend or options`);
  return el(
    'article',
    { class: 'card game-card' },
    pictureOf(game.name),
    el(
      'div',
      { class: 'game-card-text' },
      el('div', { class: 'spread' }, el('h3', {}, game.title),
        el('span', { class: 'badge' }, game.numbers.replace('-', '–'))),
      el('p', { class: 'muted' }, game.summary),
    ),
    el('div', { class: 'row' }, play, more),
    problem,
    el(
      'details',
      { class: 'rules' },
      el('summary', {}, 'Rules and tips'),
      el('p', {}, game.rules),
      el('ul', {}, ...(game.tips ?? []).map((tip) => el('li', {}, tip))),
    ),
  );
}

async function showGames() {
  const list = byId('games');
  try {
    const { games, players } = await catalog();
    setup.know(players);
    fill(list, ...games.map(card));
  } catch (error) {
    fill(
      list,
      el(
        'div',
        { class: 'notice is-bad stack is-tight' },
        el('p', {}, error.message),
        el('button', { class: 'button is-small', type: 'button', onclick: showGames }, 'Try again'),
      ),
    );
  }
  list.setAttribute('aria-busy', 'false');
}

function showRecent(most = 3) {
  const all = store.recent();
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
          el('strong', {}, `${game.title} ${game.numbers.replace('-', '–')}`),
          el('span', { class: 'small muted' }, `against ${game.against}`),
          el('span', { class: 'small spread' }, el('span', {}, game.status),
            el('span', { class: 'muted' }, agoText(game.at))),
        ),
      ),
    ),
  );
}

/** A game's title from the text of its file, for the heading of the set-up panel only. */
const titleIn = (text) => /^\s*title\s*=\s*"([^"\n]{1,60})"/m.exec(text)?.[1] ?? 'Your game';

function ownGame() {
  const text = byId('own-text');
  const error = byId('own-error');
  const say = (message) => {
    error.textContent = message;
    error.hidden = !message;
  };
  text.placeholder = EXAMPLE;
  byId('own').addEventListener('submit', (event) => {
    event.preventDefault();
    const toml = text.value.trim() || EXAMPLE;
    if (toml.length > MOST_BYTES) return say('A game file may hold 60,000 characters at most.');
    say('');
    text.value = toml;
    setup.open({ toml, title: titleIn(toml), summary: 'Your own game, from its file.' });
    return undefined;
  });
  byId('own-file').addEventListener('change', async (event) => {
    const [file] = event.target.files;
    if (!file) return;
    if (file.size > MOST_BYTES) {
      say('A game file may hold 60,000 characters at most.');
      return;
    }
    text.value = await file.text();
    say('');
    byId('own').requestSubmit();
    event.target.value = '';
  });
}

showGames();
showRecent();
byId('all-recent').addEventListener('click', () => showRecent(Infinity));
ownGame();
addEventListener('pageshow', (event) => event.persisted && showRecent());
