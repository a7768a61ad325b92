// The picture of a board: draws discs, marks and texts into the SVG of an empty or filled board.

export const SQUARES = [...Array(64).keys()].map(at => "abcdefgh"[at % 8] + (1 + (at >> 3)));

const MARKS = ".last, .turned, .next, .number, .better, .worse, .past, .named, .legal, .value";
const BACKS = {good: "#0a2e1b", mistake: "#5c4700", blunder: "#7a1020"};
const TURN = 250; // milliseconds in which a disc turns
const STEP = 40; // milliseconds between two neighbors that turn
// The colors of a disc from its light to its edge, and the shadow around it.
const SHINES = {black: ["#50585e", "#14181b", "#0c0e10"], white: ["#fff", "#f3f1ea", "#cfccc2"]};
const shine = color => `url(#shine-${color})`;
const OPPOSITE = Object.fromEntries([..."abcdefgh12345678"].map((from, at) => [from, "hgfedcba87654321"[at]]));

export class BoardPicture {
  discs = new Map(); // elements by the names of their squares
  isTurned = false;

  // picture: the SVG element; look: the width of a square, that of the margin, and the colors.
  constructor(picture, look) {
    this.picture = picture;
    this.look = look;
    for (const disc of picture.querySelectorAll(".disc")) disc.remove();
    this.labels = [...picture.querySelectorAll("text")];
    picture.append(...this.labels); // above all marks, where they stand in the squares
    const shines = this.add("defs", {});
    for (const [color, colors] of Object.entries(SHINES)) {
      const made = this.add("radialGradient", {id: `shine-${color}`, fx: 0.4, fy: 0.32}, undefined, shines);
      const stop = (offset, attributes) => this.add("stop", {offset, ...attributes}, undefined, made);
      [0, 0.6, 0.89].forEach((offset, at) => stop(offset, {"stop-color": colors[at]}));
      [0.45, 0].forEach((opacity, at) => stop(0.93 + 0.07 * at, {"stop-color": "#000", "stop-opacity": opacity}));
    }
  }

  clear() {
    for (const old of this.picture.querySelectorAll(MARKS)) old.remove();
  }

  // Shows the board from the other side, or from its own again.
  turnBoard() {
    this.isTurned = !this.isTurned;
    for (const disc of this.discs.values()) disc.remove();
    this.discs.clear();
    for (const label of this.labels) label.textContent = OPPOSITE[label.textContent];
  }

  // Draws a position: 64 characters X, O or -. Discs that stay keep their elements.
  drawDiscs(cells) {
    this.clear();
    [...cells].forEach((cell, at) => {
      const name = SQUARES[at];
      const color = {X: "black", O: "white"}[cell];
      const kind = `disc ${color} ${name}`;
      if (this.discs.get(name)?.getAttribute("class") === kind) return;
      this.discs.get(name)?.remove();
      this.discs.delete(name);
      if (color) this.discs.set(name, this.disc(name, color, "disc", 1));
    });
  }

  // Turns discs over to the color that they have now, outward from a new disc.
  animate(first, names) {
    const [x, y] = this.center(first);
    for (const name of names) {
      const disc = this.discs.get(name);
      const now = disc.getAttribute("fill");
      const before = shine(disc.classList.contains("black") ? "white" : "black");
      const [cx, cy] = this.center(name);
      const away = Math.max(Math.abs(cx - x), Math.abs(cy - y)) / this.look.square;
      disc.animate(
        [
          {transform: "scaleX(1)", fill: before},
          {transform: "scaleX(0)", fill: before, offset: 0.5},
          {transform: "scaleX(0)", fill: now, offset: 0.5},
          {transform: "scaleX(1)", fill: now}
        ],
        {duration: TURN, delay: STEP * (away - 1), fill: "backwards"}
      );
    }
  }

  drawLegal(names) {
    for (const name of names)
      this.circle(name, `legal ${name}`, {r: 7, fill: this.look.colors.legal});
  }

  drawLast(name) {
    if (name !== "pass") this.circle(name, `last ${name}`, {r: 7, fill: this.look.colors.mark});
  }

  // Marks discs that the last move turned.
  drawTurned(names) {
    const stroke = {stroke: this.look.colors.mark, "stroke-width": 3};
    for (const name of names) this.circle(name, `turned ${name}`, {r: 5, fill: "none", ...stroke});
  }

  // Marks the square of a better move than the one that was played, and the square of that one.
  drawBetter(name) {
    this.ring(name, "better", "#7dffab");
  }
  drawWorse(name) {
    this.ring(name, "worse", "#ff8080");
    this.drawCross(name, "worse", "#ff8080");
  }
  drawCross(name, kind, stroke) {
    const [x, y] = this.center(name);
    const d = `M${x - 8} ${y - 8}l16 16m0-16l-16 16`;
    this.add("path", {class: `${kind} ${name}`, d, fill: "none", stroke, "stroke-width": 4});
  }
  // Outlines the squares that a reason is about.
  drawNamed(names) {
    const look = {width: 54, height: 54, rx: 6, fill: "none", stroke: this.look.colors.value, "stroke-width": 3};
    for (const name of names) {
      const [x, y] = this.center(name);
      this.add("rect", {class: `named ${name}`, x: x - 27, y: y - 27, ...look});
    }
  }
  ring(name, kind, stroke) {
    this.circle(name, `${kind} ${name}`, {r: 20, fill: "none", stroke, "stroke-width": 5});
  }

  // Draws the next moves, passes included, as numbered discs.
  drawLine(turn, moves) {
    let color = turn,
      number = 0;
    for (const name of moves) {
      const other = color === "black" ? "white" : "black";
      if (name !== "pass") {
        this.disc(name, color, "next", 0.8);
        this.text(name, `number ${name}`, ++number, 26, 9, this.look.colors[other]);
      }
      color = other;
    }
  }

  // Numbers the discs of moves that led to a position, passes left out.
  numberDiscs(cells, moves) {
    for (const [at, name] of moves.filter(name => name !== "pass").entries())
      this.text(name, `number ${name}`, at + 1, 26, 9, this.look.colors[cells[SQUARES.indexOf(name)] === "X" ? "white" : "black"]);
  }

  // Writes a value on a square, in a size that fits `length` characters, on one of three dark backgrounds.
  drawValue(name, value, loss, length) {
    const {colors, losses} = this.look;
    const [x, y] = this.center(name);
    const back = ["blunder", "mistake"].find(mark => loss >= losses[mark]) ?? "good";
    const ink = loss === 0 ? colors.best : colors.value;
    const box = {x: x - 27, y: y - 22, width: 54, height: 44, rx: 8};
    this.add("rect", {class: `value ${back}`, ...box, fill: BACKS[back]});
    this.text(name, `value ${name}`, value, Math.min(22, 88 / length), 7, ink);
  }

  disc(name, color, kind, opacity) {
    return this.circle(name, `${kind} ${color} ${name}`, {r: 26, fill: shine(color), opacity});
  }

  circle(name, kind, attributes) {
    const [cx, cy] = this.center(name);
    return this.add("circle", {class: kind, cx, cy, ...attributes});
  }

  text(name, kind, text, size, down, fill) {
    const [x, y] = this.center(name);
    this.add(
      "text",
      {
        class: kind,
        x,
        y: y + down,
        "text-anchor": "middle",
        "font-size": size,
        fill
      },
      text
    );
  }

  center(name) {
    const {margin, square} = this.look;
    const [file, row] = [name.charCodeAt(0) - 97, name.charCodeAt(1) - 49].map(at =>
      this.isTurned ? 7 - at : at
    );
    return [margin + square * (file + 0.5), margin + square * (row + 0.5)];
  }

  add(tag, attributes, text, parent = this.picture) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    if (text !== undefined) made.textContent = text;
    parent.insertBefore(made, (parent === this.picture && this.labels[0]) || null);
    return made;
  }
}
