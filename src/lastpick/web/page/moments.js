/**
 * A review as a row of moments: one before each thing that a player did, and one at the end.
 * Everything is read off the server's answer; no rule is known here.
 *
 * @typedef {Object} Step  what a player did, graded; see docs/coach.md
 * @property {number} move
 * @property {1|2} player
 * @property {number|'pass'|'resign'} event
 * @property {string} grade
 * @property {number[]} winning
 * @property {boolean} mattered
 * @property {boolean|null} trap
 * @property {number[]} traps
 * @property {string} reason
 * @property {number[]} choices
 * @property {number[]} removed
 *
 * @typedef {Object} Moment
 * @property {number} at  its place in the row
 * @property {Step|null} step  what was done here; null at the end
 * @property {number[]} picks  made before
 * @property {number[]} makers  who made them
 * @property {Object<string, number>} gone
 * @property {number[]} legal
 * @property {1|2} turn
 * @property {1|2|null} winner  who wins with best play
 * @property {boolean} mistake
 */

export const THREW = 'threw it away';

/** @returns {Moment[]} */
export function momentsOf(review) {
  const moments = [];
  let picks = [];
  let makers = [];
  let gone = {};
  let turn = 1;
  review.steps.forEach((step, at) => {
    const mistake = step.grade === THREW;
    const legal = step.choices;
    turn = step.player;
    const winner = review.winners[at];
    moments.push({ at, step, picks, makers, gone, legal, turn, winner, mistake });
    if (isPick(step)) {
      picks = [...picks, step.event];
      makers = [...makers, step.player];
      gone = { ...gone };
      for (const n of step.removed) gone[n] = step.event;
    }
    turn = 3 - step.player;
  });
  const at = moments.length;
  const winner = review.winners[at];
  moments.push({ at, step: null, picks, makers, gone, legal: [], turn, winner, mistake: false });
  return moments;
}

export const isPick = (step) => typeof step?.event === 'number';

/** How the server is asked about positions of this game. */
export function askOf(review) {
  return review.toml ? { toml: review.toml } : { game: review.game, numbers: review.numbers };
}
