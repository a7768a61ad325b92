// The second click of a double click does nothing where the first one has put something else under the pointer.

const SOON = 400; // milliseconds
const NEAR = 20; // pixels

// Keys and scripts, whose clicks have no detail, press buttons at any time.
export function ignoreSecondClicks() {
  let first = {button: null, timeStamp: 0, clientX: 0, clientY: 0};
  const listen = event => {
    if (!event.detail) return;
    const {timeStamp, clientX, clientY} = event;
    const isSoon = timeStamp - first.timeStamp < SOON;
    const isNear = Math.hypot(clientX - first.clientX, clientY - first.clientY) < NEAR;
    if (first.button && isSoon && isNear && buttonAt(first) !== first.button) {
      event.preventDefault();
      event.stopPropagation();
    } else first = {button: event.target.closest("button"), timeStamp, clientX, clientY};
  };
  document.addEventListener("click", listen, true);
}

const buttonAt = ({clientX, clientY}) => document.elementFromPoint(clientX, clientY)?.closest("button") ?? null;
