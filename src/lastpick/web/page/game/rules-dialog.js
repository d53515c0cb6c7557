/** The rules of this game in the server's words, and what the tiles say. */

import { messageOf, rulesOf } from '../shared/api.js';
import { byId, el, fill } from '../shared/dom.js';
import { closable } from '../shared/page.js';
import { words } from '../shared/words.js';
import { showLegend } from './legend.js';

/**
 * @param {string} id  the game
 * @param {() => {names: string[], open: boolean}} now  the players, and whether tiles tell that
 *   they are legal
 */
export function createRules(id, now) {
  const dialog = byId('rules', HTMLDialogElement);
  const text = byId('rules-text');
  const opener = byId('do-rules');
  let told = false;
  let asked = false;
  closable(dialog);

  async function fetchRules() {
    if (told) return;
    try {
      const { rules, tips } = await rulesOf(id);
      told = true;
      const list = el('ul', { class: 'tips' }, ...tips.map((tip) => el('li', {}, tip)));
      const title = el('h3', {}, words.shared.tips);
      fill(text, el('p', {}, rules), tips.length > 0 && title, tips.length > 0 && list);
    } catch (error) {
      fill(text, el('p', { class: 'by-bad', role: 'alert' }, messageOf(error)));
    }
  }

  return {
    async open() {
      if (dialog.open || asked) return;
      asked = true;
      opener.setAttribute('aria-busy', 'true');
      await fetchRules(); // first: a dialog that grows would move all that is in it
      opener.removeAttribute('aria-busy');
      asked = false;
      const { names, open } = now();
      showLegend(byId('legend'), names, open);
      dialog.showModal();
    },
  };
}
