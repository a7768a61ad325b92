// A page without a server: its service worker, which keeps it for visits without a network, and new versions of it.

import {$} from "./dom.js";

let hasBegun = false;
let isAsked = false; // whether this tab must take the new version

// Keeps the page for later visits, once; a new version is announced, and taken when the user wants it. Other tabs
// go on with what they have loaded.
export async function keepOffline() {
  if (hasBegun || !navigator.serviceWorker) return;
  hasBegun = true;
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (isAsked) location.reload();
  });
  try {
    const registration = await navigator.serviceWorker.register("service.js", {updateViaCache: "none"});
    const look = () => registration.waiting && navigator.serviceWorker.controller && announce(registration);
    const watch = () => registration.installing?.addEventListener("statechange", look);
    registration.addEventListener("updatefound", watch);
    watch();
    look();
  } catch {
    // Without a network, or where the browser keeps nothing, the page is as it is.
  }
}

function announce(registration) {
  $("update").hidden = false;
  $("update-button").onclick = () => {
    isAsked = true;
    if (registration.waiting) registration.waiting.postMessage("activate");
    else location.reload(); // another tab has taken it
  };
  $("update-close").onclick = () => ($("update").hidden = true);
}
