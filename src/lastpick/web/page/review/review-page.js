/**
 * The review page: your own games, and records that come in by paste, file, drop or link. An imported
 * record stands in the address, so that its review can be reloaded, kept and sent.
 */

import { messageOf, reviewRecord } from '../shared/api.js';
import { createBoard } from '../shared/board.js';
import { button, byId, el, fill, say } from '../shared/dom.js';
import { announce, copyText, guard } from '../shared/page.js';
import { fillIn, poolText, words } from '../shared/words.js';
import { showOwnGames } from './own-games.js';
import { MOST_BYTES, fragmentOf, recordIn } from './record-link.js';
import { createReview } from './review.js';

/** @import { Review } from '../shared/types.js' */

const said = words.review;

guard();

const lists = byId('lists');
const box = byId('import');
const field = byId('record', HTMLTextAreaElement);
const file = byId('record-file', HTMLInputElement);
const submit = byId('import-go', HTMLButtonElement);
const problem = byId('import-error');
const place = byId('review');
/** @type {(() => void)|null} */
let close = null;
let asked = 0;

// --- a record that comes in ---------------------------------------------------------------------

async function start() {
  complain('');
  if (!field.value.trim()) {
    complain(said.nothingPasted);
    field.focus();
    return;
  }
  if (new Blob([field.value]).size > MOST_BYTES) {
    complain(said.textTooLarge);
    return;
  }
  submit.disabled = true;
  submit.textContent = words.shared.lookingAtAll;
  const mine = (asked += 1);
  try {
    const data = await reviewRecord(field.value);
    const fragment = await fragmentOf(field.value);
    if (mine !== asked) return;
    history.pushState(null, '', location.pathname + fragment);
    show(data);
  } catch (error) {
    if (mine !== asked) return;
    refuse(messageOf(error));
  } finally {
    submit.disabled = false;
    submit.textContent = said.importGo;
  }
}

/** Review what the address holds, or else show the lists. */
async function fromAddress() {
  const mine = (asked += 1);
  complain('');
  try {
    const record = await recordIn(location.hash);
    if (mine !== asked) return;
    if (record === null) {
      leave();
      return;
    }
    field.value = record;
    fill(place, el('p', { class: 'muted', role: 'status' }, words.shared.lookingAtAll));
    lists.hidden = true;
    place.hidden = false;
    const data = await reviewRecord(record);
    if (mine === asked) show(data);
  } catch (error) {
    if (mine !== asked) return;
    leave();
    refuse(messageOf(error));
  }
}

/** @param {string} text */
function refuse(text) {
  complain(text.replace(/^line/, 'Line'));
  markLine(text);
}

/** @param {string} text */
function complain(text) {
  problem.textContent = text;
  problem.hidden = text === '';
  if (text) field.setAttribute('aria-invalid', 'true');
  else field.removeAttribute('aria-invalid');
}

/** Selects the line that an error speaks of. @param {string} text */
function markLine(text) {
  const line = Number(/\bline (\d+)/.exec(text)?.[1]);
  const lines = field.value.split('\n');
  if (!line || line > lines.length) return;
  const from = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
  field.focus();
  field.setSelectionRange(from, from + lines[line - 1].length);
}

/** @param {File} [given] */
async function take(given) {
  if (!given) return;
  if (given.size > MOST_BYTES) {
    complain(fillIn(said.fileTooLarge, { name: given.name }));
    return;
  }
  try {
    field.value = await given.text();
  } catch {
    complain(fillIn(said.fileUnreadable, { name: given.name }));
    return;
  }
  await start();
}

// --- what is shown ------------------------------------------------------------------------------

/** @param {Review} data */
function show(data) {
  close?.();
  lists.hidden = true;
  place.hidden = false;
  const ground = el('div');
  const looked = el('p', { class: 'review-look' });
  const side = el('div', { class: 'review-side' });
  const title = `${data.title} ${poolText(data.numbers)}`;
  const result = el('p', { class: 'muted' });
  fill(
    place,
    el(
      'header',
      { class: 'review-head' },
      el('div', {}, el('h1', {}, title), result),
      el(
        'div',
        { class: 'row' },
        button(said.copyLink, (event) => copy(event), 'is-small'),
        button(said.another, another, 'is-small is-quiet'),
      ),
    ),
    el(
      'div',
      { class: 'review-table' },
      el('div', { class: 'review-ground' }, looked, ground),
      side,
    ),
  );
  const board = createBoard(ground, {
    numbers: data.numbers,
    label: words.shared.board,
    onPick: (n) => review.pick(n),
    onLook(n, text) {
      say(looked, text);
      if (n === null) review.rest();
    },
  });
  const review = createReview(board, data);
  board.names = review.sentences.names;
  say(result, review.sentences.result);
  side.append(review.element);
  review.begin();
  document.title = `${title} · ${words.shared.review}`;
  close = () => {
    review.destroy();
    board.destroy();
    close = null;
  };
  place.focus({ preventScroll: true });
  scrollTo(0, 0);
  announce(said.ready);
}

/** @param {MouseEvent} event */
function copy({ currentTarget }) {
  if (currentTarget instanceof HTMLElement) copyText(location.href, currentTarget);
}

function leave() {
  close?.();
  fill(place);
  place.hidden = true;
  lists.hidden = false;
  document.title = said.pageTitle;
}

function another() {
  history.pushState(null, '', location.pathname);
  leave();
  field.focus();
}

byId('import-form').addEventListener('submit', (event) => {
  event.preventDefault();
  start();
});
file.addEventListener('change', () => {
  take(file.files?.[0]);
  file.value = ''; // so that the same file can be chosen again
});
byId('import-sample').addEventListener('click', () => {
  field.value = byId('sample').textContent; // written into the page by the server
  start();
});

// A file may be dropped anywhere on the page: beside the box the browser would open it.
document.addEventListener('dragover', (event) => {
  event.preventDefault();
  box.classList.add('is-dropping');
});
document.addEventListener('dragleave', (event) => {
  if (!event.relatedTarget) box.classList.remove('is-dropping');
});
document.addEventListener('drop', (event) => {
  event.preventDefault();
  box.classList.remove('is-dropping');
  take(event.dataTransfer?.files[0]);
});
addEventListener('popstate', fromAddress);
addEventListener('pageshow', () => showOwnGames(byId('own-games')));
fromAddress();
