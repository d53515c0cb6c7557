/** The game page: what comes from the server goes to the parts that show it, and back. */

import { createBoard } from '../shared/board.js';
import { byId, el, fill, focused, say } from '../shared/dom.js';
import { createKeys } from '../shared/keys.js';
import { announce, closable, copyText, guard } from '../shared/page.js';
import * as storage from '../shared/storage.js';
import { poolText, ruleText } from '../shared/words.js';
import { createActions } from './actions.js';
import { follow } from './event-stream.js';
import { createHints } from './hints.js';
import { createInvitation, invited, inviteLink } from './invitation.js';
import { showLegalFinder } from './legal-finder.js';
import { showLegend } from './legend.js';
import { countGame, remember } from './local-record.js';
import { createNotices } from './notices.js';
import { showPicks } from './pick-list.js';
import { createPlayers } from './players.js';
import { createResult, resultText } from './result.js';
import { createReviewing } from './reviewing.js';
import { Session } from './session.js';
import { newsText, situation } from './spoken-news.js';
import { createTurnLine } from './turn-line.js';
import { turnText } from './view.js';

/** @import { Board, HeldState, View } from '../shared/types.js' */

guard();

/** @typedef {keyof typeof CONNECTIONS} Connection */
const CONNECTIONS = {
  connecting: 'Connecting',
  live: 'Connected',
  reconnecting: 'Reconnecting…',
  offline: 'Offline',
};
const LARGE = 120; // numbers: beyond, the board is taller than a screen
const PATIENCE = 4000; // ms without a first state until the page says so

const id = decodeURIComponent(location.pathname.split('/').filter(Boolean).at(-1) ?? '');
const session = new Session(id, onState);
const turnLine = createTurnLine();
const actions = createActions(session, {
  board: () => board,
  tell: turnLine.tell,
  onBusy: () => showActions(),
});
const players = createPlayers(byId('players'), () => session.serverNow());
const notices = createNotices({ bars: byId('bars'), notes: byId('notes') }, actions);
const invitation = createInvitation(byId('invite', HTMLDialogElement), byId('do-invite'));
const result = createResult(byId('over'), actions.rematch);
const reviewing = createReviewing(byId('review'));
const hints = createHints(byId('hint'), {
  id,
  board: () => board,
  asking() {
    const { view } = session;
    if (!view || view.acting === null) return null;
    return { ...session.from(view.acting), legal: view.state.legal };
  },
});
/** @type {Board|null} */
let board = null;
let finished = false;

// --- what comes from the server -----------------------------------------------------------------

/** @param {HeldState|null} before */
function onState(before) {
  const { view } = session;
  if (!view) return;
  const text = newsText(before, view);
  if (text) announce(text);
  show(view, before);
  if (before && !before.next && view.state.next) actions.followNext();
}

/**
 * @param {string} name
 * @param {any} data
 */
function onNews(name, data) {
  if (session.connection !== 'live') onConnection('live');
  if (name === 'state') session.take(data);
  if (name === 'presence' && session.state) {
    session.presence(data);
    say(byId('watching'), screensText(data.watching));
    showPresence();
  }
  if (name === 'change' && data.kind === 'decline') {
    const { view } = session;
    if (view && !view.watching && !view.mine.includes(data.seat)) {
      turnLine.tell(`${view.names[data.seat - 1]} declined the takeback.`);
    }
  }
}

/** Players and spectators, and this page among them. @param {number} screens */
const screensText = (screens) =>
  screens > 1 ? `${screens} screens show this game now, this one among them.` : '';

/** @param {Connection} next */
function onConnection(next) {
  const turned = (next === 'live') !== (session.connection === 'live');
  if (session.state && turned) announce(`${CONNECTIONS[next].replace('…', '')}.`);
  session.connection = next;
  byId('connection').dataset.state = next;
  say(byId('connection'), CONNECTIONS[next]);
}

/** @param {number} code */
function onRefused(code) {
  if (code !== 404) {
    session.unseat();
    return;
  }
  storage.forget(id);
  lost('It may have been cleaned up after a long time, or the link is incomplete.');
}

// --- what is shown ------------------------------------------------------------------------------

/**
 * @param {View} view
 * @param {HeldState|null} before
 */
function show(view, before) {
  const { state } = view;
  byId('table').hidden = false;
  byId('trouble').hidden = true;
  say(byId('title'), `${state.title} ${poolText(state.numbers)}`);
  say(byId('rule'), ruleText(state));
  turnLine.show(view, before?.picks.join() !== state.picks.join());
  showPresence();
  board ??= makeBoard(view);
  board.names = view.names;
  if (!reviewing.active) {
    board.update(state);
    board.readonly = view.over;
  }
  showLegend(byId('legend'), view.names);
  showActions();
  showPicks(byId('picks'), view);
  if (isLarge(board)) showLegalFinder(byId('finder'), board, state.legal);
  showInvitation(view);
  result.show(view);
  hints.update(state);
  showTitle(view);
  remember(view);
  if (view.over) finish(view, before);
}

/** @param {Board} made */
const isLarge = (made) => made.numbers.length > LARGE;

/** @param {View} view */
function makeBoard({ state, names }) {
  const made = createBoard(byId('board'), {
    numbers: state.numbers,
    label: `Board, numbers ${state.numbers}`,
    names,
    onPick: pick,
    onLook(n, text) {
      turnLine.look(text && `${text}.`);
      if (n === null) reviewing.rest();
    },
    below: roomBelow,
  });
  byId('table').dataset.large = String(isLarge(made));
  return made;
}

const MARGIN = 12; // between the board, the actions and the edge of the window

let below = 60;

/**
 * What stands below the board and must be in sight with it: the actions, unless they are beside. What
 * comes in their place after the game leaves the board as it was.
 */
function roomBelow() {
  if (byId('actions').hidden) return below;
  const { left, height } = byId('actions').getBoundingClientRect();
  const beside = left >= byId('ground').getBoundingClientRect().right;
  below = beside ? MARGIN : height + 2 * MARGIN;
  return below;
}

function showActions() {
  const { view } = session;
  if (!view || !board) return;
  const acting = view.acting !== null;
  const { busy } = actions;
  byId('actions').hidden = view.over;
  for (const name of ['hint', 'takeback', 'resign']) byId(`do-${name}`).hidden = view.watching;
  byId('do-hint', HTMLButtonElement).disabled = busy || !acting;
  byId('do-takeback', HTMLButtonElement).disabled = busy || !actions.canTakeBack();
  byId('do-resign', HTMLButtonElement).disabled = busy;
  if (!reviewing.active) board.active = acting;
}

/** Who is there, the clocks, and what follows from both. */
function showPresence() {
  const { view } = session;
  if (!view) return;
  const { turn } = view.state;
  const away = session.away();
  players.show(view, away);
  const late = !view.over && players.left(turn) <= 0 ? turn : null;
  notices.show(view, away, { lasting: storage.lasting, problem: session.problem, late });
}

/** @param {View} view */
function showTitle(view) {
  const lead = view.over ? resultText(view).title : turnText(view);
  document.title = `${lead} · ${view.state.title}`;
}

/** @param {View} view */
function showInvitation({ waiting, watching, over }) {
  const { invite, qr } = storage.seat(id);
  const awaited = waiting && !watching && !over && invite;
  invitation.show(awaited ? inviteLink(id, awaited) : null, qr);
}

/**
 * @param {View} view
 * @param {HeldState|null} before
 */
function finish(view, before) {
  if (finished || !board) return;
  finished = true;
  countGame(view);
  byId('played').hidden = true; // the review lists the picks, with their grades
  reviewing.begin(board, view, before !== null && before.outcome === null);
}

/** A game that cannot be shown: say so, and where to go instead. @param {string} text */
function lost(text) {
  document.title = 'No such game · Lastpick';
  byId('table').hidden = true;
  byId('connection').hidden = true;
  fill(
    byId('trouble'),
    el('h1', {}, 'No such game'),
    el('p', { class: 'muted' }, text),
    el('a', { class: 'button is-primary', href: '/' }, 'Start a new game'),
  );
  byId('trouble').className = 'stack';
  byId('trouble').hidden = false;
}

/** Before the first state there is no table to show a problem on. @param {string} text */
function trouble(text) {
  if (session.state || byId('connection').hidden) return;
  const home = el('a', { href: '/' }, 'Start page');
  fill(byId('trouble'), el('p', {}, text), el('p', { class: 'row' }, 'Trying again…', home));
  byId('trouble').hidden = false;
}

function tick() {
  const { view } = session;
  if (!view || view.over) return;
  showPresence();
  // Half a second more, for a pick that is on its way.
  if (players.left(view.state.turn) < -0.5) actions.claimTime();
}

// --- what the person here does ------------------------------------------------------------------

/** @param {number} n */
function pick(n) {
  if (reviewing.active) reviewing.pick(n);
  else actions.pick(n);
}

/** The next legal tile after the one in focus. */
function nextLegal() {
  if (!board || !session.state) return;
  const { legal } = session.state;
  const at = Number(focused()?.dataset.n ?? -1);
  board.focus(legal.find((n) => n > at) ?? legal[0]);
}

function sayAll() {
  const { view } = session;
  if (!view) return;
  announce(situation(view));
  if (!view.over) announce(`Legal: ${view.state.legal.join(', ')}.`);
}

const keys = createKeys({
  pick,
  preview(n) {
    if (!board) return;
    board.preview(session.view?.acting || reviewing.active ? n : null);
    turnLine.look(n !== null && board.has(n) ? `${board.describe(n)}.` : '');
  },
  letters: {
    h: hints.ask,
    u: actions.takeBack,
    r: actions.resign,
    n: actions.rematch,
    b: () => board?.focus(),
    l: nextLegal,
    s: sayAll,
  },
});

byId('do-hint').addEventListener('click', hints.ask);
byId('do-takeback').addEventListener('click', actions.takeBack);
byId('do-resign').addEventListener('click', actions.resign);
byId('do-keys').addEventListener('click', keys.open);
for (const name of ['share', 'rules']) {
  const dialog = byId(name, HTMLDialogElement);
  closable(dialog);
  byId(`do-${name}`).addEventListener('click', () => dialog.showModal());
}
const watchLink = byId('watch-link', HTMLInputElement);
watchLink.value = location.origin + location.pathname;
byId('copy-watch').addEventListener('click', () => {
  copyText(watchLink.value, byId('copy-watch'));
});

// --- entering -----------------------------------------------------------------------------------

const secret = invited();
if (secret) {
  await session.accept(secret, (error) => {
    onConnection('reconnecting');
    trouble(error.message);
  });
}
const news = follow(id, { token: () => session.token(), onNews, onConnection, onRefused });
setTimeout(() => trouble('The server does not answer. Your game is safe there.'), PATIENCE);
setInterval(tick, 250);
addEventListener('online', news.wake);
addEventListener('offline', () => onConnection('offline'));
addEventListener('pageshow', news.wake);
document.addEventListener('visibilitychange', () => !document.hidden && news.wake());
