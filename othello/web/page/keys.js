// The buttons and the keys of the page, and the list of keys.

import {$, element} from "./dom.js";
import {T} from "./texts.js";

const SHOWN = {ArrowLeft: "←", ArrowRight: "→"};
const STEPS = ["back", "next", "undo", "redo"]; // what a held key does again and again, by the names of texts

/** @typedef {keyof typeof T.keys} Text names what keys do */

export class Keys {
  actions = new Map(); // with their texts, by the names of keys in small letters
  names = {}; // lists of keys by their texts
  held = ""; // the pressed key that has acted; its repetitions neither act nor write into a field

  constructor() {
    document.addEventListener("keydown", event => this.take(event));
  }

  // Lets a button do something, and keys press it. A button that is disabled does nothing.
  /** @type {(id: string, action: () => void, text?: Text, ...keys: string[]) => void} */
  onPress(id, action, text, ...keys) {
    $(id).addEventListener("click", () => action());
    if (text) this.on(text, () => $(id).click(), ...keys);
  }

  // Lets keys do something.
  //   keys: names as events have them, in capitals, also with "Ctrl+" or "Ctrl+Shift+"
  /** @type {(text: Text, action: () => void, ...keys: string[]) => void} */
  on(text, action, ...keys) {
    this.names[text] = keys;
    for (const key of keys) this.actions.set(key.toLowerCase(), {text, action});
  }

  // Shows the list of keys, in the order of their texts.
  list() {
    for (const [text, words] of Object.entries(T.keys))
      $("keys").append(
        element("dt", {}, ...this.names[text].map(name => element("kbd", {}, SHOWN[name] ?? name))),
        element("dd", {}, words)
      );
  }

  take(event) {
    const modifiers = event.ctrlKey ? (event.shiftKey ? "Ctrl+Shift+" : "Ctrl+") : "";
    const name = (modifiers + event.key).toLowerCase(); // Caps Lock changes the letter
    if (event.repeat && name === this.held) {
      event.preventDefault();
      return;
    }
    this.held = "";
    if (event.altKey || (event.metaKey && !event.ctrlKey) || document.querySelector("dialog[open]")) return;
    if (event.target.matches("input:not([type=checkbox]), textarea, select")) return;
    if (!this.actions.has(name)) return;
    event.preventDefault();
    const {text, action} = this.actions.get(name);
    if (!STEPS.includes(text)) this.held = name;
    action();
  }
}
