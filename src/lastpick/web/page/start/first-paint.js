/** How many games of one's own the page will list: room is left for them before the first paint. */
(() => {
  try {
    const games = JSON.parse(localStorage.getItem('lastpick:games') ?? '[]');
    document.documentElement.dataset.recent = String(Math.min(3, games.length));
  } catch {
    document.documentElement.dataset.recent = '0';
  }
})();
