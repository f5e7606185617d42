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

/// Emits a binary search for the range that contains the call number: all comparisons, one
/// fewer than ranges, followed by each rule once.
fn search(ranges: &[(u32, Rule)]) -> Vec<sock_filter> {
    let mut known: Vec<(Rule, usize)> = Vec::new();
    let mut rules = Vec::new();
    let mut targets = Vec::new();
    for &(first, rule) in ranges {
        let at = if let Some(&(_, at)) = known.iter().find(|(known, _)| *known == rule) {
            at
        } else {
            let at = ranges.len() - 1 + rules.len();
            known.push((rule, at));
            rule.emit(&mut rules);
            at
        };
        targets.push((first, at));
    }
    let mut program = Vec::new();
    add_comparisons(&targets, &mut program);
    program.extend(rules);
    program
}

/// Appends the comparisons that search in `ranges`: the first call number of each range, and
/// the place of its rule in the program.
fn add_comparisons(ranges: &[(u32, usize)], program: &mut Vec<sock_filter>) {
    let (low, high) = ranges.split_at(ranges.len() / 2);
    if low.is_empty() {
        return;
    }
    let at = program.len();
    let jump = |part: &[(u32, usize)], comparisons_at| {
        let to = match part {
            &[(_, rule_at)] => rule_at,
            _ => comparisons_at,
        };
        u8::try_from(to - at - 1).expect("the entire search is within a short jump")
    };
    let (if_high, if_low) = (jump(high, at + low.len()), jump(low, at + 1));
    program.push(instruction(JUMP_GREATER_EQUAL, if_high, if_low, high[0].0));
    add_comparisons(low, program);
    add_comparisons(high, program);
}
