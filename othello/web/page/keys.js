// The keys of the page. Each presses the element whose attribute aria-keyshortcuts has it.

import {$, element} from "./dom.js";

const SHOWN = {ArrowLeft: "←", ArrowRight: "→", "Control+": "Ctrl+"};
const STEPS = ["back", "next", "undo", "redo"]; // what a held key presses again and again

export class Keys {
  pressed = new Map(); // elements by the names of their keys in small letters
  held = ""; // the pressed key that has acted; its repetitions neither act nor write into a field

  constructor() {
    for (const one of document.querySelectorAll("[aria-keyshortcuts]")) this.add(one);
    document.addEventListener("keydown", event => this.take(event));
  }

  // Lets keys press an element, lists them with its title, and adds them to the title.
  add(one) {
    const keys = one.getAttribute("aria-keyshortcuts").split(" ");
    for (const key of keys) this.pressed.set(key.toLowerCase(), one);
    const names = keys.map(key => key.replace(/^(Arrow\w+|Control\+)/, name => SHOWN[name]));
    $("keys").append(element("div", {}, element("dt", {className: "bar"}, ...names.map(name => element("kbd", {}, name))), element("dd", {}, one.title)));
    one.title += ` (${names.join(" ")})`;
  }

  take(event) {
    const modifiers = event.ctrlKey ? (event.shiftKey ? "Control+Shift+" : "Control+") : "";
    const name = (modifiers + event.key).toLowerCase(); // Caps Lock changes the letter
    if (event.repeat && name === this.held) {
      event.preventDefault();
      return;
    }
    this.held = "";
    if (name === "escape" && document.querySelector("#menu:popover-open")) return; // the browser closes it
    if (event.altKey || (event.metaKey && !event.ctrlKey) || document.querySelector("dialog[open]")) return;
    if (event.target.matches("input, textarea, select") && event.target.checkVisibility()) return; // a closed dialog keeps the focus for a moment
    const pressed = this.pressed.get(name);
    if (!pressed) return;
    event.preventDefault();
    if (!STEPS.includes(pressed.id)) this.held = name;
    pressed.click();
  }
}
