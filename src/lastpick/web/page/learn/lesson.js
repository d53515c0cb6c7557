/** One lesson: its steps in turn, what is picked, and what the coach says to it. */

import * as api from '../shared/api.js';
import { button, byId, el, fill, focused, say } from '../shared/dom.js';
import { unknownKind } from '../shared/exhaustive.js';
import { createKeys } from '../shared/keys.js';
import { announce, closable, guard } from '../shared/page.js';
import { createGround, tell } from '../shared/practice.js';
import { onSettings, settings } from '../shared/settings.js';
import { play } from '../shared/sound.js';
import { fillIn, poolText, words } from '../shared/words.js';
import { endText, paragraphs, stepDots } from './lesson-parts.js';
import { howDone, keep, lessonPath } from './lesson-progress.js';
import { createPicking } from './pick-task.js';
import { createPlaying } from './play-task.js';

/** @import { Results } from './lesson-parts.js' */
/** @import { Lesson, LessonAction, LessonDesk, LessonStep, LessonTask } from '../shared/types.js' */

guard();

const name = decodeURIComponent(location.pathname.split('/').filter(Boolean).at(-1) ?? '');
const still = matchMedia('(prefers-reduced-motion: reduce)');

/** @type {Lesson} */
let lesson;
/** @type {LessonTask|null} */
let task = null; // null: there is something to read only
/** @type {number[]} */
let todo = []; // the places of the steps to take, in turn
let at = 0; // the place of the step that is shown
let ended = false;
let busy = false;
let visit = 0; // what was asked for in an earlier one comes too late
let picked = -1; // numbers that the board shows as picked; -1: another step begins
let greeting = ''; // said before whatever is said first
/** @type {Results} */
const results = new Map();

const step = () => lesson.steps[at];
const ground = createGround({
  onPick: pick,
  position: () => task?.position() ?? step(),
  over: () => task === null || task.waits(),
  below: 300,
});

// --- what a step does ---------------------------------------------------------------------------

/** @type {LessonDesk} */
const desk = {
  show(given, { marks = {}, open }) {
    const { board } = ground;
    if (!board) return;
    const landed = picked >= 0 && given.picks.length > picked;
    if (landed) play(given.turn === 1 ? 'two' : 'one');
    picked = given.picks.length;
    board.update(given);
    board.readonly = !open;
    board.active = open;
    board.highlight(marks);
    showButtons();
  },

  say({ title, ...more }) {
    tell({ title: `${greeting} ${title}`.trim(), ...more });
    greeting = '';
  },

  async ask(n, call) {
    if (busy) return null;
    busy = true;
    const mine = visit;
    if (n !== null) ground.board?.sent(n);
    try {
      const found = await call();
      return mine === visit ? found : null;
    } catch (error) {
      if (mine === visit) desk.say({ title: api.messageOf(error), look: 'is-bad' });
      return null;
    } finally {
      if (mine === visit) free();
    }
  },

  drop() {
    visit += 1;
    free();
  },

  refuse(n, text) {
    ground.board?.refuse(n);
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

  async pause() {
    const mine = visit;
    await api.sleep(still.matches ? 0 : settings.get('pace') === 'quick' ? 250 : 700);
    return mine === visit;
  },

  buttons: () => showButtons(),
};

function free() {
  busy = false;
  ground.board?.sent(null);
}

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
  desk.drop();
  at = place;
  ended = false;
  task = null;
  picked = -1;
  greeting = first;
  const shown = step();
  ground.make(shown.numbers, [words.shared.youWithin, words.learn.coach]);
  byId('says').hidden = shown.kind === 'read' && !first;
  showText(shown);
  showDots();
  task = taskOf(shown);
  if (task === null && first) desk.say({ title: '' });
  showButtons();
  scrollTo({ top: 0 });
}

/** @param {LessonStep} shown */
function showText({ title, numbers, text }) {
  const heading = fillIn(words.learn.stepOf, { n: at + 1, of: lesson.steps.length });
  fill(
    byId('text'),
    el(
      'div',
      { class: 'spread' },
      el('h2', { id: 'step-title' }, `${heading} · ${title} ${poolText(numbers)}`),
      button(words.shared.rules, showRules, 'is-small is-quiet'),
    ),
    ...paragraphs(text),
  );
  document.title = `${heading} · ${lesson.title}`;
  announce(`${heading}. ${text}`);
}

// --- what is shown ------------------------------------------------------------------------------

/** @type {Record<LessonAction, {text: string, act: () => void}>} */
const ACTIONS = {
  legal: { text: words.shared.showLegal, act: askLegal },
  hint: { text: words.shared.hint, act: () => task?.hint() },
  show: { text: words.learn.show, act: () => task?.show?.() },
  undo: { text: words.shared.undo, act: () => task?.undo?.() },
  again: { text: words.shared.again, act: () => task?.again?.() },
  skip: { text: words.shared.skip, act: skip },
};

/** Whether the step is done, and the next one may come. */
const mayGoOn = () => !ended && (task === null || task.waits());

/** What can be done now. @returns {LessonAction[]} */
function actions() {
  const found = task?.buttons() ?? [];
  return found.length > 0 && ground.askable() ? ['legal', ...found] : found;
}

function showButtons() {
  ground.showLegal();
  const held = byId('buttons').contains(focused()) ? focused()?.textContent : null;
  fill(byId('buttons'), ...(ended ? waysOut() : buttons()));
  const again = [...byId('buttons').querySelectorAll('button')];
  (again.find((one) => one.textContent === held) ?? (held ? again[0] : null))?.focus();
}

function buttons() {
  const others = actions().map((action) => button(ACTIONS[action].text, ACTIONS[action].act));
  return mayGoOn() ? [button(words.learn.goOn, next, 'is-primary'), ...others] : others;
}

function waysOut() {
  const all = el('a', { class: 'button', href: '/learn' }, words.learn.allLessons);
  if (!lesson.next) return [all];
  const way = { class: 'button is-primary', href: lessonPath(lesson.next.name) };
  return [el('a', way, fillIn(words.learn.nextLesson, { title: lesson.next.title })), all];
}

/** Where the keyboard goes on: to the way on, or to what there is to read. */
function focusOn() {
  const way = byId('buttons').querySelector('.is-primary');
  const place = way instanceof HTMLElement ? way : byId('text');
  place.focus({ preventScroll: true });
}

function showDots() {
  fill(byId('dots'), ...stepDots(lesson.steps, results, ended ? -1 : at, goTo));
}

function end() {
  desk.drop();
  ended = true;
  task = null;
  byId('says').hidden = false;
  desk.say({ title: endText(results), look: 'is-good' });
  fill(byId('text'), el('h2', { id: 'step-title' }, lesson.title), el('p', {}, lesson.goal));
  const { board } = ground;
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
  if (ground.board?.has(n)) {
    task.pick(n);
    return;
  }
  const { numbers } = step();
  const title = fillIn(words.shared.notThere, { n, numbers: poolText(numbers) });
  desk.say({ title, look: 'is-bad' });
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
  else goTo(place);
}

/** @param {number} place */
function goTo(place) {
  showStep(place);
  focusOn();
}

function askLegal() {
  ground.askLegal();
  showButtons();
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
  preview: ground.preview,
  letters: {
    n: () => (ended && lesson.next ? location.assign(lessonPath(lesson.next.name)) : next()),
    h: doing('hint'),
    s: doing('show'),
    u: doing('undo'),
    a: doing('again'),
    k: doing('skip'),
    r: showRules,
    b: () => ground.board?.focus(),
    l: ground.nextLegal,
  },
});
onSettings(() => lesson && showButtons());
byId('do-keys').addEventListener('click', keys.open);
closable(byId('rules', HTMLDialogElement));

// --- entering -----------------------------------------------------------------------------------

/** @param {unknown} error */
function lost(error) {
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
  showStep(todo[0], !left.length ? lesson.once_more : begun ? lesson.going_on : lesson.aim);
}

begin();
