// Swipes over an element, on touch screens.

const LEAST = 40; // pixels

// Calls step(1) after a swipe to the left, which shows the next move, and step(-1) after one to the right.
// Touches of several fingers, which zoom, are not swipes.
export function onSwipe(element, step) {
  let first = null;
  element.addEventListener(
    "touchstart",
    event => {
      first = event.touches.length > 1 ? null : event.changedTouches[0];
    },
    {passive: true}
  );
  element.addEventListener("touchend", event => {
    if (!first) return;
    const last = event.changedTouches[0],
      right = last.clientX - first.clientX;
    if (Math.abs(right) > LEAST && Math.abs(right) > 2 * Math.abs(last.clientY - first.clientY))
      step(right < 0 ? 1 : -1);
  });
}
