"""Inserts checks for undefined behavior into a module's LLVM IR, before optimization.

Each check is a *site* with a description and a condition that must be false. The first time a condition is
true in a process, the check calls the function that `othello_report` points to, with the site's number.

The checks cover shift counts, overflow where the code promises none, division, counting the zeros of 0,
indices of constant tables, alignment, conversions to integers, and the indices that the front end checks.
They do not cover attributes such as `noalias`, undefined vector lanes, and vector shifts.
"""

import re
from collections.abc import Iterator
from typing import Final

NAME: Final = r'%(?:"[^"]*"|[-\w.$]+)'
VALUE: Final = rf"(?:{NAME}|-?\d+|true|false|poison|undef)"
NUMBER: Final = re.compile(r"-?\d+")
BINARY: Final = re.compile(
    rf"  {NAME} = (add|sub|mul|shl|lshr|ashr|sdiv|srem|udiv|urem|or)"
    rf"((?: nuw| nsw| exact| disjoint)*) i(\d+) ({VALUE}), ({VALUE})"
)
ZEROS: Final = re.compile(rf".* call .*@llvm\.(?:ctlz|cttz)\.i(\d+)\(i\d+ ({VALUE}), i1 (?:true|1)\)")
TABLE: Final = re.compile(rf".* getelementptr inbounds.* \[(\d+) x .*\], ptr @[^,]+, i64 0, i64 ({NAME})")
ACCESS: Final = re.compile(rf"  (?:{NAME} = )?(?:load|store) .*ptr ({NAME})(?: \w+)*, align (\d+)")
INTEGER: Final = re.compile(rf"  {NAME} = (fptosi|fptoui) (float|double) ({VALUE}) to i(\d+)")
INDEX: Final = re.compile(rf"  (?:tail )?call void @othello\.check\(i1 ({VALUE})\)")
FUNCTION: Final = re.compile(r'define .*?@("[^"]*"|[-\w.$]+)\(')
REPORTING: Final = """
@othello_report = global ptr null
@othello_reported = internal global [{count} x i8] zeroinitializer
define internal void @othello.site(i1 %bad, i32 %site) alwaysinline {{
  br i1 %bad, label %report, label %done, !prof !9999
report:
  call void @othello.first(i32 %site)
  br label %done
done:
  ret void
}}
define internal void @othello.first(i32 %site) cold noinline {{
  %place = getelementptr i8, ptr @othello_reported, i32 %site
  %before = load i8, ptr %place
  %again = icmp ne i8 %before, 0
  br i1 %again, label %done, label %report
report:
  %function = load ptr, ptr @othello_report
  call void %function(i32 %site)
  store i8 1, ptr %place
  br label %done
done:
  ret void
}}
!9999 = !{{!"branch_weights", i32 1, i32 1000000}}
"""


class Checks:
    """Inserts the checks into one module."""

    def __init__(self) -> None:
        self.sites: list[str] = []
        """Describes what each site checks, and where it is."""
        self._lines: list[str] = []
        self._declarations: set[str] = set()
        self._count = 0
        self._function = ""

    def inserted(self, text: str, attribute: str) -> str:
        """Return a module's text with checks, and with *attribute* on every function."""
        for line in text.splitlines():
            if match := FUNCTION.match(line):
                self._function = _readable(match[1])
                line = line.removesuffix("{") + f"{attribute} {{"
            elif line.startswith("  ") and " = phi " not in line:
                for kind, condition in self._conditions(line):
                    self._lines.append(f"  call void @othello.site(i1 {condition}, i32 {len(self.sites)})")
                    self.sites.append(f"{kind}, {self._function}: {line.strip()}")
            if not INDEX.match(line):
                self._lines.append(line)
        new = [line for line in sorted(self._declarations) if line.split("@")[1].split("(")[0] not in text]
        return "\n".join([*self._lines, *new, REPORTING.format(count=len(self.sites))])

    def _conditions(self, line: str) -> Iterator[tuple[str, str]]:
        """Write the instructions that check an instruction. Yield each check's name and condition."""
        if match := BINARY.match(line):
            operation, flags, bits, a, b = match.groups()
            yield from self._of_binary(operation, flags, int(bits), a, b)
        elif match := ZEROS.match(line):
            yield "zeros of 0", self._write(f"icmp eq i{match[1]} {match[2]}, 0")
        elif match := TABLE.match(line):
            yield "index outside a table", self._write(f"icmp uge i64 {match[2]}, {match[1]}")
        elif match := INTEGER.match(line):
            yield "number beyond an integer", self._is_beyond(*match.groups())
        elif match := INDEX.match(line):
            yield "index outside an array", match[1]
        elif (match := ACCESS.match(line)) and match[2] != "1":
            address = self._write(f"ptrtoint ptr {match[1]} to i64")
            low = self._write(f"and i64 {address}, {int(match[2]) - 1}")
            yield "alignment", self._write(f"icmp ne i64 {low}, 0")

    def _of_binary(self, operation: str, flags: str, bits: int, a: str, b: str) -> Iterator[tuple[str, str]]:
        kind, is_constant = f"i{bits}", NUMBER.fullmatch(b)
        if operation in ("shl", "lshr", "ashr"):
            if not is_constant:
                yield "shift count", self._write(f"icmp uge {kind} {b}, {bits}")
            elif not 0 <= int(b) < bits:
                yield "shift count", "true"
                return
            if operation == "shl" and bits > 1:
                count = self._write(f"and {kind} {b}, {bits - 1}")
                shifted = self._write(f"shl {kind} {a}, {count}")
                for flag, back in (("nsw", "ashr"), ("nuw", "lshr")):
                    if flag in flags:
                        again = self._write(f"{back} {kind} {shifted}, {count}")
                        yield f"overflow of shl {flag}", self._write(f"icmp ne {kind} {again}, {a}")
        elif operation in ("add", "sub", "mul"):
            for flag, sign in (("nsw", "s"), ("nuw", "u")):
                if flag in flags:
                    name = f"llvm.{sign}{operation}.with.overflow.{kind}"
                    self._declarations.add(f"declare {{{kind}, i1}} @{name}({kind}, {kind})")
                    pair = self._write(f"call {{{kind}, i1}} @{name}({kind} {a}, {kind} {b})")
                    overflows = self._write(f"extractvalue {{{kind}, i1}} {pair}, 1")
                    yield f"overflow of {operation} {flag}", overflows
        elif operation == "or":
            if "disjoint" in flags:
                common = self._write(f"and {kind} {a}, {b}")
                yield "bits of or disjoint", self._write(f"icmp ne {kind} {common}, 0")
        elif not is_constant:
            yield "division by 0", self._write(f"icmp eq {kind} {b}, 0")
            if operation[0] == "s":
                is_least = self._write(f"icmp eq {kind} {a}, {-1 << bits - 1}")
                is_minus = self._write(f"icmp eq {kind} {b}, -1")
                yield "overflow of division", self._write(f"and i1 {is_least}, {is_minus}")

    def _is_beyond(self, operation: str, source: str, value: str, bits: str) -> str:
        """Write a condition that is true if a number does not fit an integer, or is NaN."""
        width = int(bits) - (operation == "fptosi")
        wide = value if source == "double" else self._write(f"fpext float {value} to double")
        least = -(2.0**width) if operation == "fptosi" else 0.0
        # A conversion truncates, so every number above the least integer minus 1 fits.
        order, limit = ("olt", least) if least - 1 == least else ("ole", least - 1)
        below = self._write(f"fcmp {order} double {wide}, {limit:.1f}")
        above = self._write(f"fcmp uge double {wide}, {2.0**width:.1f}")
        return self._write(f"or i1 {above}, {below}")

    def _write(self, instruction: str) -> str:
        """Write an instruction. Return the name of its result."""
        self._count += 1
        self._lines.append(f"  %check.{self._count} = {instruction}")
        return f"%check.{self._count}"


def _readable(name: str) -> str:
    """Return the last two parts of a name that Numba has mangled."""
    rest, parts = name.strip('"').removeprefix("_ZN"), []
    while match := NUMBER.match(rest):
        end = match.end() + int(match[0])
        parts.append(rest[match.end() : end])
        rest = rest[end:]
    return ".".join(parts[-2:]) or name
