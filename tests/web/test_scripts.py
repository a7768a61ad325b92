"""The modules of the page as one script."""

import pytest

from othello.web import scripts
from othello.web.files import SCRIPT, files
from tests.node import needs_node, run

MODULES = {
    "main": """import {double as twice, $} from "./a.js";
import * as b from "./b.js";
$(twice(b.ONE) + b.two());
""",
    "a": """export const $ = text => console.log(text);
export function double(x) {
  return 2 * x;
}
const two = 5;
""",
    "b": """import {
  double
} from "./a.js";
export const ONE = 1;
export function two() {
  return double(ONE);
}
""",
}


@needs_node
def test_joined_modules_do_the_same():
    """Names in different modules do not collide, and each module runs before modules that import it."""
    assert run(scripts.joined(MODULES)) == "4\n"


@needs_node
def test_the_script_of_the_page_is_correct():
    """Node.js can read the script of the page."""
    assert run(files()[SCRIPT].content.decode(), "--check") == ""


@pytest.mark.parametrize(
    "line", ["export default 1;", "export {a};", 'import "./a.js";', 'import a from "./a.js";']
)
def test_a_form_that_the_function_would_drop_silently_raises_an_error(line):
    with pytest.raises(ValueError, match=r"main\.js: .* is not supported"):
        scripts.joined({**MODULES, "main": f"{line}\n"})
