/**
 * Progress as a file: what Export writes, and what Import reads, which may be such a file or the
 * terminal's log of puzzles. Besides games and puzzles the file takes along the steps of lessons
 * and the bests of those who pick alone. docs/web.md describes it.
 */

import { addSteps, allSteps } from '../learn/lesson-progress.js';
import {
  MOST_TRIES, VERSION, counts, dailyKey, done, none, readProgress,
} from '../shared/progress-data.js';
import { add, load } from '../shared/progress.js';
import { addBests, allBests } from '../solo/solo-bests.js';

/** @import { Attempt, Progress } from '../shared/progress-data.js' */

export const NAME = 'lastpick-progress.json';
export const LARGEST = 1_000_000; // bytes
const MARK = 'progress';
const TERMINAL = 'terminal'; // the device of what was solved there
const STEPS = 3; // hints

/** All that this browser remembers. */
export function written() {
  const also = { lessons: allSteps(), solo: allBests() };
  return `${JSON.stringify({ lastpick: MARK, version: VERSION, ...load(), ...also }, null, 1)}\n`;
}

/** Whether there is anything to take along. */
export const hasMore = () => Object.keys({ ...allSteps(), ...allBests() }).length > 0;

/**
 * Add what a file holds.
 *
 * @param {string} text
 * @returns {'added'|'nothing new'|'something else'|'oversized'}
 */
export function addFile(text) {
  const raw = parsed(text);
  const ours = raw?.lastpick === MARK || raw?.version === 1;
  const found = ours ? readProgress(raw) : readTerminalLog(text);
  if (!found) return 'something else';
  const before = written();
  if (!add(found)) return 'oversized';
  addSteps(raw?.lessons);
  addBests(raw?.solo);
  return written() === before ? 'nothing new' : 'added';
}

/**
 * The log of puzzles that the terminal keeps: a line for each puzzle and for each thing that
 * happened to it. Lines that are no such thing are passed over, as there.
 *
 * @param {string} text
 * @returns {Progress|null}
 */
function readTerminalLog(text) {
  /** @type {Map<string, {key: string, attempt: Attempt}>} */
  const found = new Map();
  for (const line of text.split('\n')) {
    const entry = parsed(line);
    const known = found.get(entry?.puzzle);
    if (known) known.attempt = after(known.attempt, entry);
    else if (typeof entry?.puzzle === 'string' && entry.asked) {
      const { date, game, numbers, picks, level } = entry.asked;
      const made = Array.isArray(picks) && picks.length > 0 ? [picks.join('-')] : [];
      const id = [game, numbers, ...made].join('_');
      const key = date ? dailyKey(date) : id;
      /** @type {Attempt} */
      const attempt = { level, day: entry.day, tries: [], hints: 0, end: 'open' };
      found.set(entry.puzzle, { key, attempt });
    }
  }
  if (found.size === 0) return null;
  const own = none();
  const attempts = [...found.values()];
  for (const { attempt } of attempts) {
    const row = own.puzzles.find(({ level }) => level === attempt.level);
    if (!row) continue;
    row.tried += Number(counts(attempt));
    row.solved += Number(attempt.end === 'solved');
    const first = attempt.tries.length === 1 && attempt.hints === 0;
    row.first += Number(attempt.end === 'solved' && first);
  }
  return readProgress({
    version: VERSION,
    device: TERMINAL,
    counts: { [TERMINAL]: own },
    attempts: Object.fromEntries(attempts.map(({ key, attempt }) => [key, attempt])),
    seen: [],
  });
}

/**
 * An attempt after one more line.
 *
 * @param {Attempt} attempt
 * @param {any} event
 * @returns {Attempt}
 */
function after(attempt, event) {
  if (done(attempt)) return attempt;
  if ('try' in event) {
    const tries = [...attempt.tries, event.try].slice(0, MOST_TRIES);
    return { ...attempt, tries, end: event.right === true ? 'solved' : 'open' };
  }
  if ('hint' in event) return { ...attempt, hints: Math.min(STEPS, attempt.hints + 1) };
  return event.gave_up === true ? { ...attempt, end: 'given up' } : attempt;
}

/** @param {string} text @returns {any} */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
