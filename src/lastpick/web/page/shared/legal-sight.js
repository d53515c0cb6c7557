/** Whether a page may tell which picks are legal: always, when asked for, or never. */

import { settings } from './settings.js';

export function createLegalSight() {
  let asked = ''; // the position in which it was asked for

  return {
    /**
     * @param {number[]} picks
     * @param {boolean} over
     */
    open(picks, over) {
      const set = settings.get('legal');
      return over || set === 'shown' || (set === 'asked' && asked === JSON.stringify(picks));
    },

    /**
     * Whether asking would tell something.
     *
     * @param {number[]} picks
     * @param {boolean} over
     */
    askable(picks, over) {
      return settings.get('legal') === 'asked' && !this.open(picks, over);
    },

    /** @param {number[]} picks */
    ask(picks) {
      asked = JSON.stringify(picks);
    },
  };
}
