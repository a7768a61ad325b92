// Values as text: short on squares, in words for lists and screen readers. All are for the side that moves.

import {T} from "./texts.js";

// Returns a move as text.
export const named = move => (move === "pass" ? T.pass : move);

// Returns the number of the last one of these moves, as text: passes are not counted, and have a dash.
export const place = moves => (moves.at(-1) === "pass" ? "–" : `${moves.filter(move => move !== "pass").length}`);

// Returns the number of a value: "+2.4", "-6", "win".
export function number(score) {
  if (score.kind === "wld") return T.outcomes[score.outcome] ?? "?";
  const digits = score.kind === "heuristic" ? 1 : 0;
  const text = Math.abs(score.discs).toFixed(digits);
  const sign = Number(text) === 0 ? "" : score.discs > 0 ? "+" : "-";
  const limit = score.bound === ">=" ? "≥" : score.bound === "<=" ? "≤" : "";
  return `${limit}${sign}${text}`;
}

// Returns how certain a value is: "exact", "95%", "d12", "book".
export function kind(score) {
  if (score.isBook) return T.book;
  if (score.kind === "exact" || score.kind === "wld") return T.exact;
  return score.kind === "selective" ? `${score.probability}%` : `d${score.depth}`;
}

// Returns a value in words, for screen readers.
export function words(score) {
  const certainty = score.isBook
    ? T.fromBook
    : {exact: T.exact, wld: T.exact, selective: T.rightWith(score.probability)}[score.kind] ?? T.depth(score.depth);
  return `${number(score).replace("-", T.minus).replace("+", T.plus)}, ${certainty}`;
}

// Returns a value of a review, which is for Black.
export const ofReview = ({exact, short}) => ({kind: exact ? "exact" : "heuristic", discs: parseFloat(short)});

// Returns the value as discs; an outcome counts as one disc.
export const discs = score => score.discs ?? {win: 1, draw: 0, loss: -1}[score.outcome] ?? 0;

// Returns an accuracy from 0 to 100 as text: "39%"; "" if it is not known.
export const accuracy = part => (part == null ? "" : T.percent(part / 100));

// Returns a large number with its unit: "12.3M".
export const large = count =>
  new Intl.NumberFormat(document.documentElement.lang, {notation: "compact", maximumSignificantDigits: 3}).format(count);
