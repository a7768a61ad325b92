// Elements by id, new elements, and messages for screen readers.

export const $ = id => /** @type {PageElement} */ (document.getElementById(id));

// Lets a button do something.
export const onPress = (id, action) => $(id).addEventListener("click", () => action());

// Returns a new element with properties and children.
export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name in made) made[name] = value;
    else made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

// The picture of a button, from those in icons.svg, as HTML.
export const icon = name => `<svg class="icon"><use href="#i-${name}"/></svg>`;

// Gives an element the attributes and the parts of a new one. Equal parts stay, with the focus and a press that has
// begun; handlers of the new one are lost where the old element stays.
export function renew(old, made) {
  if (old.isEqualNode(made)) return;
  if (old.nodeName !== made.nodeName || !made.attributes) {
    old.replaceWith(made);
    return;
  }
  for (const name of old.getAttributeNames()) if (!made.hasAttribute(name)) old.removeAttribute(name);
  for (const {name, value} of made.attributes) old.setAttribute(name, value);
  const parts = [...made.childNodes];
  while (old.childNodes.length > parts.length) old.lastChild.remove();
  parts.forEach((part, at) => (at < old.childNodes.length ? renew(old.childNodes[at], part) : old.append(part)));
}

// Gives an element these parts. Equal ones stay.
export function fill(id, ...parts) {
  const made = /** @type {PageElement} */ ($(id).cloneNode());
  made.append(...parts);
  renew($(id), made);
}

// Scrolls to the start of the page and of its panels: the board with the players, and what is below it.
export function showTable() {
  for (const one of [window, $("side")]) one.scrollTo(0, 0);
}

export const facts = JSON.parse($("facts").textContent);

// Says a sentence to screen readers; sentences of one moment are said together.
export function say(text) {
  if (!saying.length) setTimeout(() => ($("speech").textContent = saying.splice(0).join(" ")), 150);
  saying.push(text);
}
const saying = [];

// Shows what is wrong, beside where it arose; "" removes the sentence.
export function complain(dialog, text) {
  dialog.querySelector(".error").textContent = sentence(text);
}

// Returns a message with a capital letter and a full stop.
export const sentence = text => text && text[0].toUpperCase() + text.slice(1) + (/[.!?…。！？]$/.test(text) ? "" : ".");

// Saves a file.
export function download(name, blob) {
  const address = URL.createObjectURL(blob);
  element("a", {href: address, download: name}).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

// Asks before something that cannot be undone, and returns whether the user wants it; `action` is the text of the button that does it.
export async function ask(question, action) {
  $("question").textContent = question;
  $("yes").textContent = action;
  $("ask-dialog").returnValue = "";
  $("ask-dialog").showModal();
  $("no").focus();
  await new Promise(resolve => $("ask-dialog").addEventListener("close", resolve, {once: true}));
  return $("ask-dialog").returnValue === "yes";
}
