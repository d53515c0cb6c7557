/**
 * Between an installed page and the server: files are taken from a cache, which is safe because
 * their address changes with them; a page always comes from the server, and while that is away a
 * page that says so is shown in its place. Calls and everything else pass by: what they carry is
 * never kept.
 *
 * The server writes its digest into these addresses, so that a new version of any file is a new
 * version of this one too. It then takes the place of the old one together with its cache.
 */

const FILES = '/static/'; // the server adds the digest,
const SHELL = ['/away']; // and what this page loads
const CACHE = `lastpick ${FILES}`;
const NO_SERVER = [502, 503, 504]; // what a proxy says in its place

/** @type {any} */
const worker = self;

/** @param {{waitUntil: (work: Promise<unknown>) => void}} event */
worker.oninstall = (event) => event.waitUntil(install());
worker.onactivate = (/** @type {any} */ event) => event.waitUntil(takeOver());
worker.onfetch = (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') event.respondWith(page(request));
  else if (pathname.startsWith(FILES)) event.respondWith(file(request));
};

async function install() {
  const cache = await caches.open(CACHE);
  await cache.addAll(SHELL);
  await worker.skipWaiting();
}

async function takeOver() {
  const old = (await caches.keys()).filter((name) => name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** @param {Request} request */
async function page(request) {
  try {
    const answer = await fetch(request);
    if (!NO_SERVER.includes(answer.status)) return answer;
  } catch {
    // Nobody there.
  }
  return (await caches.match(SHELL[0])) ?? Response.error();
}

/** @param {Request} request */
async function file(request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request.url);
  if (kept) return kept;
  const answer = await fetch(request);
  // A server that has a newer version gives what it has, and says that it will change.
  if (answer.headers.get('cache-control')?.includes('immutable')) {
    await cache.put(request.url, answer.clone());
  }
  return answer;
}
