"""Many cases in one test: collecting a case of `pytest.mark.parametrize` takes longer than most cases."""

import functools
import inspect
from collections.abc import Callable, Iterable
from typing import Any


def cases(
    names: str | tuple[str, ...], values: Iterable[Any] | Callable[[], Iterable[Any]]
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Run a test with values in turn, as `pytest.mark.parametrize` does, but as one test.

    A failure names its case. Cases share the fixtures of the test. A function makes the values when the test
    runs.
    """
    keys = [name.strip() for name in names.split(",")] if isinstance(names, str) else names

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(test)
        def run(*args: Any, **fixtures: Any) -> None:
            __tracebackhide__ = True
            rows = list(values() if inspect.isfunction(values) else values)
            assert rows, "there are no cases"
            for row in rows:
                arguments = dict(zip(keys, row if len(keys) > 1 else [row], strict=True))
                try:
                    test(*args, **fixtures, **arguments)
                except BaseException as error:
                    error.add_note(f"case: {arguments}")
                    raise

        signature = inspect.signature(test)
        assert set(keys) <= set(signature.parameters), f"{test} takes no {keys}"
        others = [value for key, value in signature.parameters.items() if key not in keys]
        run.__signature__ = signature.replace(parameters=others)
        return run

    return decorate
