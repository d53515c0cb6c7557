/** Picking alone: as many as can be, with free undo. Every board comes from the server. */

import * as api from '../shared/api.js';
import { byId, el, fill, say } from '../shared/dom.js';
import { unknownKind } from '../shared/exhaustive.js';
import { createKeys } from '../shared/keys.js';
import { announce, closable, copyText, guard } from '../shared/page.js';
import { createGround, tell } from '../shared/practice.js';
import { onSettings, settings } from '../shared/settings.js';
import { play } from '../shared/sound.js';
import { fillIn, poolText, words } from '../shared/words.js';
import { createChain } from './chain.js';
import { bestOf, goingOn, keepBest, keepGoing, soloPath } from './solo-bests.js';

/** @import { SoloBest, SoloBoard } from '../shared/types.js' */
/** @import { News } from './chain.js' */

guard();

const game = decodeURIComponent(location.pathname.split('/').filter(Boolean).at(-1) ?? '');
const query = new URLSearchParams(location.search);
/** How many picks somebody else has made; 0: nobody is to be beaten. */
const beat = /^[1-9][0-9]{0,3}$/.test(query.get('beat') ?? '') ? Number(query.get('beat')) : 0;

let numbers = query.get('numbers') ?? '';
/** @type {ReturnType<typeof createChain>} */
let chain;
/** @type {SoloBest|null} */
let best = null;
let record = 0; // the personal best before this game
let beaten = false; // whether that was told

const shown = () => chain.board;
const ground = createGround({
  onPick: pick,
  position: shown,
  over: () => shown().over,
  below: 250,
});

// --- what is shown ------------------------------------------------------------------------------

function show() {
  const { picks, over, title } = shown();
  ground.board?.sent(null);
  ground.board?.update(mine(shown()));
  if (ground.board) ground.board.active = !over;
  keepGoing(game, numbers, picks);
  say(byId('chain'), picks.join(' → ') || words.solo.nothingYet);
  document.title = `${fillIn(words.solo.counted, { n: picks.length })} · ${title}`;
  showScore();
  showButtons();
}

/** A board on which every pick is one person's. @param {SoloBoard} board */
const mine = (board) => ({ ...board, makers: board.picks.map(() => 1), turn: 1 });

function showScore() {
  const label = best && !best.proved ? words.solo.bestKnown : words.solo.bestPossible;
  fill(
    byId('score'),
    cell(words.solo.picks, shown().picks.length, 'is-count'),
    cell(label, best?.length ? best.length : '…', reached(best?.length ?? 0)),
    record > 0 && cell(words.solo.yourBest, record, reached(record)),
    beat > 0 && cell(words.solo.toBeat, beat, reached(beat + 1)),
  );
}

/** @param {number} goal */
const reached = (goal) => (goal && shown().picks.length >= goal ? 'is-reached' : '');

/**
 * @param {string} label
 * @param {number|string} value
 * @param {string} looks
 */
const cell = (label, value, looks) =>
  el('div', { class: looks || null }, el('dt', {}, label), el('dd', {}, value));

function showButtons() {
  const { picks, over } = shown();
  /** @type {Record<string, boolean>} */
  const possible = {
    'do-legal': ground.askable(),
    'do-undo': picks.length > 0,
    'do-redo': chain.taken > 0,
    'do-again': picks.length > 0,
    'do-outlook': !over,
    'do-challenge': toShare() > 0,
  };
  for (const [id, can] of Object.entries(possible)) byId(id, HTMLButtonElement).disabled = !can;
  byId('do-legal').hidden = settings.get('legal') !== 'asked';
  byId('do-challenge').classList.toggle('is-primary', over);
  ground.showLegal();
}

// --- what is said -------------------------------------------------------------------------------

/** After a pick. */
function tellOf() {
  const { text, also_gone: alsoGone, lost_text: lostText, task } = shown();
  const more = [alsoGone && `${alsoGone}.`, lostText].filter(Boolean).join(' ');
  if (beat && !beaten && shown().picks.length > beat) {
    beaten = true;
    tell({ title: fillIn(words.solo.beaten, { n: beat }), text: `${text} ${more}`, look: 'is-good' });
  } else tell({ title: `${text} ${task ?? ''}`, text: more });
}

/** Nothing is left to pick: how near to the best that is. */
async function end() {
  const { picks, text, stuck } = shown();
  const before = record;
  keepBest(game, numbers, picks.length);
  record = Math.max(record, picks.length);
  showScore();
  showButtons();
  const news = [stuck];
  if (before && picks.length > before) news.push(fillIn(words.solo.newBest, { n: before }));
  if (beat) news.push(fillIn(challengeNews(picks.length), { n: beat }));
  beaten ||= picks.length > beat;
  const said = { text: news.filter(Boolean).join(' '), look: picks.length > beat ? 'is-good' : '' };
  tell({ title: text, ...said });
  try {
    const judged = await api.soloOutlook({ game, numbers, picks });
    if (shown().picks !== picks) return;
    if (!best || judged.length > best.length) best = judged;
    showScore();
    tell({ title: judged.text, ...said });
  } catch {
    return; // the count is there already
  }
}

/** @param {number} count */
function challengeNews(count) {
  if (count > beat) return words.solo.beaten;
  return count === beat ? words.solo.even : words.solo.notBeaten;
}

/** @param {unknown} error */
const trouble = (error) => tell({ title: api.messageOf(error), look: 'is-bad' });

// --- what the person here does ------------------------------------------------------------------

/** @param {number} n */
function pick(n) {
  if (ground.board?.has(n)) chain.pick(n);
  else {
    const title = fillIn(words.shared.notThere, { n, numbers: poolText(numbers) });
    tell({ title, look: 'is-bad' });
  }
}

/** @param {News} news */
function onBoard(news) {
  show();
  switch (news.kind) {
    case 'taken':
      tell({
        title: fillIn(words.solo.takenBack, { numbers: news.numbers.join(', ') }),
        text: shown().text,
      });
      return;
    case 'picked':
      play(shown().over ? 'won' : 'one');
      if (shown().over) end();
      else tellOf();
      return;
    default:
      unknownKind(news);
  }
}

/** Show a legal pick at once; what may follow it is on its way. @param {number} n */
function onAhead(n) {
  const { picks, removes, gone } = shown();
  const left = { ...gone };
  for (const m of removes[n] ?? [n]) left[m] = n;
  const after = { ...shown(), picks: [...picks, n], gone: left, legal: [], removes: {} };
  ground.board?.update(mine(after));
  ground.board?.sent(n);
}

/**
 * @param {number} n
 * @param {string} why
 */
function onRefused(n, why) {
  ground.board?.refuse(n);
  play('refused');
  tell({ title: why, look: 'is-bad' });
}

const undo = () => chain.backTo(shown().picks.length - 1);

async function askOutlook() {
  const { picks, over, lost_text: lostText } = shown();
  if (over) return;
  tell({ title: words.solo.looking });
  try {
    const found = await api.soloOutlook({ game, numbers, picks });
    if (shown().picks === picks) tell({ title: found.text, text: lostText, look: 'is-hint' });
  } catch (error) {
    trouble(error);
  }
}

/** The count that a friend is to beat. */
const toShare = () => Math.max(bestOf(game, numbers), shown().over ? shown().picks.length : 0);

function challenge() {
  if (!toShare()) return;
  const link = byId('challenge-link', HTMLInputElement);
  link.value = location.origin + soloPath(game, numbers, toShare());
  say(byId('challenge-text'), fillIn(words.solo.challengeText, { n: toShare() }));
  byId('challenge', HTMLDialogElement).showModal();
  link.select();
}

/** The count, and what is to be picked: by the rules alone, where what is legal is not told. */
function sayAll() {
  const { text, legal, over, stuck, task } = shown();
  const named = fillIn(words.solo.legalNow, { numbers: legal.join(', ') });
  announce(`${text} ${over || !ground.isOpen() ? (stuck ?? task) : named}`);
}

function askLegal() {
  ground.askLegal();
  showButtons();
}

const showRules = () => byId('rules', HTMLDialogElement).showModal();

// --- entering -----------------------------------------------------------------------------------

/** Once there is a board. */
function listen() {
  const keys = createKeys({
    pick,
    preview: ground.preview,
    letters: {
      u: undo,
      backspace: undo,
      y: chain.redo,
      a: () => chain.backTo(0),
      o: askOutlook,
      c: challenge,
      s: sayAll,
      r: showRules,
      b: () => ground.board?.focus(),
      l: ground.nextLegal,
    },
  });
  /** @type {Record<string, () => void>} */
  const clicks = {
    'do-legal': askLegal,
    'do-undo': undo,
    'do-redo': chain.redo,
    'do-again': () => chain.backTo(0),
    'do-outlook': askOutlook,
    'do-challenge': challenge,
    'do-rules': showRules,
    'do-keys': keys.open,
    'copy-challenge': () =>
      copyText(byId('challenge-link', HTMLInputElement).value, byId('copy-challenge')),
  };
  for (const [id, act] of Object.entries(clicks)) byId(id).addEventListener('click', act);
  for (const id of ['rules', 'challenge']) closable(byId(id, HTMLDialogElement));
  onSettings(showButtons);
}

/** @param {unknown} error */
function lost(error) {
  byId('trouble').hidden = false;
  fill(
    byId('trouble'),
    el('p', {}, api.messageOf(error)),
    el('p', {}, el('a', { class: 'button is-primary', href: '/solo' }, words.solo.allGames)),
  );
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
  record = bestOf(game, numbers);
  chain = createChain({ game, numbers }, start, {
    onBoard: (_, news) => onBoard(news),
    onAhead,
    onRefused,
    onTrouble(error) {
      show();
      trouble(error);
    },
  });
  await chain.resume(goingOn(game, numbers)).catch(() => {}); // what was stored may be nonsense
  say(byId('title'), `${start.title} ${poolText(numbers)}`);
  say(byId('rules-text'), start.rule);
  ground.make(numbers, [words.shared.youWithin, words.shared.youWithin]);
  show();
  listen();
  const aim = beat ? fillIn(words.solo.aimToBeat, { n: beat }) : words.solo.aim;
  if (shown().over) tell({ title: shown().text, text: shown().stuck ?? '' });
  else if (shown().picks.length) tellOf();
  else tell({ title: aim, text: start.rule });
  best = await api.soloBest(game, numbers).catch(() => null); // it is played without, too
  showScore();
}

begin();
