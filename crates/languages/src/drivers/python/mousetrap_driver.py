"""Answers cases with the pasted Python submission whose file is the argument.

The protocol stands in ../README.md. The submission is compiled by itself, with
what LeetCode imports already in its namespace, so that line numbers are its own
and `from __future__` may stand at its top.
"""

import json
import os
import sys
import traceback
import types

SOLUTION = sys.argv[-1]

# Names of later modules hide those of earlier modules, so that `pow` is the
# built-in function. The module names themselves are imported last.
MODULES = (
    "string re datetime collections heapq bisect copy math random statistics "
    "itertools functools operator io sys json builtins"
).split()

RECURSION_LIMIT = 550_000

# Maximum number of nodes of a list or tree. A larger structure must contain a cycle.
MAX_NODES = 1_000_000


class Cycle(TypeError):
    """The answer is a list or tree that contains a cycle."""


def load(nodes):
    # The module is not named __main__, so that a block of local tests does not run.
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
    exec(nodes, names)
    with open(SOLUTION, "rb") as file:
        exec(compile(file.read(), SOLUTION, "exec", dont_inherit=True), names)
    return names


def entry(names, name):
    """Returns a function that calls the submission on a new instance, as LeetCode does."""
    solution = names.get("Solution")
    if hasattr(solution, name):
        return lambda *arguments: getattr(solution(), name)(*arguments)
    raise SystemExit(f"{SOLUTION}: no Solution.{name} is defined")


def readers(cases, names):
    """Returns the functions that read a line, a string, a linked list and a tree. The line
    reader raises StopIteration at the end of the input."""
    line = iter(cases.readline, b"").__next__

    def text():
        size, _, start = line().partition(b" ")
        size = int(size)
        if len(start) <= size:
            start += cases.read(size + 1 - len(start))
        return start[:size].decode()

    def linked(words):
        node = None
        for word in reversed(words):
            rest, node = node, names["ListNode"](int(word))
            node.next = rest
        return node

    def tree(words):
        nodes = [None if word == b"null" else names["TreeNode"](int(word)) for word in words]
        children = iter(nodes[1:])
        for node in nodes:
            if node is not None:
                node.left = next(children, None)
                node.right = next(children, None)
        return nodes[0] if nodes else None

    return line, text, linked, tree


def writer(
    code,
    isinstance=isinstance,
    int=int,
    float=float,
    str=str,
    len=len,
    map=map,
    hasattr=hasattr,
    TypeError=TypeError,
    join=",".join,
    quoted=json.encoder.encode_basestring_ascii,
):
    """Returns a function that formats a value of this type as JSON, or raises TypeError. The
    function uses no global names, because the submission can replace their values."""

    def whole(value):
        if value is True or value is False or not isinstance(value, int):
            raise TypeError
        return "%d" % int.__add__(value, 0)

    def boolean(value):
        if value is True:
            return "true"
        if value is False:
            return "false"
        raise TypeError

    def real(value):
        if isinstance(value, float) and value - value == 0:
            return float.__repr__(value)
        return whole(value)

    def text(value):
        if not isinstance(value, str) or code == "char" and len(value) != 1:
            raise TypeError
        return quoted(value)

    def linked(node):
        values = []
        while node is not None:
            if not hasattr(node, "next"):
                raise TypeError
            if len(values) == MAX_NODES:
                raise Cycle("a list with a cycle")
            values.append(whole(node.val))
            node = node.next
        return "[" + join(values) + "]"

    def tree(root):
        nodes = [root]
        values = []
        for node in nodes:
            if node is None:
                values.append("null")
            elif not hasattr(node, "left"):
                raise TypeError
            elif len(nodes) > 2 * MAX_NODES:
                raise Cycle("a tree with a cycle")
            else:
                values.append(whole(node.val))
                nodes += (node.left, node.right)
        while values and values[-1] == "null":
            values.pop()
        return "[" + join(values) + "]"

    if code.endswith("[]"):
        item = writer(code[:-2])

        def items(value):
            if isinstance(value, (str, bytes, dict)):
                raise TypeError
            return "[" + join(map(item, value)) + "]"

        return items
    known = {
        "double": real,
        "boolean": boolean,
        "char": text,
        "string": text,
        "ListNode": linked,
        "TreeNode": tree,
    }
    return known.get(code, whole)


def spelled(value, repr=repr, str=str, isinstance=isinstance, bool=bool):
    """Formats a value of the wrong type."""
    text = repr(value).lower() if isinstance(value, bool) else repr(value)
    return "?" + " ".join(str.split(text))[:99]


def report(kind, error, trace):
    """Prints an uncaught exception without the driver's stack frames."""
    while trace and trace.tb_frame.f_code.co_filename != SOLUTION:
        trace = trace.tb_next
    traceback.print_exception(kind, error, trace, limit=-40)


def serve():
    from mousetrap_case import ANSWER, ENTRY, IS_VOID, NODES, arguments

    sys.excepthook = report
    sys.argv = [SOLUTION]
    sys.setrecursionlimit(RECURSION_LIMIT)
    cases = sys.stdin.buffer
    write = os.write
    encode = str.encode
    has_cycle = Cycle
    wrong_type = (TypeError, AttributeError)
    write_answer = writer(ANSWER)
    spell_other = spelled
    names = load(NODES)
    call = entry(names, ENTRY)
    read = readers(cases, names)
    write(3, b"ready\n")
    while True:
        try:
            values = arguments(*read)
        except StopIteration:
            break
        value = call(*values)
        if IS_VOID:
            value = values[0]
        sys.stdout.flush()
        try:
            line = write_answer(value)
        except has_cycle as error:
            line = "?" + error.args[0]
        except wrong_type:
            line = spell_other(value)
        line = encode(line + "\n", "utf-8", "replace")
        sent = write(3, line)
        while sent < len(line):
            sent += write(3, line[sent:])
    write(3, b"done\n")


if __name__ == "__main__":
    serve()
