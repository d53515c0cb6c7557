/** Verdicts from the server, each position asked once. */

import { call, sleep } from './api.js';

const MOST_KEPT = 400;
const TRIES = 4;

/**
 * @param {{game?: string, toml?: string, numbers?: string}} ask  which game
 * @returns {(picks: number[]) => Promise<any>} the answer of /api/verdict
 */
export function createOracle(ask) {
  const answers = new Map();
  return (picks) => {
    const key = picks.join(' ');
    if (!answers.has(key)) {
      if (answers.size >= MOST_KEPT) answers.delete(answers.keys().next().value);
      const answer = patiently({ ...ask, picks });
      answers.set(key, answer);
      answer.catch((error) => error.status !== 422 && answers.delete(key));
    }
    return answers.get(key);
  };
}

async function patiently(body) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call('/api/verdict', { method: 'POST', body });
    } catch (error) {
      if (error.status !== 429 || attempt === TRIES) throw error;
      await sleep(1000 * (error.wait || attempt));
    }
  }
}
