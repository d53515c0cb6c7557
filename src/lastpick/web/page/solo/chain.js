/**
 * The picks of one person: what stands, what was taken back, and the boards that the server has told
 * of, so that undo takes no time. One thing at a time is asked; what is tapped meanwhile waits.
 */

import * as api from '../shared/api.js';

/** @import { SoloAsked, SoloBoard } from '../shared/types.js' */

/**
 * @param {Omit<SoloAsked, 'picks'>} asked  the game and its numbers
 * @param {SoloBoard} start
 * @param {Object} listener
 * @param {(board: SoloBoard, news: News) => void} listener.onBoard  another board stands
 * @param {(n: number) => void} listener.onAhead  a legal pick is on its way
 * @param {(n: number, why: string) => void} listener.onRefused
 * @param {(error: unknown) => void} listener.onTrouble  nothing has changed
 *
 * @typedef {{kind: 'picked'}|{kind: 'taken', numbers: number[]}} News
 */
export function createChain(asked, start, { onBoard, onAhead, onRefused, onTrouble }) {
  /** @type {Map<string, SoloBoard>} */
  const known = new Map([['', start]]);
  /** @type {number[]} */
  let undone = []; // the latest last
  /** @type {number[]} */
  let waiting = [];
  let board = start;
  let busy = false;

  /**
   * @param {SoloBoard} told
   * @param {News} news
   */
  function stand(told, news) {
    board = told;
    known.set(told.picks.join(), told);
    onBoard(told, news);
  }

  /** @param {() => Promise<void>} work */
  async function alone(work) {
    if (busy) return;
    busy = true;
    try {
      await work();
    } catch (error) {
      waiting = [];
      onTrouble(error);
    } finally {
      busy = false;
    }
    const next = waiting.shift();
    if (next !== undefined) await chain.pick(next);
  }

  /** The board after these picks. @param {number[]} picks */
  async function boardOf(picks) {
    return known.get(picks.join()) ?? api.solo({ ...asked, picks });
  }

  const chain = {
    get board() {
      return board;
    },

    /** How many picks can be made again. */
    get taken() {
      return undone.length;
    },

    /** Pick a number; one of the chain goes back to it. @param {number} n */
    async pick(n) {
      if (busy) {
        waiting.push(n);
        return;
      }
      const at = board.picks.indexOf(n);
      if (at >= 0) {
        await chain.backTo(at === board.picks.length - 1 ? at : at + 1);
        return;
      }
      await alone(async () => {
        if (board.legal.includes(n)) onAhead(n);
        const told = await api.solo({ ...asked, picks: board.picks, pick: n });
        if (told.refused) {
          onRefused(n, told.refused);
          return;
        }
        undone = undone.at(-1) === n ? undone.slice(0, -1) : [];
        stand(told, { kind: 'picked' });
      });
    },

    /** Take back all but the first picks. @param {number} count */
    async backTo(count) {
      const numbers = board.picks.slice(count);
      if (!numbers.length) return;
      await alone(async () => {
        const told = await boardOf(board.picks.slice(0, count));
        undone = [...undone, ...numbers.toReversed()];
        stand(told, { kind: 'taken', numbers });
      });
    },

    /** Pick again what was taken back last. */
    async redo() {
      const n = undone.at(-1);
      if (n === undefined) return;
      await alone(async () => {
        const told = await boardOf([...board.picks, n]);
        undone = undone.slice(0, -1);
        stand(told, { kind: 'picked' });
      });
    },

    /** Go on with picks that were made earlier. @param {number[]} picks */
    async resume(picks) {
      board = picks.length ? await api.solo({ ...asked, picks }) : start;
    },
  };
  return chain;
}
