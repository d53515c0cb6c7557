/** One lesson: its steps in turn, what is picked, and what the coach says to it. */

import * as api from '../shared/api.js';
import { createBoard } from '../shared/board.js';
import { button, byId, el, fill, focused, say } from '../shared/dom.js';
import { unknownKind } from '../shared/exhaustive.js';
import { createKeys } from '../shared/keys.js';
import { createLegalSight } from '../shared/legal-sight.js';
import { announce, closable, guard } from '../shared/page.js';
import { onSettings, settings } from '../shared/settings.js';
import { play } from '../shared/sound.js';
import { fillIn, poolText, words } from '../shared/words.js';
import { howDone, keep, lessonPath } from './lesson-progress.js';
import { createPicking } from './pick-task.js';
import { createPlaying } from './play-task.js';

/** @import { How } from './lesson-progress.js' */
/** @import { Board, Lesson, LessonAction, LessonDesk, LessonStep, LessonTask } from '../shared/types.js' */

guard();

const BELOW = 300; // pixels for what is said below the board, where nothing stands beside it
const LOOK = 48; // and for the line that tells of a tile
const name = decodeURIComponent(location.pathname.split('/').filter(Boolean).at(-1) ?? '');
const still = matchMedia('(prefers-reduced-motion: reduce)');

/** @type {Lesson} */
let lesson;
/** @type {Board|null} */
let board = null;
let numbers = '';
/** @type {LessonTask|null} */
let task = null; // null: there is something to read only
/** @type {number[]} */
let todo = []; // the places of the steps to take, in turn
let at = 0; // the place of the step that is shown
let ended = false;
let busy = false;
let picked = -1; // numbers that the board shows as picked; -1: another step begins
let greeting = ''; // said before whatever is said first
/** How each step went, in this sitting. @type {Map<number, How|'skipped'>} */
const results = new Map();

const step = () => lesson.steps[at];
const sight = createLegalSight();
/** The position on the board. */
const position = () => task?.position() ?? step();

// --- what a step does ---------------------------------------------------------------------------

/** @type {LessonDesk} */
const desk = {
  show(given, { marks = {}, open }) {
    if (!board) return;
    const landed = given.picks.length > picked && picked >= 0;
    if (landed) play(given.turn === step().seat ? 'two' : 'one');
    picked = given.picks.length;
    board.update(given);
    board.readonly = !open;
    board.active = open;
    board.highlight(marks);
    showLegal();
    showButtons();
  },

  say({ title: said, text = '', look = '' }) {
    const title = `${greeting} ${said}`.trim();
    greeting = '';
    byId('says').className = `says ${look}`;
    fill(byId('says'), el('p', {}, el('strong', {}, title)), text && el('p', { class: 'small' }, text));
    announce(`${title} ${text}`);
  },

  async ask(n, call) {
    if (busy) return null;
    busy = true;
    if (n !== null) board?.sent(n);
    try {
      return await call();
    } catch (error) {
      desk.say({ title: api.messageOf(error), look: 'is-bad' });
      return null;
    } finally {
      busy = false;
      board?.sent(null);
    }
  },

  refuse(n, text) {
    board?.refuse(n);
    play('refused');
    desk.say({ title: text, look: 'is-bad' });
  },

  finish(how) {
    if (how === 'solved') play('won');
    results.set(at, how);
    keep(step().id, how);
    showDots();
    showButtons();
    focusOn();
  },

  pause: () => api.sleep(still.matches ? 0 : settings.get('pace') === 'quick' ? 250 : 700),
  buttons: () => showButtons(),
};

/** @param {LessonStep} taken */
function taskOf(taken) {
  const place = { lesson: name, step: at + 1 };
  switch (taken.kind) {
    case 'read':
      desk.show(taken, { open: false });
      return null;
    case 'pick':
      return createPicking(taken, place, desk);
    case 'play':
      return createPlaying(taken, place, desk);
    default:
      return unknownKind(taken.kind);
  }
}

/**
 * @param {number} place
 * @param {string} [first]  what is said before anything else
 */
function showStep(place, first = '') {
  at = place;
  ended = false;
  task = null;
  picked = -1;
  const shown = step();
  const { title, text } = shown;
  if (!board || numbers !== shown.numbers) makeBoard(shown);
  if (board) board.names = shown.seat === 1 ? [words.shared.youWithin, words.learn.coach] : [words.learn.coach, words.shared.youWithin];
  say(byId('look'), '');
  byId('says').hidden = shown.kind === 'read' && !first;
  greeting = first;
  if (shown.kind === 'read' && first) desk.say({ title: '' });
  const heading = fillIn(words.learn.stepOf, { n: at + 1, of: lesson.steps.length });
  const what = `${title} ${poolText(shown.numbers)}`;
  fill(
    byId('text'),
    el(
      'div',
      { class: 'spread' },
      el('h2', { id: 'step-title' }, `${heading} · ${what}`),
      button(words.shared.rules, showRules, 'is-small is-quiet'),
    ),
    ...paragraphs(text),
  );
  document.title = `${heading} · ${lesson.title}`;
  announce(`${heading}. ${text}`);
  showDots();
  task = taskOf(shown);
  showLegal();
  showButtons();
  scrollTo({ top: 0 });
}

/**
 * The paragraphs of a text; lines that begin with spaces stand as they are.
 *
 * @param {string} text
 */
function paragraphs(text) {
  return text.split(/\n(?! )\n?|\n\n/).flatMap((part) => {
    const lines = part.split('\n');
    const set = lines.filter((line) => line.startsWith(' '));
    const said = lines.filter((line) => line.trim() && !line.startsWith(' '));
    return [
      ...said.map((line) => el('p', {}, line)),
      ...(set.length ? [el('pre', {}, set.map((line) => line.trim()).join('\n'))] : []),
    ];
  });
}

/** @param {LessonStep} shown */
function makeBoard(shown) {
  board?.destroy();
  numbers = shown.numbers;
  board = createBoard(byId('board'), {
    numbers,
    label: fillIn(words.shared.boardOf, { numbers }),
    onPick: pick,
    onLook: (_, text) => say(byId('look'), text && `${text}.`),
    below: () => (getComputedStyle(byId('table')).columnGap === '8px' ? BELOW : LOOK),
  });
}

// --- what is shown ------------------------------------------------------------------------------

/** What is legal is told where the settings let it be; who only reads sees it. */
const isOpen = () => task === null || sight.open(position().picks, task.waits());

function showLegal() {
  if (board) board.secret = !isOpen();
}

function askLegal() {
  sight.ask(position().picks);
  showLegal();
  showButtons();
}

/** @type {Record<LessonAction, {text: string, act: () => void}>} */
const ACTIONS = {
  legal: { text: words.shared.showLegal, act: askLegal },
  hint: { text: words.shared.hint, act: () => task?.hint() },
  show: { text: words.learn.show, act: () => task?.show?.() },
  undo: { text: words.shared.undo, act: () => task?.undo?.() },
  again: { text: words.learn.again, act: () => task?.again?.() },
  skip: { text: words.shared.skip, act: skip },
};

/** Whether the step is done, and the next one may come. */
const mayGoOn = () => !ended && (task === null || task.waits());

/** What can be done now. @returns {LessonAction[]} */
function actions() {
  const found = task?.buttons() ?? [];
  return found.length > 0 && sight.askable(position().picks, false) ? ['legal', ...found] : found;
}

function showButtons() {
  const held = byId('buttons').contains(focused()) ? focused()?.textContent : null;
  if (ended) {
    fill(
      byId('buttons'),
      lesson.next &&
        el(
          'a',
          { class: 'button is-primary', href: lessonPath(lesson.next.name) },
          fillIn(words.learn.nextLesson, { title: lesson.next.title }),
        ),
      el('a', { class: 'button', href: '/learn' }, words.learn.allLessons),
    );
    return;
  }
  fill(
    byId('buttons'),
    mayGoOn() && button(words.learn.goOn, next, 'is-primary'),
    ...actions().map((action) => button(ACTIONS[action].text, ACTIONS[action].act)),
  );
  const again = [...byId('buttons').querySelectorAll('button')];
  (again.find((one) => one.textContent === held) ?? (held ? again[0] : null))?.focus();
}

/** Where the keyboard goes on: to the way on, or to what there is to read. */
function focusOn() {
  const way = byId('buttons').querySelector('.is-primary');
  const place = way instanceof HTMLElement ? way : byId('text');
  place.focus({ preventScroll: true });
}

function showDots() {
  const of = lesson.steps.length;
  fill(
    byId('dots'),
    ...lesson.steps.map(({ id }, i) => {
      const done = results.has(i) ? results.get(i) !== 'skipped' : howDone(id) !== null;
      const text = fillIn(done ? words.learn.stepDone : words.learn.stepOf, { n: i + 1, of });
      const current = i === at && !ended ? 'step' : null;
      const looks = `step-dot${done ? ' is-done' : ''}`;
      const onclick = () => {
        showStep(i);
        focusOn();
      };
      return el('li', {}, el('button', {
        type: 'button', class: looks, 'aria-label': text, title: text, 'aria-current': current, onclick,
      }));
    }),
  );
}

function end() {
  ended = true;
  task = null;
  const all = [...results.values()];
  /** @param {How|'skipped'} how */
  const count = (how) => all.filter((one) => one === how).length;
  const parts = [fillIn(words.learn.solved, { n: count('solved') })];
  if (count('shown')) parts.push(fillIn(words.learn.shown, { n: count('shown') }));
  if (count('skipped')) parts.push(fillIn(words.learn.left, { n: count('skipped') }));
  byId('says').hidden = false;
  desk.say({ title: fillIn(words.learn.theEnd, { parts: parts.join(', ') }), look: 'is-good' });
  fill(byId('text'), el('h2', { id: 'step-title' }, lesson.title), el('p', {}, lesson.goal));
  if (board) {
    board.readonly = true;
    board.active = false;
  }
  showDots();
  showButtons();
  focusOn();
}

// --- what the person here does ------------------------------------------------------------------

/** @param {number} n */
function pick(n) {
  if (!task || ended || task.waits()) return;
  if (!board?.has(n)) {
    desk.say({ title: fillIn(words.shared.notThere, { n, numbers: poolText(numbers) }), look: 'is-bad' });
    return;
  }
  task.pick(n);
}

function next() {
  if (!mayGoOn()) return;
  if (step().kind === 'read') {
    results.set(at, 'read');
    keep(step().id, 'read');
  }
  goOn();
}

function skip() {
  if (ended || mayGoOn()) return;
  results.set(at, 'skipped');
  goOn();
}

function goOn() {
  const place = todo.find((other) => other > at);
  if (place === undefined) end();
  else {
    showStep(place);
    focusOn();
  }
}

/** The next legal tile after the one in focus. */
function nextLegal() {
  if (actions().includes('legal')) askLegal();
  if (!isOpen()) return;
  const { legal } = position();
  const from = Number(focused()?.dataset.n ?? -1);
  board?.focus(legal.find((n) => n > from) ?? legal[0]);
}

function showRules() {
  const { rules } = lesson.books[step().game];
  say(byId('rules-title'), step().title);
  fill(byId('rules-text'), ...rules.split('\n\n').map((text) => el('p', {}, text)));
  byId('rules', HTMLDialogElement).showModal();
}

/** @param {LessonAction} action */
const doing = (action) => () => {
  if (actions().includes(action)) ACTIONS[action].act();
};

const keys = createKeys({
  pick,
  preview(n) {
    board?.preview(board.active ? n : null);
    say(byId('look'), n !== null && board?.has(n) ? `${board.describe(n)}.` : '');
  },
  letters: {
    n: () => (ended && lesson.next ? location.assign(lessonPath(lesson.next.name)) : next()),
    h: doing('hint'),
    s: doing('show'),
    u: doing('undo'),
    a: doing('again'),
    k: doing('skip'),
    r: showRules,
    b: () => board?.focus(),
    l: nextLegal,
  },
});
onSettings(() => {
  if (!lesson) return;
  showLegal();
  showButtons();
});
byId('do-keys').addEventListener('click', keys.open);
closable(byId('rules', HTMLDialogElement));

// --- entering -----------------------------------------------------------------------------------

/** @param {unknown} error */
function lost(error) {
  byId('table').hidden = true;
  byId('trouble').hidden = false;
  fill(
    byId('trouble'),
    el('p', {}, api.messageOf(error)),
    el(
      'p',
      { class: 'row' },
      el('a', { class: 'button is-primary', href: '/learn' }, words.learn.allLessons),
      button(words.shared.tryAgain, () => location.reload()),
    ),
  );
}

async function begin() {
  try {
    lesson = await api.lesson(name);
  } catch (error) {
    lost(error);
    return;
  }
  say(byId('title'), lesson.title);
  const places = lesson.steps.map((_, i) => i);
  const left = places.filter((i) => howDone(lesson.steps[i].id) === null);
  todo = left.length ? left : places;
  const begun = left.length < places.length;
  const first = !left.length ? lesson.once_more : begun ? lesson.going_on : lesson.aim;
  showStep(todo[0], first);
}

begin();
