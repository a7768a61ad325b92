"""The modules of the page joined into one script, so that a browser asks for one file only.

A module becomes an asynchronous function of its exports, which is awaited; a module that it imports comes
before it. The modules of the page have a form for which this holds: imports come first, as
`import {a, b} from "./x.js";` or `import * as x from "./x.js";`, exports are declarations of a class, a
function or a constant, and there is no circle of imports.
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
    """Return one module that does what the last one of *modules*, texts by their names without .js, does.

    Modules that nobody imports are run, too. Raises ValueError if a module is not of the form above.
    """
    needs = {name: {match["name"] for match in _IMPORT.finditer(text)} for name, text in modules.items()}
    return "".join(_part(name, modules[name]) for name in TopologicalSorter(needs).static_order())


def _part(name: str, text: str) -> str:
    """Return a module as a declaration of its exports."""
    exports = ", ".join(_EXPORT.findall(text))
    body = _EXPORT.sub("", _IMPORT.sub(_declaration, text))
    if match := re.search(r"^(?:import|export)\b.*", body, re.M):
        raise ValueError(f"{name}.js: {match[0]}: this form is not known")
    return f"const module_{name} = await (async () => {{\n{body}return {{{exports}}};\n}})();\n"


def _declaration(match: re.Match[str]) -> str:
    """Return an import as a declaration; `a as b` is `a: b` there."""
    names = match["all"] or re.sub(r"(\w+) as (\w+)", r"\1: \2", match["some"])
    return f"const {names} = module_{match['name']};\n"
