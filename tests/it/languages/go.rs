use mousetrap_judge::Verdict;
use mousetrap_judge::language::Form::{Function, Program};

use super::{accepts, earns};

#[test]
fn a_bare_function_is_accepted() {
    let source = "
func canMouseWin(grid []string, catJump int, mouseJump int) bool {
    walls := 0
    for _, row := range grid {
        walls += strings.Count(row, \"#\")
    }
    return walls%2 == 0 && catJump < min(mouseJump, math.MaxInt32)
}";
    accepts("a.go", "1728", Function, source);
    let source = "
func catMouseGame(graph [][]int) int {
    sum := len(graph)
    for _, to := range graph {
        sum += to[0]
    }
    return sum % 3
}";
    accepts("a.go", "913", Function, source);
}

#[test]
fn own_package_imports_helpers_and_printing_are_accepted() {
    let source = r#"
package leetcode

import (
    "container/heap"
    "fmt"
    str "strings"
)

type item struct{ depth int }
type queue []item

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i].depth < q[j].depth }
func (q queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)        { *q = append(*q, x.(item)) }
func (q *queue) Pop() any {
    last := (*q)[len(*q)-1]
    *q = (*q)[:len(*q)-1]
    return last
}

var calls int

func min(a, b int) int {
    if a < b { return a }
    return b
}

func canMouseWin(grid []string, catJump, mouseJump int) (win bool) {
    q := &queue{}
    heap.Push(q, item{3})
    slices.Sort([]int{2, 1})
    tree := treemap.NewWithIntComparator()
    tree.Put(1, "one")
    calls++
    fmt.Println("call", calls, min(1, 2), tree)
    print("true\n")
    return str.Count(str.Join(grid, ""), "\x23")%2 == 0 && catJump < mouseJump
}
"#;
    accepts("a.go", "1728", Function, source);
}

#[test]
fn a_local_variable_named_like_a_package_is_no_package() {
    let source = "
type box struct{}

func (box) Len() int { return 0 }

func catMouseGame(graph [][]int) int {
    list, sort := box{}, box{}
    sum := len(graph) + list.Len() + sort.Len()
    for _, to := range graph {
        sum += to[0]
    }
    return sum % 3
}";
    accepts("a.go", "913", Function, source);
}

#[test]
fn a_local_test_beside_the_function_does_not_run() {
    let source = r#"
package main

import "fmt"
import "os"

func main() {
    fmt.Println(catMouseGame([][]int{{1}, {0}}))
    os.Exit(3)
}

func catMouseGame(graph [][]int) int {
    sum := len(graph)
    for _, to := range graph {
        sum += to[0]
    }
    return sum % 3
}"#;
    accepts("a.go", "913", Function, source);
}

#[test]
fn a_program_that_reads_stdin_is_a_program() {
    let source = r#"
package main

import (
    "bufio"
    "fmt"
    "os"
)

func main() {
    in := bufio.NewReader(os.Stdin)
    var n, k, to int
    fmt.Fscan(in, &n)
    sum := n
    for v := 0; v < n; v++ {
        fmt.Fscan(in, &k)
        for i := 0; i < k; i++ {
            fmt.Fscan(in, &to)
            if i == 0 {
                sum += to
            }
        }
    }
    fmt.Println(sum % 3)
}"#;
    accepts("a.go", "913", Program, source);
}

#[test]
fn recursion_may_be_deep() {
    let source = "
func depth(n int) int {
    if n == 0 {
        return 0
    }
    return 1 + depth(n-1)
}

func catMouseGame(graph [][]int) int {
    sum := len(graph) + depth(3000000)%3
    for _, to := range graph {
        sum += to[0]
    }
    return sum % 3
}";
    accepts("a.go", "913", Function, source);
}

#[test]
fn failures_are_told_apart() {
    let source = "
func catMouseGame(graph [][]int) int {
    sort.Ints(nil)
    return nonsense
}";
    earns(
        "a.go",
        "913",
        Verdict::CompileError,
        "solution.go:3:",
        source,
    );
    let source = "
func catMouseGame(graph [][]int) int {
    return graph[1000][0]
}";
    earns(
        "a.go",
        "913",
        Verdict::RunTimeError,
        "index out of range",
        source,
    );
}
