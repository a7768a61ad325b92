// The language of the page: the one that was chosen, or else the browser's.
//
// texts.js and index.html are in English. A file texts.CODE.js has the texts in another language: `T` as in texts.js,
// and `PAGE`, which has the texts of index.html by the English ones.

import {$, element, facts} from "./dom.js";
import * as storage from "./storage.js";

const ENGLISH = "en";
const ATTRIBUTES = ["title", "aria-label"];

// Returns the text in the language of the page.
export const inLanguage = texts => texts[document.documentElement.lang];

const wanted = [storage.choices.language, ...navigator.languages].map(tag => tag?.split("-")[0]);
const language = wanted.find(code => facts.languages.includes(code)) ?? ENGLISH;
let page = {};

// Returns the texts in the language of the page, which index.html then has, too. English ones fill gaps.
export async function translated(english) {
  offer();
  if (language === ENGLISH) return english;
  const translation = await import(`./texts.${language}.js`);
  page = translation.PAGE;
  document.documentElement.lang = language;
  translate(document.body);
  return {...english, ...translation.T};
}

// Translates the texts of an element: those in PAGE, without regard to spaces.
export function translate(root) {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = /** @type {Text} */ (texts.currentNode);
    const text = node.data.trim();
    node.data = node.data.replace(text, () => inPage(text));
  }
  for (const name of ATTRIBUTES)
    for (const element of [root, ...root.querySelectorAll(`[${name}]`)])
      if (element.hasAttribute(name)) element.setAttribute(name, inPage(element.getAttribute(name)));
}

const inPage = text => page[text.replace(/\s+/g, " ")] ?? text;

// Offers all languages, each in its own words.
function offer() {
  const named = code => new Intl.DisplayNames([code], {type: "language"}).of(code);
  $("language").append(...facts.languages.map(code => element("option", {value: code, lang: code}, named(code))));
  $("language").value = language;
  // In some browsers such a key would choose another language, without opening the list, and reload the page.
  $("language").addEventListener("keydown", event => {
    if (!/^(Arrow|Page|Home|End)/.test(event.key) || !$("language").showPicker) return;
    event.preventDefault();
    $("language").showPicker();
  });
  $("language").addEventListener("change", () => {
    storage.choose({language: $("language").value});
    location.reload();
  });
}
