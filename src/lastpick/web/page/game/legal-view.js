/** Whether the page may tell which picks are legal: always, when asked for, or never. */

import { settings } from '../shared/settings.js';

/** @import { View } from '../shared/types.js' */

export function createLegalView() {
  let asked = ''; // the position in which it was asked for

  /** @param {View} view */
  const positionOf = ({ state }) => JSON.stringify(state.picks);

  return {
    /** @param {View} view */
    open(view) {
      const set = settings.get('legal');
      return view.over || set === 'shown' || (set === 'asked' && asked === positionOf(view));
    },

    /** Whether asking would tell something. @param {View} view */
    askable(view) {
      return settings.get('legal') === 'asked' && !this.open(view);
    },

    /** @param {View} view */
    ask(view) {
      asked = positionOf(view);
    },
  };
}
