// The back button of the browser closes what is open before it leaves the page: a dialog, the menu, a lesson, a set-up.
//
// Each open part has an entry in the history of the tab, whose state is the number of parts that are open with it.

import {$} from "./dom.js";
import {page} from "./page.js";

// The lowest one first.
const PARTS = [
  {isOpen: () => !page.modes.isHome, close: () => page.modes.choose("home")},
  {isOpen: () => page.modes.opener, close: () => page.modes.opener.click()},
  {isOpen: () => page.setup.isActive, close: () => page.setup.leave()},
  {isOpen: () => page.lesson.current, close: () => page.lesson.current.end()},
  {isOpen: () => $("menu").matches(":popover-open"), close: () => $("menu").hidePopover()},
  ...[...document.querySelectorAll("dialog")].map(dialog => ({isOpen: () => dialog.open, close: () => dialog.close()}))
];

export function closeWithBack() {
  const open = () => PARTS.filter(part => part.isOpen());
  const entries = () => history.state?.open ?? 0;
  history.scrollRestoration = "manual"; // leaving the entry of a dialog would scroll the board that comes after it
  let isLeaving = false; // whether entries of parts that were closed otherwise are being left
  const look = () => {
    if (isLeaving) return;
    const count = open().length;
    for (let at = entries(); at < count; at++) history.pushState({open: at + 1}, "");
    isLeaving = entries() > count;
    if (isLeaving) history.go(count - entries());
  };
  window.addEventListener("popstate", () => {
    if (!isLeaving) for (const part of open().slice(entries()).reverse()) part.close();
    isLeaving = false;
    look();
  });
  document.addEventListener("toggle", look, true); // the menu
  const attributeFilter = ["data-mode", "hidden", "open"];
  new MutationObserver(look).observe(document.body, {attributeFilter, subtree: true});
  look();
}
