/**
 * The pace of the board. What a bot answers is on the page at once, for keys, screen readers and
 * tests; those who look see their own pick land first, and the bot think for a moment. Until then a
 * picture of the position before lies over the board, and whoever presses anything lifts it.
 */

import { settings } from '../shared/settings.js';

/** @import { Board, HeldState, Position, View } from '../shared/types.js' */

const LANDING = 320; // ms until a pick is seen to have landed
const THINKING = [0, 120, 300, 420, 560]; // by how many picks the bot had, and all beyond
const NOTICEABLE = 40;

/** Whether nothing may move. */
export const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** How long after the last pick the next one is to be seen. @param {number} choices */
function pause(choices) {
  if (settings.get('pace') === 'quick') return LANDING / 2;
  return LANDING + THINKING[Math.min(choices, THINKING.length - 1)];
}

/**
 * The position before a bot's pick, if that pick is what came last; null if nothing is to be paced.
 *
 * @param {HeldState|null} before
 * @param {View} view
 * @returns {Position|null}
 */
export function beforeTheBot(before, view) {
  const { picks, gone } = view.state;
  const last = picks.at(-1);
  const by = 2 - (picks.length % 2);
  if (!before || last === undefined || !view.bot(by)) return null;
  const fresh = picks.length - before.picks.length;
  if (fresh < 1 || !before.picks.every((n, i) => picks[i] === n)) return null;
  if (fresh === 1) return before;
  // Mine came with it: the picture has my pick, and nobody has told what was legal then.
  const left = Object.entries(gone).filter(([, cause]) => cause !== last);
  const { start } = view.state;
  return { start, picks: picks.slice(0, -1), gone: Object.fromEntries(left), legal: [], turn: by };
}

/**
 * @param {Object} table
 * @param {HTMLElement} table.root  gets a class while a picture lies over the board
 * @param {HTMLElement} table.ground
 * @param {HTMLElement} table.desk
 * @param {(seat: number) => HTMLElement} table.line  the line above the board while a bot thinks
 */
export function createPacing({ root, ground, desk, line }) {
  let seen = 0; // when a pick was last shown
  /** @type {(() => void)|null} */
  let lift = null;

  const wake = () => lift?.();
  addEventListener('keydown', wake, { capture: true });
  addEventListener('pointerdown', wake, { capture: true });

  return {
    /** Show at once whatever still waits. */
    wake,

    /** A pick is shown now. */
    note() {
      seen = performance.now();
    },

    /**
     * Lay the position before over the board for a moment. Called before the board is told.
     *
     * @param {Board} board
     * @param {Position|null} position
     * @param {() => void} then  when the board itself is seen
     */
    hold(board, position, then) {
      wake();
      const wait = position ? pause(position.legal?.length ?? 0) - (performance.now() - seen) : 0;
      if (!position || wait < NOTICEABLE || still() || document.hidden) {
        then();
        return;
      }
      const pictures = [board.picture(position), line(position.turn ?? 1)];
      for (const picture of pictures) picture.classList.add('is-picture');
      ground.append(pictures[0]);
      desk.append(pictures[1]);
      root.classList.add('is-paced');
      const timer = setTimeout(wake, Math.min(wait, 1000));
      lift = () => {
        clearTimeout(timer);
        lift = null;
        for (const picture of pictures) picture.remove();
        root.classList.remove('is-paced');
        seen = performance.now();
        then();
      };
    },
  };
}
