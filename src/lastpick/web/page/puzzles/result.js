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

    /** The button that shares it, where there is something to share. */
    button() {
      sharing = told ? button(hasSheet ? said.share : said.copy, share, 'is-primary') : null;
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
    async show({ day, tries, hints, end }) {
      const { date } = puzzle;
      if (!date) return;
      const { daily } = summary(puzzle.today ?? date);
      const counts = end === 'solved' && day === date;
      const streak = counts && date === puzzle.today ? daily.streak : 0;
      const kept = counts ? streak > 1 && fillIn(said.streak, { n: streak }) : said.lateDay;
      const solved = end === 'solved';
      if (solved && tries.length === 0) return; // of an earlier version, which kept no tries
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
