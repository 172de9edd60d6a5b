// Keeps the page, so that it opens without a connection. One version is one set of files, which is kept as a whole or not at
// all: the page names the others, and their names change with what is in them.

/** Filled in when the site is built: the page, and the other files with the hashes of what is in them. */
const PAGE = "PAGE";
const FILES = /** @type {Record<string, string>} */ ({});

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

/** Other copies of the page may share the origin, and so the caches. `web/site` knows its folders by this line. */
const PREFIX = `hule ${worker.registration.scope} `;
const CACHE = PREFIX + "VERSION";

/** How many versions are kept: this one, and the one before, whose pages may still be open. */
const KEPT = 2;

const home = () => new URL("./", worker.registration.scope).href;

/**
 * Loads a file of this version: the browser compares the hash.
 * @param {string} name
 * @param {string} integrity
 */
async function load(name, integrity) {
  const answer = await fetch(new Request(name, { integrity, cache: "no-cache" }));
  if (!answer.ok) throw new Error(`${name}: status ${answer.status}`);
  // Of what the host says, only the type is kept: `Vary`, for one, would keep the file from being found.
  return new Response(await answer.arrayBuffer(), { headers: { "content-type": answer.headers.get("content-type") ?? "" } });
}

async function install() {
  // All or nothing.
  const files = await Promise.all(
    Object.entries(FILES).map(async ([name, hash]) => /** @type {const} */ ([name, await load(name, hash)])),
  );
  const cache = await caches.open(CACHE);
  for (const [name, file] of files) await cache.put(name, file);
  await cache.put(home(), new Response(PAGE, { headers: { "content-type": "text/html; charset=utf-8" } }));
  await worker.skipWaiting();
}

/** The caches of this copy of the page, the latest last. */
async function own() {
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX));
}

async function activate() {
  const others = (await own()).filter((name) => name !== CACHE);
  await Promise.all(others.slice(0, 1 - KEPT).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** @param {Request} request */
async function answer(request) {
  const { origin, pathname } = new URL(request.url);
  const page = request.mode === "navigate" && [home(), `${home()}index.html`].includes(origin + pathname);
  // A page of the version before still finds its own files.
  for (const name of [CACHE, ...(await own()).reverse()]) {
    const found = await (await caches.open(name)).match(page ? home() : request, { ignoreVary: true });
    if (found) return found;
  }
  return fetch(request);
}

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(answer(event.request));
});
