/**
 * Somebody at a puzzle: tries, hints, giving up, each kept before it is shown. The same rules as in
 * the terminal (coach/puzzle_attempt.py): a puzzle counts once, and one that is done may be tried
 * again without counting.
 */

import { dailyKey, done } from '../shared/progress-data.js';
import { attemptAt, recordAttempt } from '../shared/progress.js';

/** @import { Attempt, End } from '../shared/progress-data.js' */
/** @import { Puzzle } from '../shared/types.js' */

/** What a puzzle is known by in this browser. @param {Puzzle} puzzle */
export const keyOf = ({ id, date }) => (date ? dailyKey(date) : id);

/** Whether the puzzle is that of a day to come: it can be tried, and counts on its day. @param {Puzzle} puzzle */
export const toCome = ({ date, today }) => Boolean(date && today && date > today);

/** @param {Puzzle} puzzle */
export function createAttempt(puzzle) {
  const key = keyOf(puzzle);
  const kept = toCome(puzzle) ? null : attemptAt(key);
  let counting = !toCome(puzzle);
  /** @type {Attempt} */
  let now = kept ?? fresh();

  /** @returns {Attempt} */
  function fresh() {
    const day = puzzle.today ?? new Date().toISOString().slice(0, 10);
    return { level: puzzle.level, day, tries: [], hints: 0, end: 'open' };
  }

  /**
   * Another tab may have the same puzzle: what happens, happens to what is kept.
   *
   * @param {(before: Attempt) => Partial<Attempt>} change
   */
  function happened(change) {
    const before = (counting && attemptAt(key)) || now;
    now = { ...before, ...change(before) };
    if (counting) recordAttempt(key, now);
  }

  return {
    get now() {
      return now;
    },
    get done() {
      return done(now);
    },
    get counting() {
      return counting;
    },
    /** The picks that were wrong. */
    get wrong() {
      return now.end === 'solved' ? now.tries.slice(0, -1) : now.tries;
    },

    /**
     * @param {number} pick
     * @param {boolean} right
     */
    tried(pick, right) {
      if (now.tries.includes(pick) && !right) return;
      /** @type {End} */
      const end = right ? 'solved' : 'open';
      happened(({ tries }) => ({ tries: [...tries.filter((n) => n !== pick), pick], end }));
    },

    /** @param {number} step */
    hinted(step) {
      if (step > now.hints) happened(({ hints }) => ({ hints: Math.max(step, hints) }));
    },

    giveUp: () => happened(() => ({ end: 'given up' })),

    /** Once more, without counting. */
    again() {
      counting = false;
      now = fresh();
    },
  };
}
