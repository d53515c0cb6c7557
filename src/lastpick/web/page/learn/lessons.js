/** The list of lessons: what each is for, how long it takes, and how far this browser has come. */

import * as api from '../shared/api.js';
import { byId, el, fill } from '../shared/dom.js';
import { guard } from '../shared/page.js';
import { fillIn, words } from '../shared/words.js';
import { doneOf, lessonPath } from './lesson-progress.js';

/** @import { LessonAbout } from '../shared/types.js' */

guard();

/** Lessons about the same games, one after the other. @param {LessonAbout[]} lessons */
function groups(lessons) {
  /** @type {{title: string, first: number, lessons: LessonAbout[]}[]} */
  const found = [];
  lessons.forEach((lesson, i) => {
    const title = lesson.games.join(', ');
    if (found.at(-1)?.title !== title) found.push({ title, first: i + 1, lessons: [] });
    found.at(-1)?.lessons.push(lesson);
  });
  return found;
}

/** @param {LessonAbout} lesson */
function farText(lesson) {
  const done = doneOf(lesson.steps);
  const of = lesson.steps.length;
  if (done === of) return words.learn.done;
  return done ? fillIn(words.learn.far, { done, of }) : fillIn(words.learn.steps, { n: of });
}

/**
 * @param {LessonAbout} lesson
 * @param {number} number
 * @param {boolean} next
 */
function card(lesson, number, next) {
  const done = doneOf(lesson.steps) === lesson.steps.length;
  return el(
    'li',
    {},
    el(
      'article',
      { class: `lesson-card${done ? ' is-done' : ''}${next ? ' is-next' : ''}` },
      el('span', { class: 'lesson-number', 'aria-hidden': 'true' }, done ? '✓' : number),
      el('h3', {}, el('a', { href: lessonPath(lesson.name) }, lesson.title)),
      el('p', { class: 'muted small' }, lesson.goal),
      el(
        'p',
        { class: 'small' },
        `${fillIn(words.learn.minutes, { n: lesson.minutes })} · `,
        el('strong', {}, farText(lesson)),
      ),
    ),
  );
}

/** @param {LessonAbout[]} lessons */
function show(lessons) {
  const next = lessons.find(({ steps }) => doneOf(steps) < steps.length) ?? null;
  const begun = lessons.some(({ steps }) => doneOf(steps) > 0);
  const way = begun ? words.learn.goOnWith : words.learn.beginWith;
  fill(
    byId('go-on'),
    next
      ? el(
          'a',
          { class: 'button is-primary', href: lessonPath(next.name) },
          fillIn(way, { title: next.title }),
        )
      : el('strong', {}, words.learn.allDone),
  );
  fill(
    byId('lessons'),
    ...groups(lessons).map((group) =>
      el(
        'section',
        {},
        el('h2', {}, group.title),
        el(
          'ol',
          { class: 'lesson-list', start: group.first },
          ...group.lessons.map((lesson, i) => card(lesson, group.first + i, lesson === next)),
        ),
      ),
    ),
  );
}

async function begin() {
  try {
    const { lessons } = await api.lessons();
    show(lessons);
    addEventListener('pageshow', (event) => event.persisted && show(lessons));
  } catch (error) {
    byId('trouble').hidden = false;
    fill(byId('trouble'), api.messageOf(error));
  }
}

begin();
