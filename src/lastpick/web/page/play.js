/** The game page: what comes from the server goes to the parts that show it, and back. */

import { createBars } from './bars.js';
import { createBoard } from './board.js';
import { createDeeds } from './deeds.js';
import { byId, el, fill, say } from './dom.js';
import { countGame, remember, showReview } from './ending.js';
import { follow } from './events.js';
import { showFinder } from './finder.js';
import { createHints } from './hints.js';
import { invited, inviteLink, showInvite } from './invite.js';
import { createKeys } from './keys.js';
import { showLegend } from './legend.js';
import { newsText, situation } from './news.js';
import { createOver, resultText } from './over.js';
import { announce, copyText, guard } from './page.js';
import { showPicks } from './picklist.js';
import { createPlayers } from './players.js';
import { Session } from './session.js';
import { createStatus } from './status.js';
import * as store from './store.js';
import { ruleText, turnText } from './view.js';

guard();

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
const status = createStatus();
const deeds = createDeeds(session, {
  board: () => board,
  tell: status.tell,
  onBusy: () => showActions(),
});
const players = createPlayers(byId('players'), () => session.serverNow());
const bars = createBars(byId('bars'), deeds);
const over = createOver(byId('over'), deeds.rematch);
const hints = createHints(byId('hint'), {
  id,
  board: () => board,
  asking() {
    const { view, state } = session;
    const asks = view && view.acting !== null;
    return asks ? { ...session.from(view.acting), legal: state.legal } : null;
  },
});
let board = null;
let finished = false;

// --- what comes from the server -----------------------------------------------------------------

function onState(before) {
  const { view, state } = session;
  const text = newsText(before, view);
  if (text) announce(text);
  show(before);
  if (before && !before.next && state.next) deeds.followNext();
}

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
      status.tell(`${view.names[data.seat - 1]} declined the takeback.`);
    }
  }
}

/** Players and spectators, and this page among them. */
const screensText = (screens) =>
  screens > 1 ? `${screens} screens show this game now, this one among them.` : '';

function onConnection(next) {
  const turned = (next === 'live') !== (session.connection === 'live');
  if (session.state && turned) announce(`${CONNECTIONS[next].replace('…', '')}.`);
  session.connection = next;
  byId('connection').dataset.state = next;
  say(byId('connection'), CONNECTIONS[next]);
}

function onRefused(code) {
  if (code !== 404) {
    session.unseat();
    return;
  }
  store.forget(id);
  lost('It may have been cleaned up after a long time, or the link is incomplete.');
}

// --- what is shown ------------------------------------------------------------------------------

function show(before) {
  const { view, state } = session;
  byId('table').hidden = false;
  byId('trouble').hidden = true;
  say(byId('title'), `${state.title} ${state.numbers.replace('-', '–')}`);
  say(byId('rule'), state.rule || ruleText(state.relations));
  if (!board) makeBoard();
  board.names = view.names;
  board.update(state);
  board.readonly = view.over;
  showLegend(byId('legend'), view.names);
  showActions();
  status.show(view, before?.picks.join() !== state.picks.join());
  showPresence();
  showPicks(byId('picks'), view);
  if (isLarge()) showFinder(byId('finder'), board, state.legal);
  showInvitation();
  over.show(view);
  hints.update(state);
  showTitle();
  remember(view);
  if (view.over) finish(before);
}

const isLarge = () => board.numbers.length > LARGE;

function makeBoard() {
  const { view, state } = session;
  board = createBoard(byId('board'), {
    numbers: state.numbers,
    label: `Board, numbers ${state.numbers}`,
    names: view.names,
    onPick: deeds.pick,
    onLook: (n, text) => status.look(text && `${text}.`),
  });
  byId('table').dataset.large = isLarge();
  // Below a board of many screens the actions would be out of reach.
  if (isLarge()) byId('ground').before(byId('actions'));
}

function showActions() {
  const { view } = session;
  if (!view || !board) return;
  const acting = view.acting !== null;
  const { busy } = deeds;
  byId('actions').hidden = view.over;
  for (const name of ['hint', 'takeback', 'resign']) byId(`do-${name}`).hidden = view.watching;
  byId('do-hint').disabled = busy || !acting;
  byId('do-takeback').disabled = busy || !deeds.canTakeBack();
  byId('do-resign').disabled = busy;
  board.active = acting;
}

/** Who is there, the clocks, and what follows from both. */
function showPresence() {
  const { view, state } = session;
  const away = session.away();
  players.show(view, away);
  const late = state.clock && !view.over && players.left(state.turn) <= 0 ? state.turn : null;
  bars.show(view, away, { lasting: store.lasting, problem: session.problem, late });
}

function showTitle() {
  const { view, state } = session;
  const lead = view.over ? resultText(view).title : turnText(view);
  document.title = `${lead} · ${state.title}`;
}

function showInvitation() {
  const { view } = session;
  const { invite } = store.seat(id);
  const awaited = view.waiting && Boolean(invite) && !view.watching && !view.over;
  byId('invite').hidden = !awaited;
  if (awaited) showInvite(byId('invite'), inviteLink(id, invite));
}

function finish(before) {
  const live = before && before.outcome === null;
  if (live) byId('over').scrollIntoView({ block: 'nearest' });
  if (finished) return;
  finished = true;
  countGame(session.view);
  showReview(byId('review'), session.view);
}

/** A game that cannot be shown: say so, and where to go instead. */
function lost(text) {
  document.title = 'No such game · Lastpick';
  byId('table').hidden = true;
  byId('connection').hidden = true;
  say(byId('title'), 'No such game');
  say(byId('rule'), text);
  fill(byId('trouble'), el('a', { class: 'button is-primary', href: '/' }, 'Start a new game'));
  byId('trouble').className = '';
  byId('trouble').hidden = false;
}

/** Before the first state there is no table to show a problem on. */
function trouble(text) {
  if (session.state || byId('connection').hidden) return;
  const home = el('a', { href: '/' }, 'Start page');
  fill(byId('trouble'), el('p', {}, text), el('p', { class: 'row' }, 'Trying again…', home));
  byId('trouble').hidden = false;
}

function tick() {
  const { view, state } = session;
  if (!view || view.over) return;
  showPresence();
  // Half a second more, for a pick that is on its way.
  if (state.clock && players.left(state.turn) < -0.5) deeds.claimTime();
}

// --- what the person here does ------------------------------------------------------------------

/** The next legal tile after the one in focus. */
function nextLegal() {
  if (!board) return;
  const { legal } = session.state;
  const at = Number(document.activeElement?.dataset?.n ?? -1);
  board.focus(legal.find((n) => n > at) ?? legal[0]);
}

function sayAll() {
  const { view, state } = session;
  if (!view) return;
  announce(situation(view));
  if (!view.over) announce(`Legal: ${state.legal.join(', ')}.`);
}

const keys = createKeys({
  pick: deeds.pick,
  preview(n) {
    if (!board) return;
    board.preview(session.view.acting === null ? null : n);
    status.look(board.has(n) ? `${board.describe(n)}.` : '');
  },
  letters: {
    h: hints.ask,
    u: deeds.takeBack,
    r: deeds.resign,
    n: deeds.rematch,
    b: () => board?.focus(),
    l: nextLegal,
    s: sayAll,
  },
});

byId('do-hint').addEventListener('click', hints.ask);
byId('do-takeback').addEventListener('click', deeds.takeBack);
byId('do-resign').addEventListener('click', deeds.resign);
byId('do-keys').addEventListener('click', keys.open);
byId('watch-link').value = location.origin + location.pathname;
byId('copy-watch').addEventListener('click', (event) => {
  copyText(byId('watch-link').value, event.currentTarget);
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
