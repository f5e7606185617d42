use mousetrap_judge::Verdict;
use mousetrap_judge::language::Form::{Function, Program};

use super::{accepts, earns};

#[test]
fn every_way_to_write_a_function_is_accepted() {
    for head in [
        "function canMouseWin(grid: string[], catJump: number, mouseJump: number): boolean ",
        "const canMouseWin = (grid: string[], catJump: number, mouseJump: number): boolean => ",
        "export default function canMouseWin(grid: string[], catJump: number, mouseJump: number) ",
        "export function canMouseWin(grid: string[], catJump: number, mouseJump: number): boolean ",
    ] {
        let source = format!(
            "{head}{{
    let walls = 0;
    for (const row of grid) walls += row.split('#').length - 1;
    return walls % 2 === 0 && catJump < mouseJump;
}}
"
        );
        accepts("a.ts", "1728", Function, &source);
    }
}

#[test]
fn types_are_checked_as_loosely_as_on_leetcode() {
    let source = "
import _ from 'lodash';
import { Queue as Line } from '@datastructures-js/queue';

interface Node { to: number[] }
type Graph = Array<Node>;
enum Who { Mouse = 1, Cat }

function name(unused) { return null; }

function catMouseGame(graph: number[][]): number {
    const nodes: Graph = graph.map((to): Node => ({ to }));
    const queue = new PriorityQueue<number>((a, b) => a - b);
    const line: Line<number> = new Line();
    let maybe: string = name(3);
    const memo = new Map<string, number>();
    memo.set('0', 0);
    const some: number = memo.get('0');
    nodes.forEach((node) => queue.enqueue(node.to[0]));
    while (!queue.isEmpty()) line.enqueue(queue.dequeue());
    console.log(process.argv.length, maybe, some, Who.Cat, performance.now() > 0);
    return (_.sum(line.toArray()) + graph.length) % 3;
};
";
    accepts("a.ts", "913", Function, source);
}

#[test]
fn a_program_reads_standard_input() {
    let source = "
import * as fs from 'fs';
const lines: number[][] = fs.readFileSync(0, 'utf8').trim().split('\\n').map((line) => line.trim().split(' ').map(Number));
let sum: number = lines[0][0];
for (const line of lines.slice(1)) sum += line[1];
console.log(sum % 3);
";
    accepts("a.ts", "913", Program, source);
}

#[test]
fn errors_of_syntax_and_type_are_compile_errors_with_the_candidates_lines() {
    let source = "
function catMouseGame(graph: number[][]): number {
    return );
};
";
    earns(
        "a.ts",
        "913",
        Verdict::CompileError,
        "solution.ts(2,12): error TS1109",
        source,
    );
    let source = "
function catMouseGame(graph: number[][]): number {
    return graph[0];
};
";
    earns(
        "a.ts",
        "913",
        Verdict::CompileError,
        "solution.ts(2,5): error TS2322",
        source,
    );
}

#[test]
fn exceptions_are_run_time_errors_with_the_candidates_lines() {
    let source = "
interface Gone {
    first: number;
    second: number;
}
function catMouseGame(graph: number[][]): number {
    return graph[1000][0];
};
";
    earns(
        "a.ts",
        "913",
        Verdict::RunTimeError,
        "solution.ts:6:23",
        source,
    );
}
