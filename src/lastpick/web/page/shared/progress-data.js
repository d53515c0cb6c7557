/**
 * Progress as it is stored and exported, read with care, and put together from several browsers.
 *
 * Every browser counts for itself under a name of its own (`device`), so that counts from two of
 * them add up, and adding the same file twice changes nothing. Attempts at puzzles are known by the
 * puzzle. docs/web.md describes the file.
 *
 * @typedef {{game: string, title: string, against: string, played: number, won: number,
 *   lost: number}} GameRow
 * @typedef {{level: number, tried: number, solved: number, first: number}} PuzzleRow
 *   `first`: solved at the first try, without a hint
 * @typedef {{games: GameRow[], puzzles: PuzzleRow[]}} Counts
 *
 * @typedef {'open'|'solved'|'given up'} End
 * @typedef {Object} Attempt  what became of a puzzle
 * @property {number} level  0: not known any more
 * @property {string} day  on which it was begun
 * @property {number[]} tries  what was picked; the last of a solved one is right
 * @property {number} hints
 * @property {End} end
 *
 * @typedef {Object} Progress
 * @property {string} device
 * @property {Record<string, Counts>} counts  by device
 * @property {Record<string, Attempt>} attempts  by the puzzle, the latest last
 * @property {string[]} seen  games that were counted, the latest last
 */

export const VERSION = 2;
const LEVELS = [1, 2, 3, 4, 5];
const ENDS = ['open', 'given up', 'solved']; // the better the later
const MOST_SEEN = 300; // enough to know a game again when its page is reloaded
const MOST_PUZZLES = 300; // besides those of days
const MOST_DAYS = 2000;
const MOST_ROWS = 200;
const MOST_DEVICES = 20;
export const MOST_TRIES = 100;
const MOST_HINTS = 3;

const DAILY = 'daily ';
const ID = /^[a-z0-9-]+_[0-9]+-[0-9]+(_[0-9-]+)?$/;

/** What the puzzle of a day is known by here. @param {string} date */
export const dailyKey = (date) => DAILY + date;

/** @param {Attempt} attempt */
export const done = ({ end }) => end !== 'open';

/** Whether there was a first try, or giving up in its place. @param {Attempt} attempt */
export const counts = ({ tries, end }) => tries.length > 0 || end !== 'open';

/** The days whose puzzle was begun on that very day and solved. @param {Record<string, Attempt>} attempts */
export function daysSolved(attempts) {
  const days = Object.entries(attempts)
    .filter(([key, { day, end }]) => end === 'solved' && key === dailyKey(day))
    .map(([, { day }]) => day);
  return new Set(days);
}

/** @returns {Progress} */
export function empty() {
  const device = newDevice();
  return { device, counts: { [device]: none() }, attempts: {}, seen: [] };
}

/** @returns {Counts} */
export const none = () => ({
  games: [],
  puzzles: LEVELS.map((level) => ({ level, tried: 0, solved: 0, first: 0 })),
});

function newDevice() {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => (byte % 36).toString(36)).join('');
}

// --- reading ------------------------------------------------------------------------------------

/**
 * What makes sense of what was stored or handed over; null where that is no progress at all.
 *
 * @param {any} raw
 * @returns {Progress|null}
 */
export function readProgress(raw) {
  if (raw === null || typeof raw !== 'object') return null;
  if (raw.version === 1) return readFirst(raw);
  if (raw.version !== VERSION) return null;
  const device = isDevice(raw.device) ? raw.device : newDevice();
  const kept = entries(raw.counts).filter(([name]) => isDevice(name) && name !== device);
  return {
    device,
    counts: Object.fromEntries([
      ...kept.slice(0, MOST_DEVICES - 1).map(([name, found]) => [name, countsOf(found)]),
      [device, countsOf(raw.counts?.[device])],
    ]),
    attempts: attemptsOf(raw.attempts),
    seen: list(raw.seen).filter(isText).slice(-MOST_SEEN),
  };
}

/** As it was before attempts were kept: only right first answers were counted. @param {any} raw */
function readFirst(raw) {
  const all = empty();
  const own = countsOf(raw);
  for (const row of own.puzzles) row.first = row.solved;
  all.counts[all.device] = own;
  for (const day of list(raw.days).filter(isDay).slice(-MOST_DAYS)) {
    all.attempts[dailyKey(day)] = { level: 0, day, tries: [], hints: 0, end: 'solved' };
  }
  const games = list(raw.seen).filter((key) => isText(key) && key.startsWith('g:'));
  all.seen = games.map((key) => key.slice(2)).slice(-MOST_SEEN);
  return all;
}

/** @param {any} raw @returns {Counts} */
function countsOf(raw) {
  const found = none();
  found.games = list(raw?.games)
    .filter((row) => isText(row?.game) && isText(row.against))
    .slice(0, MOST_ROWS)
    .map((row) => ({
      game: row.game,
      title: isText(row.title) ? row.title : row.game,
      against: row.against,
      played: whole(row.played),
      won: whole(row.won),
      lost: whole(row.lost),
    }));
  for (const row of found.puzzles) {
    const kept = list(raw?.puzzles).find((other) => other?.level === row.level);
    row.tried = whole(kept?.tried);
    row.solved = Math.min(row.tried, whole(kept?.solved));
    row.first = Math.min(row.solved, whole(kept?.first));
  }
  return found;
}

/** @param {any} raw @returns {Record<string, Attempt>} */
function attemptsOf(raw) {
  const found = entries(raw).flatMap(([key, value]) => {
    const attempt = attemptOf(key, value);
    return attempt ? [/** @type {[string, Attempt]} */ ([key, attempt])] : [];
  });
  return latest(found);
}

/** @param {string} key @param {any} raw @returns {Attempt|null} */
function attemptOf(key, raw) {
  const known = key.startsWith(DAILY) ? isDay(key.slice(DAILY.length)) : ID.test(key);
  if (!known || !isDay(raw?.day) || !ENDS.includes(raw.end)) return null;
  return {
    level: LEVELS.includes(raw.level) ? raw.level : 0,
    day: raw.day,
    tries: list(raw.tries).filter(Number.isSafeInteger).slice(0, MOST_TRIES),
    hints: Math.min(MOST_HINTS, whole(raw.hints)),
    end: raw.end,
  };
}

/** The latest attempts, days and others each. @param {[string, Attempt][]} attempts */
function latest(attempts) {
  /** @param {boolean} daily */
  const those = (daily) => attempts.filter(([key]) => key.startsWith(DAILY) === daily);
  const days = those(true).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries([...days.slice(-MOST_DAYS), ...those(false).slice(-MOST_PUZZLES)]);
}

// --- putting together ---------------------------------------------------------------------------

/**
 * Both, each thing once; nothing that was solved is lost.
 *
 * @param {Progress} mine
 * @param {Progress} theirs
 * @returns {Progress}
 */
export function merged(mine, theirs) {
  const devices = [...new Set([...Object.keys(theirs.counts), ...Object.keys(mine.counts)])];
  const kept = devices.filter((name) => name !== mine.device).slice(0, MOST_DEVICES - 1);
  const keys = new Set([...Object.keys(theirs.attempts), ...Object.keys(mine.attempts)]);
  return {
    device: mine.device,
    counts: Object.fromEntries(
      [...kept, mine.device].map((name) => [name, most(own(mine, name), own(theirs, name))]),
    ),
    attempts: latest(
      [...keys].map((key) => [key, better(key, mine.attempts[key], theirs.attempts[key])]),
    ),
    seen: [...new Set([...theirs.seen, ...mine.seen])].slice(-MOST_SEEN),
  };
}

/**
 * The counts of a device, which somebody may have called `constructor`.
 *
 * @param {Progress} progress
 * @param {string} name
 */
const own = ({ counts: all }, name) => (Object.hasOwn(all, name) ? all[name] : undefined);

/**
 * The same browser at two moments: its counts only grow.
 *
 * @param {Counts|undefined} one
 * @param {Counts|undefined} other
 */
function most(one = none(), other = none()) {
  return combined([one, other], Math.max);
}

/** Several browsers. @param {Record<string, Counts>} all */
export const sumOf = (all) => combined(Object.values(all), (a, b) => a + b);

/**
 * @param {Counts[]} all
 * @param {(a: number, b: number) => number} both
 * @returns {Counts}
 */
function combined(all, both) {
  const { puzzles } = none();
  /** @type {Map<string, GameRow>} */
  const games = new Map();
  for (const found of all) {
    for (const row of found.games) {
      const key = `${row.game} ${row.against}`;
      const before = games.get(key) ?? { ...row, played: 0, won: 0, lost: 0 };
      games.set(key, {
        ...row,
        played: both(before.played, row.played),
        won: both(before.won, row.won),
        lost: both(before.lost, row.lost),
      });
    }
    found.puzzles.forEach((row, i) => {
      puzzles[i].tried = both(puzzles[i].tried, row.tried);
      puzzles[i].solved = both(puzzles[i].solved, row.solved);
      puzzles[i].first = both(puzzles[i].first, row.first);
    });
  }
  return { games: [...games.values()], puzzles };
}

/**
 * Of two attempts the one that came further; of a day's, one that was begun on that day.
 *
 * @param {string} key
 * @param {Attempt|undefined} mine
 * @param {Attempt|undefined} theirs
 * @returns {Attempt}
 */
function better(key, mine, theirs) {
  if (!mine || !theirs) return /** @type {Attempt} */ (mine ?? theirs);
  /** @param {Attempt} attempt */
  const worth = ({ day, end, tries, hints }) =>
    4 * MOST_TRIES * ENDS.indexOf(end) +
    2 * MOST_TRIES * Number(key === dailyKey(day)) +
    (end === 'open' ? tries.length + hints / MOST_TRIES : 0);
  return worth(theirs) > worth(mine) ? theirs : mine;
}

/** @param {any} value @returns {[string, any][]} */
const entries = (value) => (value && typeof value === 'object' ? Object.entries(value) : []);
/** @param {unknown} value @returns {any[]} */
const list = (value) => (Array.isArray(value) ? value : []);
/** @param {unknown} value @returns {value is string} */
const isText = (value) => typeof value === 'string' && value.length > 0 && value.length <= 200;
/** @param {unknown} value @returns {value is string} */
const isDevice = (value) => typeof value === 'string' && /^[a-z0-9]{1,20}$/.test(value);
/** @param {any} value */
const whole = (value) => (Number.isSafeInteger(value) && value > 0 ? value : 0);
/** @param {unknown} value @returns {value is string} */
export const isDay = (value) => {
  if (typeof value !== 'string' || value.length !== 10) return false;
  const time = Date.parse(value);
  return Number.isFinite(time) && new Date(time).toISOString().slice(0, 10) === value;
};
