// The picture of a board: draws discs, marks and texts into the SVG of an empty or filled board.

export const SQUARES = [...Array(64).keys()].map(at => "abcdefgh"[at % 8] + (1 + (at >> 3)));

const DRAWN = ".disc, .last, .next, .number, .better, .legal, .value, .kind";

export class BoardPicture {
  // picture: the SVG element; look: the width of a square, that of the margin, and the colors.
  constructor(picture, look) {
    this.picture = picture;
    this.look = look;
  }

  clear() {
    for (const old of this.picture.querySelectorAll(DRAWN)) old.remove();
  }

  // Draws a position: 64 characters X, O or -.
  drawDiscs(cells) {
    this.clear();
    [...cells].forEach((cell, at) => {
      if (cell !== "-") this.disc(SQUARES[at], cell === "X" ? "black" : "white", "disc", 1);
    });
  }

  drawLegal(names) {
    for (const name of names)
      this.circle(name, `legal ${name}`, {r: 5, fill: this.look.colors.black, opacity: 0.35});
  }

  drawLast(name) {
    if (name !== "pass") this.circle(name, `last ${name}`, {r: 7, fill: this.look.colors.mark});
  }

  // Marks the square of a better move than the one that was played.
  drawBetter(name) {
    const stroke = {stroke: this.look.colors.best, "stroke-width": 4, "stroke-dasharray": "7 5"};
    this.circle(name, `better ${name}`, {r: 20, fill: "none", ...stroke});
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

  // Writes a value on a square, and below it in small letters how certain it is.
  drawValue(name, value, kind, isBest) {
    const ink = isBest ? this.look.colors.best : this.look.colors.value;
    this.text(name, `value ${name}`, value, value.length > 4 ? 18 : 21, kind ? 1 : 7, ink);
    if (kind) this.text(name, `kind ${name}`, kind, 13, 19, ink);
  }

  disc(name, color, kind, opacity) {
    const {colors} = this.look;
    this.circle(name, `${kind} ${color} ${name}`, {
      r: 25,
      fill: colors[color],
      stroke: colors.black,
      "stroke-width": 1.5,
      opacity
    });
  }

  circle(name, kind, attributes) {
    const [cx, cy] = this.center(name);
    this.add("circle", {class: kind, cx, cy, ...attributes});
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
        "font-weight": "bold",
        "font-family": "Helvetica, Arial, sans-serif",
        fill
      },
      text
    );
  }

  center(name) {
    const file = name.charCodeAt(0) - 97,
      row = name.charCodeAt(1) - 49;
    const {margin, square} = this.look;
    return [margin + square * (file + 0.5), margin + square * (row + 0.5)];
  }

  add(tag, attributes, text) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    if (text !== undefined) made.textContent = text;
    this.picture.append(made);
  }
}
