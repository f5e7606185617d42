//! Builds the filter program.
//!
//! The kernel evaluates a new filter once for each call number when it is installed, which
//! happens for every run. The program is therefore a binary search over ranges of call
//! numbers instead of a chain of comparisons, which makes installing it about ten times
//! cheaper.
//!
//! There is one program for each [`Needs`]; a worker builds those that it uses, once.

use libc::sock_filter;

use super::call_rules::ranges;
use super::rule::{
    ARCHITECTURE, CALL_NUMBER, FOREIGN, JUMP_EQUAL, JUMP_GREATER_EQUAL, KILL, LOAD, NATIVE, RETURN,
    Rule, instruction,
};
use crate::job::Needs;

/// Builds the filter for jobs with these needs.
pub(crate) fn program(needs: Needs) -> Vec<sock_filter> {
    let mut program = vec![
        instruction(LOAD, 0, 0, ARCHITECTURE),
        instruction(JUMP_EQUAL, 1, 0, NATIVE),
        instruction(RETURN, 0, 0, KILL),
        instruction(LOAD, 0, 0, CALL_NUMBER),
        instruction(JUMP_GREATER_EQUAL, 0, 1, FOREIGN),
        instruction(RETURN, 0, 0, KILL),
    ];
    program.extend(search(&ranges(needs)));
    program
}

/// One comparison of the search: the target for call numbers from `at_least`, and the target
/// for lower ones.
struct Branch {
    at_least: u32,
    from_there: Target,
    below: Target,
}

/// The number of a branch or of a rule.
#[derive(Clone, Copy)]
enum Target {
    Branch(usize),
    Rule(usize),
}

/// Emits a binary search for the range that contains the call number: all comparisons,
/// followed by each rule once.
fn search(ranges: &[(u32, Rule)]) -> Vec<sock_filter> {
    let mut rules = Vec::new();
    let numbered: Vec<_> = ranges
        .iter()
        .map(|&(first, rule)| {
            let number = rules.iter().position(|&known| known == rule);
            let number = number.unwrap_or_else(|| {
                rules.push(rule);
                rules.len() - 1
            });
            (first, number)
        })
        .collect();
    let mut branches = Vec::new();
    add_branches(&numbered, &mut branches);

    let mut ends = Vec::new();
    let mut starts = Vec::new();
    for rule in rules {
        starts.push(branches.len() + ends.len());
        rule.emit(&mut ends);
    }
    let jump = |from: usize, target| {
        let to = match target {
            Target::Branch(number) => number,
            Target::Rule(number) => starts[number],
        };
        u8::try_from(to - from - 1).expect("the entire search is within a short jump")
    };
    let comparisons = branches.iter().enumerate().map(|(at, branch)| {
        let (yes, no) = (jump(at, branch.from_there), jump(at, branch.below));
        instruction(JUMP_GREATER_EQUAL, yes, no, branch.at_least)
    });
    comparisons.chain(ends.iter().copied()).collect()
}

/// Appends the branches that search in `ranges`. Returns the first of them.
fn add_branches(ranges: &[(u32, usize)], branches: &mut Vec<Branch>) -> Target {
    if let &[(_, rule)] = ranges {
        return Target::Rule(rule);
    }
    let (low, high) = ranges.split_at(ranges.len() / 2);
    let at = branches.len();
    let unknown = Target::Branch(at);
    branches.push(Branch {
        at_least: high[0].0,
        from_there: unknown,
        below: unknown,
    });
    branches[at].below = add_branches(low, branches);
    branches[at].from_there = add_branches(high, branches);
    Target::Branch(at)
}
