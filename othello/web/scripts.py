"""Joins the page's modules into a single script, so that a browser requests only one file.

Each module becomes an asynchronous function that returns the module's exports. The script awaits these
functions one after another, beginning with imported modules. In each module, imports must come first, in the
form `import {a, b} from "./x.js";` or `import * as x from "./x.js";`, and all exports must be declarations of
a class, a function or a constant. Imports must not form a cycle.
"""

import re
from collections.abc import Mapping
from graphlib import TopologicalSorter
from typing import Final

_IMPORT: Final = re.compile(
    r'^import (?:\* as (?P<all>\w+)|(?P<some>\{[^}]*\})) from "\./(?P<name>\w+)\.js";\n', re.M
)
_EXPORT: Final = re.compile(r"^export (?=(?:async )?(?:class|function|const) ([\w$]+))", re.M)


def joined(modules: Mapping[str, str]) -> str:
    """Return a script that runs all *modules*. This maps names without .js to source code.

    Raises ValueError if a module does not have the required form.
    """
    needs = {name: {match["name"] for match in _IMPORT.finditer(text)} for name, text in modules.items()}
    return "".join(_part(name, modules[name]) for name in TopologicalSorter(needs).static_order())


def _part(name: str, text: str) -> str:
    """Turn a module into a declaration of its exports."""
    exports = ", ".join(_EXPORT.findall(text))
    body = _EXPORT.sub("", _IMPORT.sub(_declaration, text))
    if match := re.search(r"^(?:import|export)\b.*", body, re.M):
        raise ValueError(f"{name}.js: {match[0]}: this form is not supported")
    return f"const module_{name} = await (async () => {{\n{body}return {{{exports}}};\n}})();\n"


def _declaration(match: re.Match[str]) -> str:
    """Turn an import into a declaration, with `a: b` in place of `a as b`."""
    names = match["all"] or re.sub(r"(\w+) as (\w+)", r"\1: \2", match["some"])
    return f"const {names} = module_{match['name']};\n"
