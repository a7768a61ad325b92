// The menu, the buttons that stand for others, and the tabs of the panels, which only phones have.

import {$} from "./dom.js";

const FIRST = "game";

export class Phone {
  constructor() {
    for (const button of document.querySelectorAll("[data-for]")) button.addEventListener("click", () => $(button.dataset.for).click());
    for (const tab of this.tabs) tab.addEventListener("click", () => this.open(tab.dataset.tab));
    $("more").addEventListener("click", event => {
      this.openMenu(!this.isMenuOpen);
      event.stopPropagation();
    });
    document.addEventListener("click", event => {
      if (!event.target.matches("#menu select")) this.openMenu(false); // the open list is a part of the menu
    });
    // The focus comes back to the button of the menu, which hides the others.
    $("menu").addEventListener("click", event => {
      if (this.isMenuOpen && event.target.matches("button")) $("more").focus();
    }, true);
    $("analysis-switch").addEventListener("click", () => this.open("analysis"));
    this.open(FIRST);
  }

  get tabs() {
    return document.querySelectorAll("#tabs button");
  }

  open(name) {
    document.body.dataset.tab = name;
    for (const tab of this.tabs) tab.setAttribute("aria-selected", String(tab.dataset.tab === name));
  }

  get isMenuOpen() {
    return $("more").getAttribute("aria-expanded") === "true";
  }

  openMenu(isOpen) {
    document.body.classList.toggle("menu-is-open", isOpen);
    $("more").setAttribute("aria-expanded", String(isOpen));
  }
}
