//! A short text on the strength of a suite, for a terminal.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::page::{StrengthPage, alike, named, summary};
use crate::stress::Trial;
use mousetrap_util::printable::indented;

/// Maximum number of survivors that are listed.
const MAX_LISTED: usize = 5;

impl StrengthPage<'_> {
    /// Returns the kill counts, the worst survivors with an instance that kills each, and the
    /// table of wrong programs that were judged. The survivors with the smallest killers are
    /// the worst, one of each class.
    pub fn overview(&self) -> String {
        let summary = summary(self.cases.len(), self.mutants, self.matrix);
        let mut text = format!("{}: {summary}\n", self.title);
        let survivors = Self::survivors(self.mutants, self.matrix);
        if !survivors.is_empty() {
            self.list_worst(&survivors, &mut text);
        }
        // Writing to a string cannot fail.
        let _ = self.write_solutions(&mut text);
        text
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
