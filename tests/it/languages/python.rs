use mousetrap_judge::Verdict;
use mousetrap_judge::language::Form::{Function, Program};

use super::{accepts, earns};

/// Python and `PyPy` take the same submissions.
const FILES: [&str; 2] = ["a.py", "a.pypy"];

#[test]
fn a_bare_class_is_accepted() {
    for file in FILES {
        let source = "
class Solution:
    def canMouseWin(self, grid: List[str], catJump: int, mouseJump: int) -> bool:
        walls = sum(row.count('#') for row in grid)
        return walls % 2 == 0 and catJump < mouseJump
";
        accepts(file, "1728", Function, source);
        let source = "
class Solution:
    def catMouseGame(self, graph: List[List[int]]) -> int:
        return (len(graph) + sum(to[0] for to in graph)) % 3
";
        accepts(file, "913", Function, source);
    }
}

#[test]
fn the_names_that_leetcode_imports_are_there() {
    let source = "
class Solution:
    def __init__(self):
        assert pow(2, 5, 7) == 4 and copy.copy([1]) == [1]
        assert bisect.bisect([1, 2], 1) == bisect_right([1, 2], 1) == 1
        assert datetime.datetime(2020, 1, 1).year == 2020
        assert random.Random(1).random() < 1 and inf == math.inf
        assert SortedList([2, 1])[0] == 1
        heap = [2, 1]
        heapify(heap)
        assert heappop(heap) == 1

    @cache
    def walls(self, row: str) -> int:
        return Counter(row)['#']

    def canMouseWin(self, grid: List[str], catJump: int, mouseJump: int) -> Optional[bool]:
        queue = deque(grid)
        seen: DefaultDict[str, int] = defaultdict(int)
        while queue:
            row = queue.popleft()
            seen['walls'] += self.walls(row)
        return reduce(operator.add, accumulate([seen['walls']])) % 2 == 0 and catJump < mouseJump
";
    for file in FILES {
        accepts(file, "1728", Function, source);
    }
}

#[test]
fn future_imports_helpers_printing_and_local_tests_are_accepted() {
    let source = "
from __future__ import annotations
from dataclasses import dataclass
from typing import List
import sys

sys.setrecursionlimit(10**6)

@dataclass
class Node:
    to: list[int] | None = None

def first(node: Node):
    print('first of', node, file=sys.stderr)
    print('1')
    return node.to[0]

class Solution:
    def catMouseGame(self, graph: List[List[int]]) -> int:
        return (len(graph) + sum(map(first, map(Node, graph)))) % 3

if __name__ == '__main__':
    print(Solution().catMouseGame([]), no_such_name)
";
    for file in FILES {
        accepts(file, "913", Function, source);
    }
}

#[test]
fn a_program_reads_standard_input() {
    let source = "
import sys
def main():
    lines = sys.stdin.read().split('\\n')
    rows, cols, cat, mouse = map(int, lines[0].split())
    walls = sum(line.count('#') for line in lines[1:])
    print('true' if walls % 2 == 0 and cat < mouse else 'false')
main()
";
    for file in FILES {
        accepts(file, "1728", Program, source);
    }
}

#[test]
fn recursion_may_be_deep() {
    let source = "
class Solution:
    def catMouseGame(self, graph):
        @lru_cache(None)
        def cached(n):
            return 0 if n == 0 else 1 + cached(n - 1)
        def plain(n):
            return 0 if n == 0 else 1 + plain(n - 1)
        assert cached(100000) == plain(100000)
        return (len(graph) + sum(to[0] for to in graph)) % 3
";
    for file in FILES {
        accepts(file, "913", Function, source);
    }
}

#[test]
fn syntax_errors_are_compile_errors_with_the_candidates_lines() {
    let source = "
class Solution:
    def catMouseGame(self, graph):
        return (
";
    for (file, place) in [("a.py", "solution.py\", line 3"), ("a.pypy", "line 3")] {
        earns(file, "913", Verdict::CompileError, place, source);
    }
}

#[test]
fn exceptions_are_run_time_errors_with_the_candidates_lines() {
    let source = "
class Solution:
    def catMouseGame(self, graph):
        return graph[1000]
";
    earns(
        "a.py",
        "913",
        Verdict::RunTimeError,
        "solution.py\", line 3, in catMouseGame",
        source,
    );
    earns("a.py", "913", Verdict::RunTimeError, "IndexError", source);
    let endless = "
class Solution:
    def catMouseGame(self, graph):
        return self.catMouseGame(graph)
";
    earns(
        "a.py",
        "913",
        Verdict::RunTimeError,
        "RecursionError",
        endless,
    );
}

#[test]
fn warnings_are_no_output() {
    let source = "
import warnings
warnings.simplefilter('always')

class Solution:
    def catMouseGame(self, graph):
        for call in range(8000):
            warnings.warn(f'call {call} is deprecated' + ' ' * 200, DeprecationWarning)
        eval('1 is 1')
        return (len(graph) + sum(to[0] for to in graph)) % 3
";
    accepts("a.py", "913", Function, source);
    accepts("a.pypy", "913", Function, source);
}
