// The service worker: keeps the whole site, one version at a time, and answers from it.
//
// store.js stands before this text. A new version is installed beside the old one. It takes over when all of it
// is there and the user asks for it in a tab, or when no page of the old version is open. Other tabs go on with what they
// have loaded.

const PAGE = "index.html";

self.addEventListener("install", event => event.waitUntil(install()));
self.addEventListener("activate", event => event.waitUntil(activate()));
self.addEventListener("message", event => {
  if (event.data === "activate") self.skipWaiting();
});
self.addEventListener("fetch", event => {
  const name = nameOf(event.request);
  if (name in SITE.files) event.respondWith(answer(name, event.request));
});

async function install() {
  const cache = await caches.open(CACHE);
  for (const name of Object.keys(SITE.files)) {
    if (await cache.match(addressOf(name))) continue;
    const same = await keptBefore(name);
    if (same) await cache.put(addressOf(name), same);
    else await load(name, undefined, name === PAGE ? await addressOfPage() : undefined);
    if (!(await cache.match(addressOf(name)))) throw new Error(`there is no room to keep ${name}`);
  }
}

// Returns the address by which a page of this site was opened, under which the browser's own cache has it.
async function addressOfPage() {
  const pages = await self.clients.matchAll({type: "window", includeUncontrolled: true});
  return pages.find(({url}) => nameOf({method: "GET", url}) === PAGE)?.url;
}

// Returns a file of another version that is the same in this one.
async function keptBefore(name) {
  for (const cache of await ownCaches()) {
    const response = await (await caches.open(cache)).match(addressOf(name));
    if (response?.headers.get(HASH) === SITE.files[name].hash) return response;
  }
  return null;
}

async function activate() {
  for (const name of await ownCaches()) if (name !== CACHE) await caches.delete(name);
  await self.clients.claim();
}

// Returns the names of the caches of this site; those of its first versions have no address.
async function ownCaches() {
  const names = [];
  for (const name of await caches.keys()) {
    const isOld = /^othello-\w+$/.test(name) && (await caches.match(addressOf(PAGE), {cacheName: name}));
    if (isOld || name.endsWith(` ${ADDRESS}`)) names.push(name);
  }
  return names;
}

// The name of the file that a request is about.
function nameOf({method, url}) {
  const {origin, pathname} = new URL(url);
  const base = new URL("./", self.location.href);
  if (method !== "GET" || origin !== base.origin || !pathname.startsWith(base.pathname)) return null;
  return pathname.slice(base.pathname.length) || PAGE;
}

// The browser may have removed files of the cache.
async function answer(name, request) {
  return (await (await caches.open(CACHE)).match(addressOf(name))) ?? fetch(request);
}
