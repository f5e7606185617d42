use mousetrap_judge::Verdict;
use mousetrap_judge::language::Form::{Function, Program};

use super::{accepts, earns};

#[test]
fn a_class_is_accepted_with_and_without_a_tag() {
    let class = "class Solution {
    /**
     * @param String[] $grid
     * @return Boolean
     */
    function canMouseWin($grid, $catJump, $mouseJump) {
        $walls = array_sum(array_map(fn ($row) => substr_count($row, '#'), $grid));
        echo \"walls: $walls\\n\";
        return $walls % 2 === 0 && $catJump < $mouseJump;
    }
}
";
    for head in [
        "",
        "<?php\n",
        "\n\n<?php\ndeclare(strict_types=1);\n",
        "\n\n",
    ] {
        accepts("a.php", "1728", Function, &format!("{head}{class}"));
    }
    accepts("a.php", "1728", Function, &format!("<?php {class}?>\n"));
}

#[test]
fn helpers_functions_and_type_hints_are_accepted() {
    let source = "<?php
const MODULUS = 3;
function first(array $to): int { return $to[0]; }
final class Node {
    public function __construct(public readonly array $to) {}
}
class Solution {
    private int $calls = 0;
    public function catMouseGame(array $graph): int {
        assert(++$this->calls === 1);
        $nodes = array_map(fn (array $to) => new Node($to), $graph);
        $queue = new SplQueue();
        foreach ($nodes as $node) $queue->enqueue($node);
        $sum = count($graph);
        while (!$queue->isEmpty()) $sum += first($queue->dequeue()->to);
        return $sum % MODULUS;
    }
}";
    accepts("a.php", "913", Function, source);
    let source = "
class Solution {
    static function catMouseGame($graph) {
        return (count($graph) + array_sum(array_column($graph, 0))) % 3;
    }
}";
    accepts("a.php", "913", Function, source);
}

#[test]
fn a_program_reads_standard_input() {
    let source = "<?php
$sum = $n = (int) trim(fgets(STDIN));
for ($i = 0; $i < $n; $i++) $sum += (int) explode(' ', trim(fgets(STDIN)))[1];
echo $sum % 3, PHP_EOL;
";
    accepts("a.php", "913", Program, source);
}

#[test]
fn recursion_may_be_deep() {
    let source = "
class Solution {
    function depth($n) { return $n === 0 ? 0 : 1 + $this->depth($n - 1); }
    function catMouseGame($graph) {
        $zero = $this->depth(300000) - 300000;
        return ($zero + count($graph) + array_sum(array_column($graph, 0))) % 3;
    }
}";
    accepts("a.php", "913", Function, source);
}

#[test]
fn errors_have_the_candidates_lines() {
    let source = "
class Solution {
    function catMouseGame($graph) {
        return );
    }
}";
    earns(
        "a.php",
        "913",
        Verdict::CompileError,
        "solution.php on line 3",
        source,
    );
    let source = "
class Solution {
    function catMouseGame($graph) {
        return intdiv(1, 0);
    }
}";
    earns(
        "a.php",
        "913",
        Verdict::RunTimeError,
        "solution.php(3): intdiv()",
        source,
    );
}

#[test]
fn warnings_are_no_output() {
    let source = "<?php
error_reporting(E_ALL);
ini_set('display_errors', '1');
class Solution {
    function catMouseGame($graph) {
        $sum = count($graph);
        foreach ($graph as $to) $sum += $to[0];
        for ($i = 0; $i < 20000; $i++) $sum += $unset[$i] + $this->nothing;
        return $sum % 3;
    }
}";
    accepts("a.php", "913", Function, source);
    let source = "<?php
$sum = $n = (int) trim(fgets(STDIN));
for ($i = 0; $i < $n; $i++) $sum += (int) explode(' ', trim(fgets(STDIN)))[1];
for ($i = 0; $i < 40000; $i++) $sum += $unset[$i];
echo $sum % 3, PHP_EOL;
";
    accepts("a.php", "913", Program, source);
}
