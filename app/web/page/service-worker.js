// Offline after the first visit: files of this folder are answered from the cache. VERSION is that of the build, which replaces
// the cache. Message catalogs and further fonts are kept when they are used.
"use strict";

const VERSION = "@VERSION@";
const FILES = ["./", "@FILES@"];
const LISTED = new Set(FILES.map((name) => new URL(name, location.href).pathname));
const WHEN_USED = /\.(mo|more\.woff2)$/;

addEventListener("install", (event) => {
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(FILES)).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  event.waitUntil(caches.keys()
    .then((names) => Promise.all(names.filter((name) => name.startsWith("warpstage-") && name !== VERSION).map((name) => caches.delete(name))))
    .then(() => clients.claim()));
});

async function answer(request) {
  const cache = await caches.open(VERSION);
  const kept = await cache.match(request, { ignoreSearch: true });
  if (kept)
    return kept;
  const response = await fetch(request);
  if (response.ok && WHEN_USED.test(new URL(request.url).pathname))
    await cache.put(request, response.clone());
  return response;
}

// Other files, such as a presenter's state, are left to the browser: a request that the page ends is no error then.
addEventListener("fetch", (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (event.request.method === "GET" && origin === location.origin && (LISTED.has(pathname) || WHEN_USED.test(pathname)))
    event.respondWith(answer(event.request));
});
