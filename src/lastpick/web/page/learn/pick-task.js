/** A step that asks for one pick: tries, hints, and the answer for whoever gives up. */

import * as api from '../shared/api.js';
import { words } from '../shared/words.js';

/** @import { LessonDesk, LessonStep, LessonTask } from '../shared/types.js' */

/**
 * @param {LessonStep} step
 * @param {{lesson: string, step: number}} at
 * @param {LessonDesk} desk
 * @returns {LessonTask}
 */
export function createPicking(step, at, desk) {
  /** @type {number[]} */
  const wrong = [];
  let tries = 0; // that were not what the step asks for
  let hints = 0;
  let done = false;

  desk.show(step, { open: true });
  desk.say({ title: step.task ?? '' });

  return {
    position: () => step,
    waits: () => done,
    buttons: () => (done ? [] : ['hint', 'show', 'skip']),

    async pick(n) {
      const found = await desk.ask(n, () => api.lessonAnswer({ ...at, pick: n }));
      if (!found || done) return;
      if (!found.legal) {
        desk.refuse(n, found.text);
        return;
      }
      if (found.right) {
        done = true;
        desk.show(step, { marks: { good: [n], bad: wrong }, open: false });
        desk.say({ title: found.text, look: 'is-good' });
        desk.finish('solved');
        return;
      }
      tries += 1;
      if (found.wrong) wrong.push(n);
      desk.show(step, { marks: { bad: wrong }, open: true });
      const more = tries === 2 ? words.learn.hintHelps : '';
      desk.say({ title: found.text, text: more, look: found.wrong ? 'is-bad' : '' });
    },

    async hint() {
      const found = await desk.ask(null, () => api.lessonHint({ ...at, given: hints }));
      if (!found || done) return;
      hints = found.given;
      const more = found.more ? words.learn.hintAgain : '';
      desk.say({ title: found.text, text: more, look: 'is-hint' });
    },

    async show() {
      const found = await desk.ask(null, () => api.lessonShow({ ...at, tries }));
      if (!found || done) return;
      desk.say({ title: found.text, look: 'is-hint' });
      if (!found.shown) return;
      done = true;
      desk.show(step, { marks: { good: found.picks, bad: wrong }, open: false });
      desk.finish('shown');
    },
  };
}
