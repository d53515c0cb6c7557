/**
 * Progress as a file: what Export writes, and what Import reads, which may be such a file or the
 * terminal's log of puzzles.
 */

import { VERSION, counts, dailyKey, done, empty, none, readProgress } from '../shared/progress-data.js';

/** @import { Attempt, Progress } from '../shared/progress-data.js' */

export const NAME = 'lastpick-progress.json';
export const LARGEST = 4_000_000; // bytes
const MARK = 'progress';
const TERMINAL = 'terminal'; // the device of what was solved there
const STEPS = 3; // hints

/** @param {Progress} all */
export const written = (all) =>
  `${JSON.stringify({ lastpick: MARK, version: VERSION, ...all }, null, 1)}\n`;

/**
 * @param {string} text
 * @returns {Progress|null}  null: it is something else
 */
export function readFile(text) {
  try {
    const raw = JSON.parse(text);
    return raw?.lastpick === MARK || raw?.version === 1 ? readProgress(raw) : null;
  } catch {
    return readTerminalLog(text);
  }
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
      const id = [game, numbers, ...(picks?.length ? [picks.join('-')] : [])].join('_');
      const key = date ? dailyKey(date) : id;
      /** @type {Attempt} */
      const attempt = { level, day: entry.day, tries: [], hints: 0, end: 'open' };
      found.set(entry.puzzle, { key, attempt });
    }
  }
  if (found.size === 0) return null;
  const all = empty();
  const own = none();
  const attempts = [...found.values()];
  for (const { attempt } of attempts) {
    const row = own.puzzles.find(({ level }) => level === attempt.level);
    if (!row) continue;
    row.tried += Number(counts(attempt));
    row.solved += Number(attempt.end === 'solved');
    row.first += Number(attempt.end === 'solved' && attempt.tries.length === 1);
  }
  return readProgress({
    version: VERSION,
    device: TERMINAL,
    counts: { [TERMINAL]: own },
    attempts: Object.fromEntries(attempts.map(({ key, attempt }) => [key, attempt])),
    seen: all.seen,
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
    const tries = [...attempt.tries, event.try];
    return { ...attempt, tries, end: event.right === true ? 'solved' : 'open' };
  }
  if ('hint' in event) return { ...attempt, hints: Math.min(STEPS, attempt.hints + 1) };
  return event.gave_up === true ? { ...attempt, end: 'given up' } : attempt;
}

/** @param {string} line @returns {any} */
function parsed(line) {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
