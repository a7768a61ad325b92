// Keeps the focus on the page: where its element is hidden, disabled or removed, a neighbor or the board gets it.

// Returns a function to call after a change: if the element that has the focus now cannot have it any more, the next
// button of its group gets it, or else what `elsewhere` focuses.
export function holdFocus(elsewhere) {
  const old = document.activeElement;
  const group = old?.closest("[role=group], nav");
  return () => {
    const isLost = [old, document.body].includes(document.activeElement);
    if (!isLost || !old || old === document.body || canFocus(old)) return;
    /** @type {Element[]} */
    const buttons = [...(group?.querySelectorAll("button") ?? [])];
    const at = buttons.indexOf(old) + 1;
    const next = buttons.slice(at).find(canFocus) ?? buttons.slice(0, at).findLast(canFocus);
    if (next) next.focus();
    else elsewhere();
  };
}

// Keeps the focus at clicks, also by keys.
export function holdFocusAtClicks(elsewhere) {
  let keep = () => {};
  window.addEventListener("click", () => (keep = holdFocus(elsewhere)), true);
  window.addEventListener("click", () => keep());
}

// Lets the second click of a double click do nothing where the first one has put something else under the pointer.
export function ignoreSecondClicks() {
  let first = null;
  window.addEventListener("click", event => {
    const button = event.target.closest("button");
    if (event.detail > 1 && button !== first) {
      event.preventDefault();
      event.stopPropagation();
    } else first = button;
  }, true);
}

const canFocus = one => !one.disabled && one.getClientRects().length > 0;
