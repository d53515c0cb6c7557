/**
 * Calls to the server. A call that fails throws an ApiError whose message is one line for people.
 * Seat tokens travel in a header only, never in an address.
 */

import { fillIn, words } from './words.js';

/**
 * @import {
 *   Asked, Catalog, DailyResult, Hint, Judged, Lesson, LessonAbout, LessonAnswer, LessonHint,
 *   LessonMoved, LessonPlace, LessonShown, NewGame, Puzzle, PuzzleAnswer, PuzzleAsked, Review,
 *   Rules, Seated, SoloAsked, SoloBest, SoloBoard, SoloGame, State
 * } from './types.js'
 */

export class ApiError extends Error {
  /**
   * @param {string} message
   * @param {number} status  0: no answer came
   * @param {{state?: State}} body
   * @param {number} wait  seconds after which to try again
   */
  constructor(message, status, body = {}, wait = 0) {
    super(message);
    this.status = status;
    this.body = body;
    this.wait = wait;
  }

  /** The state to answer now, where a call came too late. */
  get state() {
    return this.status === 409 ? (this.body.state ?? null) : null;
  }
}

const PATIENCE = 20_000;

/** A random key that makes a call safe to repeat. */
export function randomKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Whatever was thrown, as the error of a call; one of the code itself goes on its way.
 *
 * @param {unknown} thrown
 */
export function apiError(thrown) {
  if (thrown instanceof ApiError) return thrown;
  throw thrown;
}

/** What to tell people of whatever was thrown. @param {unknown} thrown */
export const messageOf = (thrown) => (thrown instanceof Error ? thrown.message : String(thrown));

/** @param {number} ms */
export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Longer and longer waits, with chance in them so that clients do not all come back at once.
 *
 * @param {number} attempt
 */
export const backoff = (attempt) =>
  Math.min(15_000, 400 * 2 ** attempt) * (0.6 + 0.4 * Math.random());

/**
 * Make a call; its answer is JSON.
 *
 * @param {string} path
 * @param {Options} [options]
 * @returns {Promise<any>}
 */
export async function call(path, options) {
  const data = parsed(await callForText(path, options));
  if (data === null) throw new ApiError(words.shared.noData, 502);
  return data;
}

/**
 * Make a call whose answer is a text.
 *
 * @typedef {{method?: string, body?: object, token?: string|null}} Options
 * @param {string} path
 * @param {Options} [options]
 */
export async function callForText(path, { method = 'GET', body, token = null } = {}) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (token) headers.Authorization = `Bearer ${token}`;
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(), PATIENCE);
  let response;
  let answer;
  try {
    response = await fetch(path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: giveUp.signal,
      cache: 'no-store',
      credentials: 'omit',
    });
    answer = await response.text();
  } catch {
    throw new ApiError(words.shared.noAnswer, 0);
  } finally {
    clearTimeout(timer);
  }
  if (response.ok) return answer;
  const data = parsed(answer);
  const message = data?.error ?? fillIn(words.shared.anError, { status: response.status });
  const wait = Number(response.headers.get('Retry-After')) || 0;
  throw new ApiError(message, response.status, data ?? {}, wait);
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const TRIES = 7;

/** @param {number} status */
export const worthRepeating = (status) => status === 0 || status === 429 || status >= 500;

/**
 * A call of a player. It is repeated with the same key until an answer comes, so that a lost
 * connection neither loses a pick nor makes it twice.
 *
 * @param {string} id  the game
 * @param {string} what  picks, resign, takeback, claim or rematch
 * @param {{token: string, version: number}} from
 * @param {object} [body]
 * @param {(error: ApiError) => void} [onRetry]
 * @returns {Promise<any>} the state; of a rematch, see Rematch
 */
export async function act(id, what, { token, version }, body = {}, onRetry = () => {}) {
  const whole = { ...body, version, key: randomKey() };
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await call(gamePath(id, what), { method: 'POST', body: whole, token });
    } catch (thrown) {
      const error = apiError(thrown);
      if (!worthRepeating(error.status) || attempt >= TRIES) throw error;
      onRetry(error);
      await sleep(Math.max(error.wait * 1000, backoff(attempt)));
    }
  }
}

/**
 * @param {string} path
 * @param {object} body
 * @returns {Promise<any>}
 */
const post = (path, body) => call(path, { method: 'POST', body });

/** @param {string} id  the game */
export function gamePath(id, rest = '') {
  return `/api/games/${encodeURIComponent(id)}${rest && `/${rest}`}`;
}

/** @returns {Promise<Catalog>} */
export const catalog = () => call('/api/catalog');

/** @type {(body: NewGame) => Promise<Seated>} */
export const createGame = (body) => post('/api/games', body);

/** @type {(id: string, body: {invite: string, key: string, name?: string}) => Promise<Seated>} */
export const join = (id, body) => post(gamePath(id, 'join'), body);

/** @type {(id: string, name: string, token: string) => Promise<State>} */
export const rename = (id, name, token) =>
  call(gamePath(id, 'name'), { method: 'POST', body: { name }, token });

/** @type {(id: string) => Promise<Rules>} */
export const rulesOf = (id) => call(gamePath(id, 'rules'));

/** @type {(id: string, n: number) => Promise<{version: number, text: string}>} */
export const whyNot = (id, n) => call(gamePath(id, `why-not/${n}`));

/** @type {(id: string, step: number, token: string) => Promise<Hint>} */
export const hint = (id, step, token) => call(gamePath(id, `hint?step=${step}`), { token });

/** @type {(id: string, token: string|null) => Promise<Review>} */
export const reviewOf = (id, token) => call(gamePath(id, 'review'), { token });

/** @type {(record: string) => Promise<Review>} */
export const reviewRecord = (record) => post('/api/review', { record });

/** @type {(position: Asked & {picks: number[], names?: [string, string]}) => Promise<Judged>} */
export const verdict = (position) => post('/api/verdict', position);

/** @type {(path: string) => Promise<Puzzle>} */
export const puzzle = (path) => call(`/api/puzzles${path}`);

/** A pick of null gives up. @type {(asked: PuzzleAsked & {pick: number|null}) => Promise<PuzzleAnswer>} */
export const answerPuzzle = (asked) => post('/api/puzzles/answer', asked);

/** @type {(asked: PuzzleAsked & {step: number}) => Promise<Hint>} */
export const puzzleHint = (asked) => post('/api/puzzles/hint', asked);

/** @type {(result: DailyResult) => Promise<{text: string}>} */
export const shareDaily = (result) => post('/api/puzzles/daily/share', result);

// --- lessons ------------------------------------------------------------------------------------

/** @type {() => Promise<{lessons: LessonAbout[]}>} */
export const lessons = () => call('/api/lessons');

/** @type {(name: string) => Promise<Lesson>} */
export const lesson = (name) => call(`/api/lessons/${encodeURIComponent(name)}`);

/** @type {(asked: LessonPlace & {pick: number}) => Promise<LessonAnswer>} */
export const lessonAnswer = (asked) => post('/api/lessons/answer', asked);

/** @type {(asked: LessonPlace & {made?: number[], given: number}) => Promise<LessonHint>} */
export const lessonHint = (asked) => post('/api/lessons/hint', asked);

/** @type {(asked: LessonPlace & {tries: number}) => Promise<LessonShown>} */
export const lessonShow = (asked) => post('/api/lessons/show', asked);

/**
 * @param {LessonPlace & {tries: number, made: number[], pick?: number}} asked
 * @returns {Promise<LessonMoved>}
 */
export const lessonPlay = (asked) => post('/api/lessons/play', asked);

// --- alone --------------------------------------------------------------------------------------

/** @type {() => Promise<{games: SoloGame[]}>} */
export const soloGames = () => call('/api/solo');

/** @type {(asked: SoloAsked & {pick?: number}) => Promise<SoloBoard>} */
export const solo = (asked) => post('/api/solo', asked);

/** @type {(asked: SoloAsked) => Promise<SoloBest>} */
export const soloOutlook = (asked) => post('/api/solo/outlook', asked);

/** @type {(game: string, numbers: string) => Promise<SoloBest>} */
export const soloBest = (game, numbers) =>
  call(`/api/solo/${encodeURIComponent(game)}/best?${new URLSearchParams({ numbers })}`);
