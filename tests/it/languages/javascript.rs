use mousetrap_judge::Verdict;
use mousetrap_judge::language::Form::{Function, Program};

use super::{accepts, earns};

/// The probe of 1728 as a function's body.
const GRID: &str = "{
    let walls = 0;
    for (const row of grid) walls += row.split('#').length - 1;
    return walls % 2 === 0 && catJump < mouseJump;
}";

/// The probe of 913 as a function's body.
const GRAPH: &str = "{
    return graph.reduce((sum, to) => sum + to[0], graph.length) % 3;
}";

#[test]
fn every_way_to_write_a_function_is_accepted() {
    for head in [
        "var canMouseWin = function(grid, catJump, mouseJump) ",
        "/**\n * @param {string[]} grid\n * @return {boolean}\n */\nconst canMouseWin = (grid, catJump, mouseJump) => ",
        "'use strict';\nlet canMouseWin = function (grid, catJump, mouseJump) ",
        "function canMouseWin(grid, catJump, mouseJump) ",
        "canMouseWin = (grid, catJump, mouseJump) => ",
        "export function canMouseWin(grid, catJump, mouseJump) ",
        "export const canMouseWin = (grid, catJump, mouseJump) => ",
        "export default function canMouseWin(grid, catJump, mouseJump) ",
        "exports.canMouseWin = function(grid, catJump, mouseJump) ",
    ] {
        accepts("a.js", "1728", Function, &format!("{head}{GRID}\n"));
    }
}

#[test]
fn every_way_to_export_is_accepted() {
    for tail in [
        "module.exports = catMouseGame;",
        "module.exports = { catMouseGame };",
        "module.exports.solve = catMouseGame // a comment",
        "export { catMouseGame };",
        "export default catMouseGame;",
        "if (require.main === module) { console.log(noSuchName) }",
        "console.assert(catMouseGame([[1, 2]]) === 2)",
    ] {
        let source = format!("function catMouseGame(graph) {GRAPH}\n{tail}\n");
        accepts("a.js", "913", Function, &source);
    }
}

#[test]
fn what_leetcode_preloads_is_there() {
    let source = "
import fs from 'fs';
import { sum } from 'lodash';
class Best extends PriorityQueue {}
export const catMouseGame = (graph) => {
    const queue = new Queue();
    graph.forEach((to) => queue.enqueue(to));
    const least = new MinPriorityQueue();
    const heap = new Best((a, b) => b - a);
    while (!queue.isEmpty()) {
        const to = queue.dequeue();
        heap.enqueue(_.head(to));
        least.enqueue(_.head(to));
    }
    if (least.front() > heap.front() || !fs) throw new Error();
    return (graph.length + sum(heap.toArray())) % 3;
};
";
    accepts("a.js", "913", Function, source);
    let source = "
const lodash = require('lodash');
const { MaxPriorityQueue } = require('@datastructures-js/priority-queue');
var catMouseGame = async function (graph) {
    console.log(new MaxPriorityQueue().size());
    return lodash.sum([graph.length, ..._.map(graph, 0)]) % 3;
};
";
    accepts("a.js", "913", Function, source);
}

#[test]
fn programs_of_both_kinds_of_module_read_standard_input() {
    let rest = "
const lines = fs.readFileSync(0, 'utf8').trim().split('\\n').map((line) => line.trim().split(' ').map(Number));
let sum = lines[0][0];
for (const line of lines.slice(1)) sum += line[1];
console.log(sum % 3);
";
    accepts(
        "a.js",
        "913",
        Program,
        &format!("const fs = require('fs');{rest}"),
    );
    accepts(
        "a.js",
        "913",
        Program,
        &format!("import fs from 'node:fs';{rest}"),
    );
}

#[test]
fn recursion_may_be_deep() {
    let source = "
var depth = (n) => n === 0 ? 0 : 1 + depth(n - 1);
var mapped = (n) => n === 0 ? 0 : 1 + [n].map((n) => mapped(n - 1))[0];
var catMouseGame = function(graph) {
    if (depth(200000) !== 200000 || mapped(100000) !== 100000) throw new Error();
    return graph.reduce((sum, to) => sum + to[0], graph.length) % 3;
};
";
    accepts("a.js", "913", Function, source);
}

#[test]
fn syntax_errors_are_compile_errors_with_the_candidates_lines() {
    let source = "
var catMouseGame = function(graph) {
    return );
};
";
    earns(
        "a.js",
        "913",
        Verdict::CompileError,
        "solution.js:2",
        source,
    );
    let source = "
export default function catMouseGame(graph) {
    return );
};
";
    earns(
        "a.js",
        "913",
        Verdict::CompileError,
        "solution.js:2",
        source,
    );
}

#[test]
fn exceptions_are_run_time_errors_with_the_candidates_lines() {
    let source = "
var catMouseGame = function(graph) {
    return graph[1000][0];
};
";
    earns(
        "a.js",
        "913",
        Verdict::RunTimeError,
        "solution.js:2:23",
        source,
    );
    earns("a.js", "913", Verdict::RunTimeError, "TypeError", source);
}

#[test]
fn warnings_are_no_output() {
    let source = "
var catMouseGame = function(graph) {
    new Buffer(10);
    for (let i = 0; i < 20000; i++) {
        process.emitWarning('again ' + i, 'DeprecationWarning');
        console.warn('call', i, 'is deprecated', '-'.repeat(100));
    }
    return (graph.length + graph.reduce((sum, to) => sum + to[0], 0)) % 3;
};";
    accepts("a.js", "913", Function, source);
}
