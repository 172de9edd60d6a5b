// Keeps the page, so that it opens without a connection. One version is one set of files, which is kept as a whole or not at
// all: the page names the others, and their names change with what is in them.

/** Filled in when the site is built: the page, and the other files with the hashes of what is in them. */
const PAGE = "PAGE";
const FILES = /** @type {Record<string, string>} */ ({});

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

/** Other copies of the page may share the origin, and so the caches. */
const PREFIX = `hule ${worker.registration.scope} `;
const CACHE = PREFIX + "VERSION";

/** How many versions are kept: this one, and the one before, whose pages may still be open. */
const KEPT = 2;

const home = () => new URL("./", worker.registration.scope).href;

async function install() {
  const cache = await caches.open(CACHE);
  // All or nothing, and only what belongs to this version: the browser compares the hashes.
  await cache.addAll(Object.entries(FILES).map(([name, integrity]) => new Request(name, { integrity, cache: "no-cache" })));
  await cache.put(home(), new Response(PAGE, { headers: { "content-type": "text/html; charset=utf-8" } }));
  await worker.skipWaiting();
}

async function activate() {
  const own = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  await Promise.all(own.slice(0, -KEPT).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** @param {Request} request */
async function answer(request) {
  const { origin, pathname } = new URL(request.url);
  const page = request.mode === "navigate" && [home(), `${home()}index.html`].includes(origin + pathname);
  const cache = await caches.open(CACHE);
  // A page of the version before still finds its own files.
  return (await cache.match(page ? home() : request)) ?? (await caches.match(request)) ?? fetch(request);
}

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(answer(event.request));
});
