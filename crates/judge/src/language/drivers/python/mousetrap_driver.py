"""Answers cases with the pasted Python submission whose file is the argument.

The protocol stands in ../README.md. The submission is compiled by itself, with
what LeetCode imports already in its namespace, so that line numbers are its own
and `from __future__` may stand at its top.
"""

import os
import sys
import traceback
import types

SOLUTION = sys.argv[1]

# In this order: a later module hides an earlier one's names, so that `pow`
# is the builtin; the module names themselves come last.
MODULES = (
    "string re datetime collections heapq bisect copy math random statistics "
    "itertools functools operator io sys json builtins"
).split()

RECURSION_LIMIT = 550_000


def load():
    # Not __main__, so that a block of local tests does not run.
    module = types.ModuleType("solution")
    module.__file__ = SOLUTION
    sys.modules["solution"] = module
    names = module.__dict__
    for name in MODULES:
        exec(f"from {name} import *", names)
    for name in MODULES:
        exec(f"import {name}", names)
    exec("from typing import *", names)
    try:
        exec("from sortedcontainers import *", names)
    except ImportError:
        pass
    with open(SOLUTION, "rb") as file:
        exec(compile(file.read(), SOLUTION, "exec", dont_inherit=True), names)
    return names


def entry(names, name):
    """A call of the submission on a fresh instance, as LeetCode does it."""
    solution = names.get("Solution")
    if hasattr(solution, name):
        return lambda *arguments: getattr(solution(), name)(*arguments)
    raise SystemExit(f"{SOLUTION}: no Solution.{name} is defined")


def spelled(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    # Any other type is wrong; its repr cannot pass for an answer.
    text = int.__repr__(value) if isinstance(value, int) else repr(value)
    return " ".join(text.split())[:100]


def report(kind, error, trace):
    """Prints an uncaught exception without the driver's own frames."""
    while trace and trace.tb_frame.f_code.co_filename != SOLUTION:
        trace = trace.tb_next
    traceback.print_exception(kind, error, trace, limit=-40)


def serve():
    from mousetrap_case import ENTRY, arguments

    sys.excepthook = report
    sys.argv = [SOLUTION]
    sys.setrecursionlimit(RECURSION_LIMIT)
    read = sys.stdin.buffer.readline
    call = entry(load(), ENTRY)
    os.write(3, b"ready\n")
    for first in iter(read, b""):
        value = call(*arguments(first, read))
        sys.stdout.flush()
        os.write(3, spelled(value).encode(errors="replace") + b"\n")


if __name__ == "__main__":
    serve()
