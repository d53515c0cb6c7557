/** The game page: what comes from the server goes to the parts that show it, and back. */

import { createBoard } from '../shared/board.js';
import { byId, el, fill, focused, say } from '../shared/dom.js';
import { unknownKind } from '../shared/exhaustive.js';
import { createKeys } from '../shared/keys.js';
import { announce, closable, copyText, guard, later } from '../shared/page.js';
import { onSettings, settings } from '../shared/settings.js';
import * as storage from '../shared/storage.js';
import { seatOf } from '../shared/tiles.js';
import { fillIn, poolText, ruleText, words } from '../shared/words.js';
import { createActions } from './actions.js';
import { roomAcross, roomBelow } from './board-room.js';
import { follow } from './event-stream.js';
import { createLegalView } from './legal-view.js';
import { countGame, remember } from './local-record.js';
import { createNotices, pileUp } from './notices.js';
import { beforeTheBot, createPacing } from './pacing.js';
import { showPicks } from './pick-list.js';
import { createPlayers } from './players.js';
import { createResult, resultText } from './result.js';
import { createReviewing } from './reviewing.js';
import { invited, Session } from './session.js';
import { admission, changeText, newsText, situation } from './spoken-news.js';
import { showLost, showTrouble } from './trouble.js';
import { createTurnLine } from './turn-line.js';
import { turnText } from './view.js';

/** @import { Board, HeldState, News, View } from '../shared/types.js' */

guard();

/** @typedef {'connecting'|'live'|'reconnecting'|'offline'} Connection */
const LARGE = 120; // numbers: beyond, the board is taller than a screen
const PATIENCE = 4000; // ms without a first state until the page says so

const id = decodeURIComponent(location.pathname.split('/').filter(Boolean).at(-1) ?? '');
const session = new Session(id, onState);
const turnLine = createTurnLine();
const legalView = createLegalView();
const pacing = createPacing({
  root: byId('table'),
  ground: byId('ground'),
  desk: byId('desk'),
  line(seat) {
    const name = session.view?.names[seat - 1] ?? '';
    return turnLine.picture(fillIn(words.game.thinking, { name }), seat);
  },
});
const actions = createActions(session, {
  board: () => board,
  tell: turnLine.tell,
  onBusy: () => showActions(),
  onRefused: () => sound(({ play }) => play('refused'), settings.get('sound')),
});
const players = createPlayers(byId('players'), () => session.serverNow());
const notices = createNotices({ bars: byId('bars'), notes: byId('notes') }, actions);
pileUp(byId('overlay'));
const result = createResult(byId('over'), actions.rematch);
const reviewing = createReviewing(byId('review'), () => session.token());
/** @type {Board|null} */
let board = null;
let finished = false;

// --- what many games do without -------------------------------------------------------------------

const rules = later(async () => {
  const { createRules } = await import('./rules-dialog.js');
  return createRules(id, () => ({
    names: session.view?.names ?? [],
    open: !session.view || legalView.open(session.view),
  }));
}, turnLine.tell);
const hints = later(async () => {
  const { createHints } = await import('./hints.js');
  return createHints(byId('hint'), { id, board: () => board, asking: askingForHint });
}, turnLine.tell);
const invitation = later(async () => {
  const { createInvitation } = await import('./invitation.js');
  return createInvitation(id, byId('invite', HTMLDialogElement), byId('do-invite'));
}, turnLine.tell);
const naming = later(async () => {
  const { createNaming } = await import('./naming.js');
  return createNaming(byId('naming'), session);
});
const finder = later(() => import('./legal-finder.js'));
const celebration = later(() => import('./celebration.js'));
const sound = later(() => import('../shared/sound.js'));

// --- what comes from the server -----------------------------------------------------------------

/** @param {HeldState|null} before */
function onState(before) {
  const { view } = session;
  if (!view) return;
  const text = newsText(before, view, legalView.open(view));
  if (text) announce(text);
  show(view, before);
  const honest = before ? admission(before, view) : '';
  if (honest) turnLine.tell(honest);
  if (before && !before.next && view.state.next) actions.followNext();
}

/** @param {News} news */
function onNews(news) {
  if (session.connection !== 'live') onConnection('live');
  switch (news.name) {
    case 'state':
      session.take(news.data);
      return;
    case 'presence':
      session.presence(news.data);
      say(byId('watching'), screensText(news.data.watching));
      showPresence();
      return;
    case 'change': {
      const text = session.view ? changeText(news.data, session.view) : '';
      if (text) turnLine.tell(text);
      return;
    }
    default:
      unknownKind(news);
  }
}

/** Players and spectators, and this page among them. @param {number} n */
const screensText = (n) => (n > 1 ? fillIn(words.game.screens, { n }) : '');

/** @param {Connection} next */
function onConnection(next) {
  const turned = (next === 'live') !== (session.connection === 'live');
  if (session.state && turned) announce(`${words.game[next].replace('…', '')}.`);
  session.connection = next;
  byId('connection').dataset.state = next;
  say(byId('connection'), words.game[next]);
}

/**
 * @param {number} code
 * @param {string} [why]
 */
function onRefused(code, why) {
  if (code === 401 || code === 403) {
    session.unseat();
    return;
  }
  if (code === 404) storage.forget(id); // of a damaged one there may be a copy: keep the seat
  showLost(why ?? words.game.cleanedUp);
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
  fill(byId('rule'), `${ruleText(state)} `, state.task && el('strong', {}, state.task));
  const open = legalView.open(view);
  const moved = before?.picks.join() !== state.picks.join();
  turnLine.show(view, { moved, open });
  showPresence();
  showActions();
  board ??= makeBoard(view);
  pacing.hold(board, beforeTheBot(before, view), () => landed(view, before));
  board.names = view.names;
  if (!reviewing.active) {
    board.secret = !open;
    board.update(state);
    board.readonly = view.over;
    board.active = view.acting !== null;
  }
  showPicks(byId('picks'), view);
  showFinder(board, open ? state.legal : []);
  showInvitation(view);
  naming((part) => part.show(view), Boolean(storage.seat(id).key));
  result.show(view);
  hints((part) => part.update(state), false);
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
    label: fillIn(words.shared.boardOf, { numbers: state.numbers }),
    names,
    onPick: pick,
    onLook(n, text) {
      turnLine.look(text && `${text}.`);
      if (n === null) reviewing.rest();
    },
    width: roomAcross,
    below: roomBelow,
  });
  byId('table').dataset.large = String(isLarge(made));
  byId('finder').hidden = !isLarge(made); // its room is kept, so that the board stays where it is
  return made;
}

/**
 * @param {Board} made
 * @param {number[]} legal
 */
function showFinder(made, legal) {
  finder((part) => part.showLegalFinder(byId('finder'), made, legal), isLarge(made));
}

function showActions() {
  const { view } = session;
  if (!view) return;
  const acting = view.acting !== null;
  const { busy } = actions;
  byId('actions').hidden = view.over;
  for (const name of ['hint', 'takeback', 'resign']) byId(`do-${name}`).hidden = view.watching;
  byId('do-hint', HTMLButtonElement).disabled = busy || !acting;
  byId('do-takeback', HTMLButtonElement).disabled = busy || !actions.canTakeBack();
  byId('do-resign', HTMLButtonElement).disabled = busy;
  byId('do-legal').hidden = view.watching || settings.get('legal') !== 'asked';
  byId('do-legal', HTMLButtonElement).disabled = !legalView.askable(view);
}

/**
 * What came is seen on the board: a pick sounds, and so does the end of a game.
 *
 * @param {View} view
 * @param {HeldState|null} before
 */
function landed({ state, me, over }, before) {
  const fresh = state.picks.length - (before?.picks.length ?? 0);
  if (fresh !== 0) pacing.note();
  if (!before) return;
  if (over && !before.outcome && me !== null) {
    const won = state.outcome?.winner === me;
    sound(({ play }) => play(won ? 'won' : 'lost'), settings.get('sound'));
    if (won) celebration((part) => part.celebrate(byId('board').querySelector('.is-last')));
  } else if (fresh > 0) {
    sound(({ playPick }) => playPick(seatOf(state.picks.length - 1)), settings.get('sound'));
  }
}

/** Who is there, the clocks, and what follows from both. */
function showPresence() {
  const { view } = session;
  if (!view) return;
  const { turn } = view.state;
  const away = session.away();
  players.show(view, away);
  const late = !view.over && players.left(turn) <= 0 ? turn : null;
  const silent = view.me === null ? 0 : session.silent(3 - view.me);
  notices.show(view, { lasting: storage.lasting, problem: session.problem, late, silent });
}

/** @param {View} view */
function showTitle(view) {
  const lead = view.over ? resultText(view).title : turnText(view);
  document.title = `${lead} · ${view.state.title}`;
}

/** @param {View} view */
function showInvitation({ waiting, watching, over }) {
  const { invite, qr } = storage.seat(id);
  const awaited = waiting && !watching && !over && invite ? invite : null;
  invitation((part) => part.show(awaited, qr), awaited !== null);
}

/**
 * @param {View} view
 * @param {HeldState|null} before
 */
function finish(view, before) {
  if (finished || !board) return;
  finished = true;
  countGame(view);
  // The review lists the picks with their grades, and needs the room.
  for (const name of ['played', 'rule']) byId(name).hidden = true;
  reviewing.begin(board, view, before !== null && before.outcome === null);
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

const openRules = () => rules((part) => part.open());

const askHint = () => hints((part) => part.ask());

/** What a hint would be about. */
function askingForHint() {
  const { view } = session;
  if (!view || view.acting === null || !board) return null;
  const { legal, gone } = view.state;
  const left = board.numbers.filter((n) => !(n in gone));
  return { ...session.from(view.acting), marked: legalView.open(view) ? legal : left };
}

/** The next legal tile after the one in focus. */
function nextLegal() {
  const { view } = session;
  if (!board || !view) return;
  if (legalView.askable(view)) showLegal();
  if (!legalView.open(view)) return;
  const { legal } = view.state;
  const at = Number(focused()?.dataset.n ?? -1);
  board.focus(legal.find((n) => n > at) ?? legal[0]);
}

function sayAll() {
  const { view } = session;
  if (!view) return;
  const open = legalView.open(view);
  announce(situation(view, open));
  if (open && !view.over) {
    announce(fillIn(words.game.legalSaid, { numbers: view.state.legal.join(', ') }));
  }
}

/** Tell which picks are legal, for this position. */
function showLegal() {
  const { view } = session;
  if (!view || !legalView.askable(view)) return;
  legalView.ask(view);
  show(view, view.state);
  announce(situation(view, true));
}

const keys = createKeys({
  pick,
  preview(n) {
    if (!board) return;
    board.preview(session.view?.acting || reviewing.active ? n : null);
    turnLine.look(n !== null && board.has(n) ? `${board.describe(n)}.` : '');
  },
  letters: {
    h: askHint,
    u: actions.takeBack,
    r: actions.resign,
    n: actions.rematch,
    b: () => board?.focus(),
    l: nextLegal,
    s: sayAll,
    i: openRules,
  },
});

byId('do-hint').addEventListener('click', askHint);
byId('do-takeback').addEventListener('click', actions.takeBack);
byId('do-resign').addEventListener('click', actions.resign);
byId('do-keys').addEventListener('click', keys.open);
byId('do-legal').addEventListener('click', showLegal);
byId('do-rules').addEventListener('click', openRules);
const share = byId('share', HTMLDialogElement);
closable(share);
byId('do-share').addEventListener('click', () => share.showModal());
onSettings((name) => {
  if (name === 'name') naming((part) => part.follow());
  if (name === 'legal' && session.view) show(session.view, session.view.state);
});
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
    if (!session.state) showTrouble(error.message);
  });
}
const news = follow(id, { token: () => session.token(), onNews, onConnection, onRefused });
setTimeout(() => !session.state && showTrouble(words.game.noAnswer), PATIENCE);
setInterval(tick, 250);
addEventListener('online', news.wake);
addEventListener('offline', () => onConnection('offline'));
addEventListener('pageshow', news.wake);
document.addEventListener('visibilitychange', () => !document.hidden && news.wake());
