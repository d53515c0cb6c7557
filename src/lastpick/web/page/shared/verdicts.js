/** Verdicts from the server, each position asked once. */

import { apiError, sleep, verdict } from './api.js';

/** @import { Asked, Judged } from './types.js' */

const MOST_KEPT = 400;
const TRIES = 4;

/**
 * @param {Asked} ask  which game
 * @returns {(picks: number[], names?: [string, string]) => Promise<Judged>}
 */
export function createVerdicts(ask) {
  /** @type {Map<string, Promise<Judged>>} */
  const answers = new Map();
  return (picks, names) => {
    const key = [...picks, ...(names ?? [])].join(' ');
    const kept = answers.get(key);
    if (kept) return kept;
    if (answers.size >= MOST_KEPT) answers.delete([...answers.keys()][0]);
    const answer = patiently({ ...ask, picks, names });
    answers.set(key, answer);
    answer.catch((error) => error.status !== 422 && answers.delete(key));
    return answer;
  };
}

/** @param {Asked & {picks: number[], names?: [string, string]}} position */
async function patiently(position) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await verdict(position);
    } catch (thrown) {
      const error = apiError(thrown);
      if (error.status !== 429 || attempt === TRIES) throw error;
      await sleep(1000 * (error.wait || attempt));
    }
  }
}
