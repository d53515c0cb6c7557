/** The result of a day's puzzle, to share: the coach's words, and a link. */

import * as api from '../shared/api.js';
import { button, el, fill } from '../shared/dom.js';
import { copyText } from '../shared/page.js';
import { summary } from '../shared/progress.js';
import { fillIn, words } from '../shared/words.js';

/** @import { Attempt } from '../shared/progress-data.js' */
/** @import { Puzzle } from '../shared/types.js' */

const said = words.puzzles;
const hasSheet = 'share' in navigator;

/** An earlier version kept no tries. @param {Attempt} attempt */
const canShare = ({ end, tries }) => end === 'given up' || (end === 'solved' && tries.length > 0);

/**
 * @param {HTMLElement} element
 * @param {Puzzle} puzzle
 */
export function showResult(element, puzzle) {
  const text = el('pre', { tabindex: 0, 'aria-label': said.result });
  let told = '';
  /** @type {HTMLButtonElement|null} */
  let sharing = null;

  function share() {
    if (!told || !sharing) return;
    if (hasSheet) {
      navigator.share({ text: told }).catch(() => {}); // closing the sheet is no error
      return;
    }
    getSelection()?.selectAllChildren(text);
    copyText(told, sharing);
  }

  return {
    share,

    /**
     * The button that shares it, where there is something to share. It is there at once, so that
     * nothing moves when the words have come.
     *
     * @param {Attempt} attempt
     */
    button(attempt) {
      const offered = puzzle.date && canShare(attempt);
      sharing = offered ? button(hasSheet ? said.share : said.copy, share, 'is-primary') : null;
      return sharing;
    },

    hide() {
      element.hidden = true;
      told = '';
    },

    /**
     * What to share comes from the server: by the time somebody presses the button it is here.
     *
     * @param {Attempt} attempt
     * @returns {Promise<void>}
     */
    async show(attempt) {
      const { date } = puzzle;
      if (!date || !canShare(attempt)) return;
      const { day, tries, hints, end } = attempt;
      const { daily } = summary(puzzle.today ?? date);
      const counts = end === 'solved' && day === date;
      const streak = counts && date === puzzle.today ? daily.streak : 0;
      const kept = counts ? streak > 1 && fillIn(said.streak, { n: streak }) : said.lateDay;
      const solved = end === 'solved';
      const answer = await api.shareDaily({ date, tries: tries.length, hints, solved, streak });
      told = `${answer.text}\n${location.origin}/daily/${date}`;
      text.textContent = told;
      fill(
        element,
        el('h2', { class: 'side-title' }, said.result),
        text,
        el('p', { class: 'small muted' }, kept || said.streakKept),
      );
      element.hidden = false;
    },
  };
}
