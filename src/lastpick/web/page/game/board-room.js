/** The room that the game page has for its board. */

import { byId } from '../shared/dom.js';

const MARGIN = 12; // between the board, the actions and the edge of the window

/** How wide that is which stands beside the board, with the space between; 0: nothing does. */
function beside() {
  const side = byId('side').getBoundingClientRect();
  const space = side.left - byId('ground').getBoundingClientRect().right;
  return space >= 0 ? side.width + space : 0;
}

let below = 60;

/**
 * What must be in sight below the board: the actions, unless they are beside it. What comes in their
 * place after the game leaves the board as it was.
 */
export function roomBelow() {
  if (beside() > 0) return 1.5 * MARGIN;
  const { hidden, offsetHeight } = byId('actions');
  if (!hidden) below = offsetHeight + 2 * MARGIN;
  return below;
}

/** How wide the board may be. */
export const roomAcross = () => byId('table').clientWidth - beside();
