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


def replier(write=os.write, isinstance=isinstance, bool=bool, int=int, repr=repr):
    """A function that sends a reply. It uses no global names, since the submission
    can replace what they stand for."""

    def reply(value):
        if value is True:
            line = b"true\n"
        elif value is False:
            line = b"false\n"
        elif isinstance(value, int):
            line = b"%d\n" % int.__add__(value, 0)
        else:
            line = b"?%b\n" % " ".join(repr(value).split())[:99].encode(errors="replace")
        write(3, line)

    return reply


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
    write = os.write
    reply = replier()
    call = entry(load(), ENTRY)
    write(3, b"ready\n")
    while first := read():
        value = call(*arguments(first, read))
        sys.stdout.flush()
        reply(value)
    write(3, b"done\n")


if __name__ == "__main__":
    serve()
