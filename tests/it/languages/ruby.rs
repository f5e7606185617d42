use mousetrap_judge::Verdict;
use mousetrap_judge::language::Form::{Function, Program};

use super::{accepts, earns};

#[test]
fn a_method_is_accepted() {
    let source = "# @param {String[]} grid
# @return {Boolean}
def can_mouse_win(grid, cat_jump, mouse_jump)
  walls = grid.sum { |row| row.count('#') }
  puts \"walls: #{walls}\"
  walls.even? && cat_jump < mouse_jump
end
";
    accepts("a.rb", "1728", Function, source);
}

#[test]
fn helpers_and_local_tests_are_accepted() {
    let source = "# frozen_string_literal: true
require 'json'
Node = Struct.new(:to) do
  def first = to[0]
end

FIRSTS = Hash.new { |hash, to| hash[to] = Node.new(to).first }
$calls = 0

def total(graph)
  Set.new([graph.size]).first + graph.sum { |to| FIRSTS[to] }
end

def cat_mouse_game(graph)
  $calls += 1
  total(graph) % 3
end

if __FILE__ == $0 || $PROGRAM_NAME == __FILE__
  puts no_such_name
end
__END__
anything
";
    accepts("a.rb", "913", Function, source);
}

#[test]
fn a_program_reads_standard_input() {
    let source = "
n = gets.to_i
sum = n
n.times { sum += gets.split[1].to_i }
puts sum % 3
";
    accepts("a.rb", "913", Program, source);
}

#[test]
fn recursion_may_be_deep() {
    let source = "
def depth(n) = n.zero? ? 0 : 1 + depth(n - 1)

def through_blocks(n)
  return 0 if n.zero?
  [n].each { |m| return 1 + through_blocks(m - 1) }
end

def cat_mouse_game(graph)
  raise unless depth(100_000) == 100_000 && through_blocks(100_000) == 100_000
  (graph.size + graph.sum(&:first)) % 3
end
";
    accepts("a.rb", "913", Function, source);
}

#[test]
fn errors_have_the_candidates_lines() {
    let source = "
def cat_mouse_game(graph)
  return )
end
";
    earns(
        "a.rb",
        "913",
        Verdict::CompileError,
        "solution.rb:2:",
        source,
    );
    let source = "
def cat_mouse_game(graph)
  graph[1000][0]
end
";
    earns(
        "a.rb",
        "913",
        Verdict::RunTimeError,
        "solution.rb:2:in",
        source,
    );
}

#[test]
fn warnings_are_no_output() {
    let source = "
$VERBOSE = true
def cat_mouse_game(graph)
  15000.times { eval('def redefined; unused = 1; end') }
  30000.times { |i| warn \"deprecated: #{i} #{'-' * 60}\" }
  (graph.size + graph.sum(&:first)) % 3
end";
    accepts("a.rb", "913", Function, source);
}
