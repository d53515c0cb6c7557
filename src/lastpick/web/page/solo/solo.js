/** Picking alone: as many as can be, with free undo. Every board comes from the server. */

import * as api from '../shared/api.js';
import { createBoard } from '../shared/board.js';
import { byId, el, fill, focused, say } from '../shared/dom.js';
import { createKeys } from '../shared/keys.js';
import { createLegalSight } from '../shared/legal-sight.js';
import { announce, closable, copyText, guard } from '../shared/page.js';
import { onSettings, settings } from '../shared/settings.js';
import { play } from '../shared/sound.js';
import { fillIn, poolText, words } from '../shared/words.js';
import { bestOf, goingOn, keepBest, keepGoing, soloPath } from './solo-bests.js';

/** @import { Board, SoloBest, SoloBoard } from '../shared/types.js' */

guard();

const BELOW = 250; // pixels for what stands below the board, where nothing stands beside it
const LOOK = 48; // and for the line that tells of a tile
const game = decodeURIComponent(location.pathname.split('/').filter(Boolean).at(-1) ?? '');
const query = new URLSearchParams(location.search);
const beat = challenged(query.get('beat'));

let numbers = query.get('numbers') ?? '';
/** @type {Board|null} */
let board = null;
/** @type {SoloBoard} */
let shown; // as the server gave it
/** What the server has said of earlier picks, so that undo takes no time. @type {Map<string, SoloBoard>} */
const known = new Map();
/** @type {number[]} */
let undone = []; // the latest last
/** @type {SoloBest|null} */
let best = null;
let record = 0; // the personal best before this game
let beaten = false; // whether that was told
let busy = false;
/** @type {number[]} */
let waiting = []; // tapped while the server was asked

/** How many picks somebody else has made. @param {string|null} text */
function challenged(text) {
  return text && /^[1-9][0-9]{0,3}$/.test(text) ? Number(text) : 0;
}

// --- what is shown ------------------------------------------------------------------------------

/** @param {SoloBoard} told */
function show(told) {
  shown = told;
  known.set(told.picks.join(), told);
  const count = told.picks.length;
  board?.update({ ...told, makers: told.picks.map(() => 1), turn: 1 });
  if (board) board.active = !told.over;
  showLegal();
  keepGoing(game, numbers, told.picks);
  showScore();
  say(byId('chain'), told.picks.join(' → ') || words.solo.nothingYet);
  document.title = `${fillIn(words.solo.counted, { n: count })} · ${told.title}`;
  showButtons();
}

const sight = createLegalSight();
const isOpen = () => sight.open(shown.picks, shown.over);

/** What is legal is told where the settings let it be. */
function showLegal() {
  if (board) board.secret = !isOpen();
  byId('do-legal').hidden = settings.get('legal') !== 'asked';
  byId('do-legal', HTMLButtonElement).disabled = !sight.askable(shown.picks, shown.over);
}

function askLegal() {
  if (!sight.askable(shown.picks, shown.over)) return;
  sight.ask(shown.picks);
  showLegal();
}

function showScore() {
  const count = shown.picks.length;
  const most = best && (best.proved ? words.solo.bestPossible : words.solo.bestKnown);
  fill(
    byId('score'),
    cell(words.solo.picks, count, 'is-count'),
    cell(most || words.solo.bestPossible, best?.length ? best.length : '…', reached(best?.length ?? 0)),
    record > 0 && cell(words.solo.yourBest, record, reached(record)),
    beat > 0 && cell(words.solo.toBeat, beat, reached(beat + 1)),
  );
}

/** @param {number} goal */
const reached = (goal) => (goal && shown.picks.length >= goal ? 'is-reached' : '');

/**
 * @param {string} label
 * @param {number|string} value
 * @param {string} looks
 */
const cell = (label, value, looks) =>
  el('div', { class: looks || null }, el('dt', {}, label), el('dd', {}, value));

function showButtons() {
  const none = shown.picks.length === 0;
  byId('do-undo', HTMLButtonElement).disabled = none;
  byId('do-again', HTMLButtonElement).disabled = none;
  byId('do-redo', HTMLButtonElement).disabled = undone.length === 0;
  byId('do-outlook', HTMLButtonElement).disabled = shown.over;
  byId('do-challenge', HTMLButtonElement).disabled = toShare() === 0;
  byId('do-challenge').classList.toggle('is-primary', shown.over);
}

/**
 * @param {string} title
 * @param {string} [text]
 * @param {string} [look]
 */
function tell(title, text = '', look = '') {
  byId('says').className = `says ${look}`;
  fill(byId('says'), el('p', {}, el('strong', {}, title)), text && el('p', { class: 'small' }, text));
  announce(`${title} ${text}`);
}

/** What is said after a pick. @param {SoloBoard} told */
function tellOf({ text, also_gone: alsoGone, lost_text: lostText, task }) {
  tell(`${text} ${task ?? ''}`, [alsoGone && `${alsoGone}.`, lostText].filter(Boolean).join(' '));
}

/** A challenge is met once, as soon as there is one pick more. */
function tellIfBeaten() {
  if (!beat || beaten || shown.picks.length <= beat) return false;
  beaten = true;
  tell(fillIn(words.solo.beaten, { n: beat }), shown.text, 'is-good');
  return true;
}

/** Nothing is left to pick: how near to the best that is. */
async function end() {
  const { picks, text, stuck } = shown;
  const before = record;
  const count = picks.length;
  keepBest(game, numbers, count);
  record = Math.max(record, count);
  showScore();
  showButtons();
  const news = [stuck];
  if (before && count > before) news.push(fillIn(words.solo.newBest, { n: before }));
  if (beat) news.push(fillIn(count > beat ? words.solo.beaten : count === beat ? words.solo.even : words.solo.notBeaten, { n: beat }));
  beaten ||= count > beat;
  const look = beat && count <= beat ? '' : 'is-good';
  tell(text, news.join(' '), look);
  try {
    const judged = await api.soloOutlook({ game, numbers, picks });
    if (shown.picks !== picks) return;
    if (!best || judged.length > best.length) {
      best = judged;
      showScore();
    }
    tell(judged.text, news.join(' '), look);
  } catch {
    return; // the count is there already
  }
}

// --- what the person here does ------------------------------------------------------------------

/** @param {number} n */
async function pick(n) {
  if (busy) {
    waiting.push(n);
    return;
  }
  const at = shown.picks.indexOf(n);
  if (at >= 0) {
    backTo(at === shown.picks.length - 1 ? at : at + 1);
    return;
  }
  busy = true;
  if (shown.legal.includes(n)) ahead(n);
  else if (!isOpen()) board?.sent(n);
  try {
    const told = await api.solo({ game, numbers, picks: shown.picks, pick: n });
    board?.sent(null);
    if (told.refused) {
      board?.refuse(n);
      play('refused');
      tell(told.refused, '', 'is-bad');
    } else {
      undone = undone.at(-1) === n ? undone.slice(0, -1) : [];
      show(told);
      play(told.over ? 'won' : 'one');
      if (told.over) end();
      else if (!tellIfBeaten()) tellOf(told);
    }
  } catch (error) {
    board?.sent(null);
    show(shown);
    waiting = [];
    tell(api.messageOf(error), '', 'is-bad');
  } finally {
    busy = false;
  }
  const next = waiting.shift();
  if (next !== undefined) pick(next);
}

/** Show a legal pick at once; what may follow it is on its way. @param {number} n */
function ahead(n) {
  const picks = [...shown.picks, n];
  const gone = { ...shown.gone };
  for (const m of shown.removes[n] ?? [n]) gone[m] = n;
  board?.update({ ...shown, picks, gone, legal: [], removes: {}, makers: picks.map(() => 1), turn: 1 });
  board?.sent(n);
}

/**
 * Take back all but the first picks, or go on with others.
 *
 * @param {number[]} picks
 * @returns {Promise<boolean>}
 */
async function goTo(picks) {
  if (busy) return false;
  const there = known.get(picks.join());
  if (there) {
    show(there);
    return true;
  }
  busy = true;
  try {
    show(await api.solo({ game, numbers, picks }));
    return true;
  } catch (error) {
    tell(api.messageOf(error), '', 'is-bad');
    return false;
  } finally {
    busy = false;
  }
}

/** @param {number} count  of the picks that stay */
async function backTo(count) {
  const taken = shown.picks.slice(count);
  if (!taken.length || busy || !(await goTo(shown.picks.slice(0, count)))) return;
  undone = [...undone, ...taken.reverse()];
  showButtons();
  tell(fillIn(words.solo.takenBack, { numbers: taken.reverse().join(', ') }), shown.text);
}

const undo = () => backTo(shown.picks.length - 1);
const startOver = () => backTo(0);

async function redo() {
  const n = undone.at(-1);
  if (n === undefined || busy || !(await goTo([...shown.picks, n]))) return;
  undone = undone.slice(0, -1);
  showButtons();
  if (shown.over) end();
  else tellOf(shown);
}

async function askOutlook() {
  if (busy || shown.over) return;
  const { picks } = shown;
  tell(words.solo.looking);
  try {
    const found = await api.soloOutlook({ game, numbers, picks });
    if (shown.picks === picks) tell(found.text, shown.lost_text, 'is-hint');
  } catch (error) {
    tell(api.messageOf(error), '', 'is-bad');
  }
}

/** The count that a friend is to beat. */
const toShare = () => Math.max(bestOf(game, numbers), shown.over ? shown.picks.length : 0);

function challenge() {
  if (!toShare()) return;
  const link = byId('challenge-link', HTMLInputElement);
  link.value = location.origin + soloPath(game, numbers, toShare());
  say(byId('challenge-text'), fillIn(words.solo.challengeText, { n: toShare() }));
  byId('challenge', HTMLDialogElement).showModal();
  link.select();
}

/** The next legal tile after the one in focus. */
function nextLegal() {
  askLegal();
  if (!isOpen()) return;
  const from = Number(focused()?.dataset.n ?? -1);
  board?.focus(shown.legal.find((n) => n > from) ?? shown.legal[0]);
}

const showRules = () => byId('rules', HTMLDialogElement).showModal();
/** The count, and what is to be picked: by the rules alone, where what is legal is not told. */
function sayAll() {
  const legal = fillIn(words.solo.legalNow, { numbers: shown.legal.join(', ') });
  const more = shown.over || !isOpen() ? (shown.stuck ?? shown.task) : legal;
  announce(`${shown.text} ${more}`);
}

const keys = createKeys({
  pick(n) {
    if (board?.has(n) === false) tell(fillIn(words.shared.notThere, { n, numbers: poolText(numbers) }), '', 'is-bad');
    else pick(n);
  },
  preview(n) {
    board?.preview(n);
    say(byId('look'), n !== null && board?.has(n) ? `${board.describe(n)}.` : '');
  },
  letters: {
    u: undo,
    backspace: undo,
    y: redo,
    a: startOver,
    o: askOutlook,
    c: challenge,
    s: sayAll,
    r: showRules,
    b: () => board?.focus(),
    l: nextLegal,
  },
});

/** @type {[string, () => void][]} */
const clicks = [
  ['do-legal', askLegal],
  ['do-undo', undo],
  ['do-redo', redo],
  ['do-again', startOver],
  ['do-outlook', askOutlook],
  ['do-challenge', challenge],
  ['do-rules', showRules],
  ['do-keys', keys.open],
];
for (const [id, act] of clicks) byId(id).addEventListener('click', act);
onSettings(() => shown && showLegal());
for (const id of ['rules', 'challenge']) closable(byId(id, HTMLDialogElement));
byId('copy-challenge').addEventListener('click', () => {
  copyText(byId('challenge-link', HTMLInputElement).value, byId('copy-challenge'));
});

// --- entering -----------------------------------------------------------------------------------

/** @param {unknown} error */
function lost(error) {
  byId('table').hidden = true;
  byId('trouble').hidden = false;
  fill(
    byId('trouble'),
    el('p', {}, api.messageOf(error)),
    el('p', {}, el('a', { class: 'button is-primary', href: '/solo' }, words.solo.allGames)),
  );
}

/** The board as it was left, or the start. @param {SoloBoard} start */
async function leftAt(start) {
  const picks = goingOn(game, numbers);
  if (!picks.length) return start;
  try {
    return await api.solo({ game, numbers, picks });
  } catch {
    return start; // what was stored makes no sense by these rules
  }
}

async function begin() {
  /** @type {SoloBoard} */
  let start;
  try {
    start = await api.solo({ game, ...(numbers && { numbers }), picks: [] });
  } catch (error) {
    lost(error);
    return;
  }
  ({ numbers } = start);
  known.set('', start);
  record = bestOf(game, numbers);
  const left = await leftAt(start);
  say(byId('title'), `${start.title} ${poolText(numbers)}`);
  say(byId('rules-text'), start.rule);
  board = createBoard(byId('board'), {
    numbers,
    label: fillIn(words.shared.boardOf, { numbers }),
    names: [words.shared.youWithin, words.shared.youWithin],
    onPick: pick,
    onLook: (_, text) => say(byId('look'), text && `${text}.`),
    below: () => (getComputedStyle(byId('table')).columnGap === '8px' ? BELOW : LOOK),
  });
  show(left);
  const aim = beat ? fillIn(words.solo.aimToBeat, { n: beat }) : words.solo.aim;
  if (shown.over) tell(shown.text, shown.stuck ?? '');
  else if (shown.picks.length) tellOf(shown);
  else tell(aim, start.rule);
  try {
    best = await api.soloBest(game, numbers);
    showScore();
  } catch {
    return; // it is played without
  }
}

begin();
