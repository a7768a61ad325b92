// What the scripts of the page take for granted, beyond the types of TypeScript.

// An element of index.html, whose kind its id tells.
type PageElement = HTMLElement &
  Record<
    | "checked" | "close" | "disabled" | "elements" | "files" | "href" | "max" | "open" | "options" | "placeholder"
    | "required" | "returnValue" | "rows" | "select" | "showModal" | "showPicker" | "tBodies" | "value",
    any
  >;

// All elements of the page are of HTML or SVG.
interface Element extends HTMLOrSVGElement {
  title?: any;
}

// What an event is about depends on its type.
interface Event {
  readonly data?: any;
  readonly detail?: any;
}
interface EventTarget {
  closest?: any;
  getAttribute?: any;
  matches?: any;
  releasePointerCapture?: any;
  textContent?: any;
  value?: any;
}
interface HTMLFormControlsCollection {
  level?: any;
  side?: any;
  time?: any;
}
