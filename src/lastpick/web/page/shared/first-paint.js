/**
 * Theme and size of tiles, set before anything is painted: a module would come too late. Everything
 * else about settings stands in `settings.js`, which sets the same once it is there.
 */
(() => {
  const PREFIX = 'lastpick:';
  /** @type {Map<string, string>} */
  let held = new Map();
  /** @param {string} key */
  const stored = (key) => {
    try {
      return localStorage.getItem(PREFIX + key);
    } catch {
      return held.get(key);
    }
  };
  try {
    const named = window === window.top && !window.opener;
    held = new Map(JSON.parse(named ? window.name.slice(PREFIX.length) : history.state.held));
  } catch {
    held = new Map();
  }
  const root = document.documentElement;
  for (const key of ['theme', 'tiles']) {
    const found = /^"(light|dark|large)"$/.exec(stored(key) ?? '');
    if (found) root.dataset[key] = found[1];
  }
})();
