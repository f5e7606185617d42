//! Builds the program of the system call filter.
//!
//! A filter is installed for every run. During the installation, the kernel evaluates the filter
//! once for each call number. The program is therefore a binary search over ranges of call numbers.
//! It installs about ten times faster than a chain of comparisons.
//!
//! The filter program depends on the [`Permissions`] of the job. A worker caches the programs that
//! it has built.

use libc::sock_filter;

use super::call_rules::rule_ranges;
use super::rule::{
    ARCHITECTURE_OFFSET, CALL_NUMBER_OFFSET, JUMP_IF_AT_LEAST, JUMP_IF_EQUAL, KILL_PROCESS,
    LOAD_WORD, NATIVE_ARCHITECTURE, RETURN_RESULT, Rule, X32_CALL_BIT, instruction,
};
use crate::job::Permissions;

/// Builds the filter program for jobs with these permissions.
pub(crate) fn build_program(permissions: Permissions) -> Vec<sock_filter> {
    let mut program = vec![
        instruction(LOAD_WORD, 0, 0, ARCHITECTURE_OFFSET),
        instruction(JUMP_IF_EQUAL, 1, 0, NATIVE_ARCHITECTURE),
        instruction(RETURN_RESULT, 0, 0, KILL_PROCESS),
        instruction(LOAD_WORD, 0, 0, CALL_NUMBER_OFFSET),
        instruction(JUMP_IF_AT_LEAST, 0, 1, X32_CALL_BIT),
        instruction(RETURN_RESULT, 0, 0, KILL_PROCESS),
    ];
    program.extend(build_binary_search(&rule_ranges(permissions)));
    program
}

/// Generates a binary search for the range that contains the call number. For `n` ranges, the
/// search consists of `n - 1` comparisons, followed by one copy of each distinct rule.
fn build_binary_search(ranges: &[(u32, Rule)]) -> Vec<sock_filter> {
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

/// Appends the comparisons that search `ranges`. Each range is given by its first system
/// call number and by the position of its rule in the program.
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
        u8::try_from(to - at - 1).expect("every jump of the search fits into 8 bits")
    };
    let (if_high, if_low) = (jump(high, at + low.len()), jump(low, at + 1));
    program.push(instruction(JUMP_IF_AT_LEAST, if_high, if_low, high[0].0));
    add_comparisons(low, program);
    add_comparisons(high, program);
}
