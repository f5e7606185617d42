# Written by Mousetrap: a whole program around a function in LeetCode's form.
{{future}}
import os
import sys

from string import *
from re import *
from datetime import *
from collections import *
from heapq import *
from bisect import *
from copy import *
from math import *
from random import *
from statistics import *
from itertools import *
from functools import *
from operator import *
from builtins import *
from typing import *
import string, re, datetime, collections, heapq, bisect, copy, math, random, statistics
import itertools, functools, operator, io, json, builtins

try:
    from sortedcontainers import *
except ImportError:
    pass

# A block of local tests does not run.
__name__ = "solution"

{{solution}}


def _mousetrap():
    {{mousetrap_driver.py}}

    {{mousetrap_case.py}}

    {{text}}

    # The answer goes to standard output, what the function prints itself to
    # standard error.
    answers, sys.stdout = sys.stdout, sys.stderr
    sys.setrecursionlimit(100_000)
    cases = io.BytesIO(translated(sys.stdin.buffer.read()))
    names = globals()
    solution = names.get("Solution")
    call = getattr(solution(), ENTRY) if hasattr(solution, ENTRY) else names[ENTRY]
    value = call(*arguments(*readers(cases, names)))
    try:
        text = writer(ANSWER)(value)
    except (TypeError, AttributeError):
        text = spelled(value)
    print(text, file=answers, flush=True)


_mousetrap()
