/**
 * What is shown while the server is away, in the place of the page that was asked for. It needs
 * nothing that is not kept with it, so it imports nothing.
 */

const PAUSE = 3000; // ms between two looks

const retry = document.getElementById('retry');
const news = document.getElementById('news');

/** Whether the server is back: then the page that was asked for is loaded. */
async function look() {
  try {
    const answer = await fetch('/healthz', { cache: 'no-store' });
    if (answer.ok) location.reload();
    return answer.ok;
  } catch {
    return false;
  }
}

retry?.addEventListener('click', async () => {
  if (news) news.textContent = '';
  const found = await look();
  if (!found && news) news.textContent = news.dataset.away ?? '';
});
setInterval(look, PAUSE);
addEventListener('online', look);
