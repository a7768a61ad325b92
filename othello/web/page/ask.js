// A question before something that cannot be undone.

import {$} from "./dom.js";

// Returns whether the user wants it; `action` is the text of the button that does it.
export function ask(question, action) {
  $("question").textContent = question;
  $("yes").textContent = action;
  $("ask-dialog").returnValue = "";
  $("ask-dialog").showModal();
  $("no").focus();
  return new Promise(resolve => {
    $("ask-dialog").addEventListener("close", () => resolve($("ask-dialog").returnValue === "yes"), {
      once: true
    });
  });
}
