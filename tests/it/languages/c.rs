use mousetrap_judge::Verdict;
use mousetrap_judge::language::Form::{Function, Program};

use super::{accepts, earns};

#[test]
fn a_bare_function_is_accepted() {
    let source = "
bool canMouseWin(char** grid, int gridSize, int catJump, int mouseJump) {
    int walls = 0;
    for (int row = 0; row < gridSize; row++)
        for (size_t col = 0; col < strlen(grid[row]); col++)
            walls += grid[row][col] == '#';
    return walls % 2 == 0 && catJump < mouseJump;
}";
    accepts("a.c", "1728", Function, source);
    let source = "
int catMouseGame(int** graph, int graphSize, int* graphColSize) {
    int sum = graphSize;
    for (int node = 0; node < graphSize; node++)
        sum += graphColSize[node] > 0 ? graph[node][0] : INT_MAX;
    return sum % 3;
}";
    accepts("a.c", "913", Function, source);
}

#[test]
fn own_includes_helpers_globals_printing_and_uthash_are_accepted() {
    let source = r#"
#include <stdio.h>
#include "uthash.h"
#define MAX(a, b) ((a) > (b) ? (a) : (b))

typedef struct { int key; UT_hash_handle hh; } Entry;
static int calls;
static int square(int n);

bool canMouseWin(char ** grid, int gridSize, int catJump, int mouseJump){
    Entry *seen = NULL, *entry = malloc(sizeof *entry);
    entry->key = 7;
    HASH_ADD_INT(seen, key, entry);
    int walls = 0;
    for (int row = 0; row < gridSize; row++)
        for (char* cell = grid[row]; *cell; cell++)
            if (*cell == '#') walls++;
    printf("call %d: %d walls\ntrue\n", ++calls, walls);
    fprintf(stderr, "%d\n", square(MAX(catJump, mouseJump)));
    return walls % 2 == 0 && catJump < mouseJump;
}

static int square(int n) { return n * n; }
"#;
    accepts("a.c", "1728", Function, source);
}

#[test]
fn a_local_test_beside_the_function_does_not_run() {
    let source = r#"
#include <stdio.h>
#include <stdlib.h>
int catMouseGame(int** graph, int graphSize, int* graphColSize) {
    int sum = graphSize;
    for (int node = 0; node < graphSize; node++) sum += graph[node][0];
    return sum % 3;
}
int main(int argc, char** argv) {
    printf("%d\n", catMouseGame(NULL, 0, NULL));
    exit(3);
}"#;
    accepts("a.c", "913", Function, source);
}

#[test]
fn a_program_that_reads_stdin_is_a_program() {
    let source = r#"
#include <stdio.h>
int main(void) {
    int nodes, sum;
    scanf("%d", &nodes);
    sum = nodes;
    for (int node = 0; node < nodes; node++) {
        int count, to;
        scanf("%d", &count);
        for (int i = 0; i < count; i++) {
            scanf("%d", &to);
            if (i == 0) sum += to;
        }
    }
    printf("%d\n", sum % 3); /* catMouseGame() */
    return 0;
}
"#;
    accepts("a.c", "913", Program, source);
}

#[test]
fn names_of_unistd_are_free() {
    let source = "
int link[8], access;
int read(int x) { return x; }
int write(int x) { return x; }
int close(void) { return 0; }
int catMouseGame(int** graph, int graphSize, int* graphColSize) {
    int sum = read(graphSize) + link[0] + access + close();
    for (int node = 0; node < graphSize; node++) sum += write(graph[node][0]);
    return sum % 3;
}";
    accepts("a.c", "913", Function, source);
}

#[test]
fn recursion_may_be_deep() {
    let source = "
static int depth(int n, volatile char* below) {
    volatile char here[64];
    here[0] = below[0];
    return n == 0 ? 0 : 1 + depth(n - 1, here) + 0 * here[0];
}
int catMouseGame(int** graph, int graphSize, int* graphColSize) {
    volatile char zero = 0;
    int sum = graphSize + depth(1500000, &zero) % 3;
    for (int node = 0; node < graphSize; node++) sum += graph[node][0];
    return sum % 3;
}";
    accepts("a.c", "913", Function, source);
}

#[test]
fn failures_are_told_apart() {
    let source = "
int catMouseGame(int** graph, int graphSize, int* graphColSize) {
    return nonsense;
}";
    earns("a.c", "913", Verdict::CompileError, "solution.c:2:", source);
    let source = "
int catMouseGame(int** graph, int graphSize, int* graphColSize) {
    abort();
}";
    earns("a.c", "913", Verdict::RunTimeError, "SIGABRT", source);
}
