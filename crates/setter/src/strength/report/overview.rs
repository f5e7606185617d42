//! A short text on the strength of a suite, for a terminal.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::fmt::Write;

use super::page::{ClassRow, StrengthPage, alike, named};
use crate::stress::Trial;
use mousetrap_util::printable::indented;

/// Maximum number of weak classes and of survivors that are listed.
const MAX_LISTED: usize = 5;

impl StrengthPage<'_> {
    /// Returns the kill counts, the weakest classes, the worst survivors with an instance
    /// that kills each, and the table of wrong programs that were judged. The survivors
    /// with the smallest killers are the worst, one of each class.
    pub fn overview(&self) -> String {
        let killers = self.matrix.killers();
        let killable = (self.mutants.iter()).filter(|mutant| mutant.equivalent.is_none());
        let mut text = format!(
            "{}: {} of {} wrong solutions killed by {} {}, {} at least twice\n",
            self.title,
            killers.iter().filter(|&&killers| killers > 0).count(),
            killable.count(),
            self.cases.len(),
            match self.cases.len() {
                1 => "case",
                _ => "cases",
            },
            killers.iter().filter(|&&killers| killers > 1).count(),
        );
        let survivors = Self::survivors(self.mutants, self.matrix);
        if !survivors.is_empty() {
            self.list_weakest(&survivors, &mut text);
            self.list_worst(&survivors, &mut text);
        }
        // Writing to a string cannot fail.
        let _ = self.write_solutions(&mut text);
        text
    }

    fn list_weakest(&self, survivors: &[usize], text: &mut String) {
        let is_left_out = |number: &&usize| self.mutants[**number].evidence.is_some();
        let left_out = survivors.iter().filter(is_left_out).count();
        let all = survivors.len();
        let _ = writeln!(text, "  {all} of them survive, killed by no case:");
        let _ = writeln!(
            text,
            "    {} were searched for; the search found instances that kill {} of these",
            all - left_out,
            self.found.found.len()
        );
        if left_out > 0 {
            let _ = writeln!(
                text,
                "    {left_out} were left out of the search: cases of `extreme` kill them, or they \
                 are probably\n      equivalent to a correct solution"
            );
        }
        let alive = |row: &ClassRow| row.all - row.equivalent - row.killed;
        let mut classes: Vec<(&str, ClassRow)> = self.classes().into_iter().collect();
        classes.retain(|(_, row)| alive(row) > 0);
        classes.sort_by_key(|(_, row)| Reverse(alive(row)));
        let _ = writeln!(
            text,
            "  classes of wrong solutions with the most survivors, and how many were killed:"
        );
        for (class, row) in classes.iter().take(MAX_LISTED) {
            let killable = row.all - row.equivalent;
            let killed = format!("{} of {killable}", row.killed);
            let _ = writeln!(text, "    {class:<11} {killed:<12}  {}", row.description);
        }
    }

    fn list_worst(&self, survivors: &[usize], text: &mut String) {
        let mut found: Vec<_> = self.found.found.iter().collect();
        found.sort_by_key(|(_, trial)| trial.instance.leetcode().len());
        let mut listed = BTreeSet::new();
        found.retain(|(number, _)| listed.insert(self.mutants[**number].class));
        found.truncate(MAX_LISTED);
        for (number, Trial { instance, origin }) in &found {
            let name = named(self.mutants, &[**number]);
            let _ = write!(
                text,
                "- {name}; killed by this instance of {origin}:\n{}{}",
                indented(&instance.draw()),
                indented(&instance.leetcode()),
            );
        }
        let not_killed = |number: &usize| !self.found.found.contains_key(number);
        let rest: Vec<usize> = survivors.iter().copied().filter(not_killed).collect();
        for group in alike(self.mutants, &rest).take(MAX_LISTED - found.len()) {
            let evidence = self.mutants[group[0]].evidence;
            let evidence = evidence.unwrap_or("No instance that was tried kills it.");
            let _ = writeln!(text, "- {}. {evidence}", named(self.mutants, group));
        }
    }
}
