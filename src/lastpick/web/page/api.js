/**
 * Calls to the server. A call that fails throws an ApiError whose message is one line for people.
 * Seat tokens travel in a header only, never in an address.
 */

export class ApiError extends Error {
  /** @param {number} status  0: no answer came */
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

const NO_ANSWER = 'The server does not answer. Check the connection; the game is safe there.';
const PATIENCE = 20_000;

/** A random key that makes a call safe to repeat. */
export function randomKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Longer and longer waits, with chance in them so that clients do not all come back at once. */
export const backoff = (attempt) =>
  Math.min(15_000, 400 * 2 ** attempt) * (0.6 + 0.4 * Math.random());

/**
 * @param {string} path
 * @param {{method?: string, body?: any, token?: string|null, text?: boolean}} [options]
 */
export async function call(path, { method = 'GET', body, token = null, text = false } = {}) {
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
    throw new ApiError(NO_ANSWER, 0);
  } finally {
    clearTimeout(timer);
  }
  if (response.ok && text) return answer;
  const data = parsed(answer);
  if (response.ok && data !== null) return data;
  const message = data?.error ?? `The server answered with an error (${response.status}).`;
  throw new ApiError(
    message,
    response.ok ? 502 : response.status,
    data ?? {},
    Number(response.headers.get('Retry-After')) || 0,
  );
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const TRIES = 7;
export const worthRepeating = (status) => status === 0 || status === 429 || status >= 500;

/**
 * A call of a player. It is repeated with the same key until an answer comes, so that a lost
 * connection neither loses a pick nor makes it twice.
 *
 * @param {string} id  the game
 * @param {string} what  picks, resign, takeback, claim or rematch
 * @param {{token: string, version: number}} from
 * @param {Object} [body]
 * @param {(error: ApiError) => void} [onRetry]
 */
export async function act(id, what, { token, version }, body = {}, onRetry = () => {}) {
  const whole = { ...body, version, key: randomKey() };
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await call(gamePath(id, what), { method: 'POST', body: whole, token });
    } catch (error) {
      if (!worthRepeating(error.status) || attempt >= TRIES) throw error;
      onRetry(error);
      await sleep(Math.max(error.wait * 1000, backoff(attempt)));
    }
  }
}

export function gamePath(id, rest = '') {
  return `/api/games/${encodeURIComponent(id)}${rest && `/${rest}`}`;
}

export const catalog = () => call('/api/catalog');
export const createGame = (body) => call('/api/games', { method: 'POST', body });
export const join = (id, body) => call(gamePath(id, 'join'), { method: 'POST', body });
export const stateOf = (id) => call(gamePath(id));
export const hint = (id, step, token) => call(gamePath(id, `hint?step=${step}`), { token });
export const recordOf = (id) => call(gamePath(id, 'record'), { text: true });
