/** The review page: a record comes in by paste, file or drop, and is reviewed. */

import { messageOf, reviewRecord } from '../shared/api.js';
import { byId } from '../shared/dom.js';
import { announce, guard } from '../shared/page.js';
import { mountReview } from './review.js';

/** @import { Review } from '../shared/types.js' */

const MOST_BYTES = 64_000;

guard();

const intro = byId('intro');
const box = byId('import');
const field = byId('record', HTMLTextAreaElement);
const file = byId('record-file', HTMLInputElement);
const submit = byId('import-go', HTMLButtonElement);
const problem = byId('import-error');
const place = byId('review');
const another = byId('another');
/** @type {{destroy: () => void}|null} */
let review = null;

async function start() {
  complain('');
  if (!field.value.trim()) {
    complain('Paste a record first, or choose its file.');
    field.focus();
    return;
  }
  if (new Blob([field.value]).size > MOST_BYTES) {
    complain('This text is too large for a record: at most 64 kB.');
    return;
  }
  submit.disabled = true;
  submit.textContent = 'Looking at every pick…';
  try {
    await show(await reviewRecord(field.value));
  } catch (error) {
    const text = messageOf(error);
    complain(text.replace(/^line/, 'Line'));
    markLine(text);
  } finally {
    submit.disabled = false;
    submit.textContent = 'Review this game';
  }
}

/** @param {Review} data */
async function show(data) {
  review?.destroy();
  intro.hidden = true;
  box.hidden = true;
  place.hidden = false;
  another.hidden = false;
  review = await mountReview(place, { data }, { level: 1 });
  place.focus({ preventScroll: true });
  scrollTo(0, 0);
  announce('The review is ready.');
}

/** @param {string} text */
function complain(text) {
  problem.textContent = text;
  problem.hidden = text === '';
  field.toggleAttribute('aria-invalid', text !== '');
  if (text) field.setAttribute('aria-invalid', 'true');
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
    complain(`${given.name} is too large for a record: at most 64 kB.`);
    return;
  }
  try {
    field.value = await given.text();
  } catch {
    complain(`${given.name} cannot be read.`);
    return;
  }
  await start();
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
byId('another-go').addEventListener('click', () => {
  review?.destroy();
  review = null;
  place.hidden = true;
  another.hidden = true;
  intro.hidden = false;
  box.hidden = false;
  field.focus();
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
