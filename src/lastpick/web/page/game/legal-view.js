/** Whether the game's page may tell which picks are legal. */

import { createLegalSight } from '../shared/legal-sight.js';

/** @import { View } from '../shared/types.js' */

export function createLegalView() {
  const sight = createLegalSight();
  return {
    /** @param {View} view */
    open: ({ state, over }) => sight.open(state.picks, over),

    /** Whether asking would tell something. @param {View} view */
    askable: ({ state, over }) => sight.askable(state.picks, over),

    /** @param {View} view */
    ask: ({ state }) => sight.ask(state.picks),
  };
}
