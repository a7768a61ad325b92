// The memory of an engine that runs in the page: a choice in the dialog of a new game.

import {$, element, facts} from "./dom.js";
import * as storage from "./storage.js";
import {T} from "./texts.js";

const SIZES = [16, 64, 256]; // MiB of the table; the rest of the engine takes 150 more

export const tableMib = () => storage.choices.memory ?? SIZES[0];

// Offers the choice; a change begins another session.
export function offerMemory(connection) {
  $("memory-row").hidden = !facts.isStatic;
  $("memory").append(...SIZES.map(size => element("option", {value: size}, T.memory(size))));
  $("memory").value = tableMib();
  $("memory").addEventListener("change", () => {
    storage.choose({memory: Number($("memory").value)});
    connection.restart();
  });
}
