/** The review page: a record comes in by paste, file or drop, and is reviewed. */

import { call } from './api.js';
import { byId } from './dom.js';
import { announce, guard } from './page.js';
import { mountReview } from './review.js';

const MOST_BYTES = 64_000;
const SAMPLE = `Lastpick record 1
Game: divisor-duel
Numbers: 1-20
Player 1: Ann
Player 2: Ben
Date: 2026-11-16
Result: Player 1 wins (no legal pick)

6 3 9 18 2 12 4 8 16 1 5 10 20
`;

guard();

const intro = byId('intro');
const box = byId('import');
const field = byId('record');
const submit = byId('import-go');
const problem = byId('import-error');
const place = byId('review');
const another = byId('another');
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
    const data = await call('/api/review', { method: 'POST', body: { record: field.value } });
    await show(data);
  } catch (error) {
    complain(error.message.replace(/^line/, 'Line'));
    markLine(error.message);
  } finally {
    submit.disabled = false;
    submit.textContent = 'Review this game';
  }
}

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

function complain(text) {
  problem.textContent = text;
  problem.hidden = text === '';
  field.toggleAttribute('aria-invalid', text !== '');
  if (text) field.setAttribute('aria-invalid', 'true');
}

/** Selects the line that an error speaks of. */
function markLine(text) {
  const line = Number(/\bline (\d+)/.exec(text)?.[1]);
  const lines = field.value.split('\n');
  if (!line || line > lines.length) return;
  const from = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
  field.focus();
  field.setSelectionRange(from, from + lines[line - 1].length);
}

async function take(file) {
  if (!file) return;
  if (file.size > MOST_BYTES) {
    complain(`${file.name} is too large for a record: at most 64 kB.`);
    return;
  }
  try {
    field.value = await file.text();
  } catch {
    complain(`${file.name} cannot be read.`);
    return;
  }
  await start();
}

byId('import-form').addEventListener('submit', (event) => {
  event.preventDefault();
  start();
});
byId('record-file').addEventListener('change', (event) => {
  take(event.target.files[0]);
  event.target.value = ''; // so that the same file can be chosen again
});
byId('import-sample').addEventListener('click', () => {
  field.value = SAMPLE;
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
