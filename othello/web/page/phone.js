// The bar at the bottom of a phone, its menu, and the tabs of the panels; other screens show neither.

import {$} from "./dom.js";

const FIRST = "game";

export class Phone {
  constructor() {
    for (const button of this.bar) button.addEventListener("click", () => $(button.dataset.for).click());
    for (const tab of this.tabs) tab.addEventListener("click", () => this.open(tab.dataset.tab));
    $("more").addEventListener("click", event => {
      this.openMenu(!this.isMenuOpen);
      event.stopPropagation();
    });
    document.addEventListener("click", event => {
      if (!event.target.matches("nav select")) this.openMenu(false); // the open list is a part of the menu
    });
    // The focus comes back to the button of the menu, which hides the others.
    document.querySelector("header nav").addEventListener("click", event => {
      if (this.isMenuOpen && event.target.matches("button")) $("more").focus();
    }, true);
    $("analysis-switch").addEventListener("click", () => this.open("analysis"));
    this.open(FIRST);
  }

  get bar() {
    return document.querySelectorAll("#bottom [data-for]");
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

  // Shows which of the buttons that the bar stands for can be pressed.
  draw() {
    for (const button of this.bar) {
      const {disabled, hidden} = $(button.dataset.for);
      Object.assign(button, {disabled, hidden});
      const isOn = $(button.dataset.for).getAttribute("aria-checked");
      if (isOn) button.setAttribute("aria-pressed", isOn);
    }
  }
}
