/**
 * A game that a step plays on against the coach. What happened in it is a list of answers of the
 * server; to take a pick back is to show an earlier one.
 */

import * as api from '../shared/api.js';
import { words } from '../shared/words.js';

/** @import { LessonDesk, LessonMoved, LessonPosition, LessonStep, LessonTask } from '../shared/types.js' */

/**
 * @param {LessonStep} step
 * @param {{lesson: string, step: number}} at
 * @param {LessonDesk} desk
 * @returns {LessonTask}
 */
export function createPlaying(step, at, desk) {
  /** @typedef {{made: number[], board: LessonPosition, over: boolean, won: boolean}} Game */
  /** @type {Game} */
  const start = { made: [], board: step, over: false, won: false };
  let game = start;
  /** @type {Game[]} */
  let before = []; // in which the learner picked
  let tries = 1;
  let hints = 0;
  let waiting = false; // for the coach
  let flying = false; // a pick of the learner's is on its way
  let round = 0; // what comes back from an earlier one is too late

  begin(step.begins);

  /** @param {string} text */
  function begin(text) {
    desk.drop();
    round += 1;
    flying = false;
    game = start;
    hints = 0;
    waiting = step.coach_begins;
    desk.show(step, { open: !waiting });
    desk.say({ title: text, text: waiting ? '' : (step.task ?? '') });
    if (waiting) move(null);
  }

  /** Make a pick, or let the coach begin. @param {number|null} n */
  async function move(n) {
    const mine = round;
    flying = n !== null;
    const asked = { ...at, tries, made: game.made, ...(n === null ? {} : { pick: n }) };
    const found = await desk.ask(n, () => api.lessonPlay(asked));
    if (mine !== round) return;
    flying = false;
    if (!found) {
      waiting = false; // the trouble is told; the same can be tried again
      desk.buttons();
      return;
    }
    if (!found.legal && n !== null) {
      desk.refuse(n, found.text);
      return;
    }
    if (n !== null) before.push(game);
    hints = 0;
    if (found.landed && found.reply !== null) {
      waiting = true;
      desk.show(found.landed, { open: false });
      tell(found, '');
      if (!(await desk.pause()) || mine !== round) return;
    }
    waiting = false;
    game = found;
    desk.show(found.board, { open: !found.over });
    tell(found, found.news);
    if (found.won) desk.finish('solved');
    desk.buttons();
  }

  /**
   * @param {LessonMoved} found
   * @param {string} news
   */
  function tell(found, news) {
    const { text, over, won, lets_go: letsGo } = found;
    const more = over && !won ? words.learn.lostHelps : letsGo ? words.learn.undoHelps : '';
    const look = won ? 'is-good' : text ? 'is-bad' : '';
    const turn = over || !news ? '' : found.board.task;
    desk.say({ title: [news, turn].filter(Boolean).join(' '), text: `${text} ${more}`.trim(), look });
  }

  return {
    position: () => game.board,
    waits: () => game.won,
    buttons() {
      if (game.won) return [];
      if (game.over) return ['again', 'undo', 'skip'];
      return waiting ? ['undo', 'again', 'skip'] : ['hint', 'undo', 'again', 'skip'];
    },

    async pick(n) {
      if (!game.over && !waiting) await move(n);
    },

    async hint() {
      if (waiting || game.over) return;
      const mine = round;
      const asked = { ...at, made: game.made, given: hints };
      const found = await desk.ask(null, () => api.lessonHint(asked));
      if (!found || mine !== round) return;
      hints = found.given;
      desk.say({ title: found.text, text: found.more ? words.learn.hintAgain : '', look: 'is-hint' });
    },

    undo() {
      const earlier = flying ? game : before.pop();
      if (!earlier) {
        desk.say({ title: words.learn.nothingToUndo });
        return;
      }
      desk.drop();
      round += 1;
      waiting = false;
      flying = false;
      hints = 0;
      game = earlier;
      desk.show(game.board, { open: true });
      desk.say({ title: words.learn.takenBack, text: game.board.task ?? '' });
    },

    again() {
      if (!game.over) before = [];
      tries += 1;
      begin(step.begins);
    },
  };
}
