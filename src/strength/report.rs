//! The strength of a suite as a page of Markdown.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use super::matrix::Matrix;
use super::mutant::Mutant;
use super::survivors::Found;
use crate::suite::Case;

/// Everything the page needs.
pub struct Report<'a> {
    /// What was measured: `1728/hidden`.
    pub title: String,
    /// The cases.
    pub cases: &'a [&'a Case],
    /// The mutants.
    pub mutants: &'a [Mutant],
    /// Who kills whom.
    pub matrix: &'a Matrix,
    /// What a search has found for the survivors, in their order.
    pub found: &'a Found,
}

/// Mutants of one class by what became of them.
#[derive(Default)]
struct Row {
    all: usize,
    equivalent: usize,
    killed: usize,
    twice: usize,
}

impl Report<'_> {
    /// The mutants that no case kills, apart from equivalent ones.
    pub fn survivors(mutants: &[Mutant], matrix: &Matrix) -> Vec<usize> {
        let killers = matrix.killers();
        let alive = |&number: &usize| killers[number] == 0 && mutants[number].equivalent.is_none();
        (0..mutants.len()).filter(alive).collect()
    }

    fn classes(&self) -> BTreeMap<&'static str, Row> {
        let killers = self.matrix.killers();
        let mut classes: BTreeMap<&'static str, Row> = BTreeMap::new();
        for (mutant, &killers) in self.mutants.iter().zip(&killers) {
            let row = classes.entry(mutant.class).or_default();
            row.all += 1;
            row.equivalent += usize::from(mutant.equivalent.is_some());
            row.killed += usize::from(killers > 0);
            row.twice += usize::from(killers > 1);
        }
        classes
    }

    fn write_survivors(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let survivors = Self::survivors(self.mutants, self.matrix);
        writeln!(f, "\n### Survivors\n")?;
        if survivors.is_empty() {
            writeln!(f, "None.")?;
        }
        for (&number, killer) in survivors.iter().zip(&self.found.killers) {
            let mutant = &self.mutants[number];
            write!(f, "- {}: {}. ", mutant.class, mutant.name)?;
            match killer {
                Some((instance, family)) => {
                    let form = instance.leetcode().trim().replace('\n', " ");
                    writeln!(f, "Killed by an instance of {family}: `{form}`")?;
                }
                None => writeln!(
                    f,
                    "Probably equivalent: none of {} drawn instances kills it.",
                    self.found.tried
                )?,
            }
        }
        Ok(())
    }

    fn write_equivalent(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\n### Equivalent\n")?;
        for mutant in self.mutants {
            if let Some(reason) = mutant.equivalent {
                writeln!(f, "- {}: {}, because {reason}.", mutant.class, mutant.name)?;
            }
        }
        Ok(())
    }

    fn write_coverage(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut answers: BTreeMap<&str, usize> = BTreeMap::new();
        let mut sizes: BTreeMap<&str, usize> = BTreeMap::new();
        let mut depths: BTreeMap<u32, usize> = BTreeMap::new();
        for case in self.cases {
            *answers.entry(case.answer).or_default() += 1;
            let size = case.input.lines().next().unwrap_or_default();
            *sizes.entry(size).or_default() += 1;
            if let Some(depth) = case.outcome.depth() {
                *depths.entry(depth.0.next_power_of_two()).or_default() += 1;
            }
        }
        writeln!(f, "\n### Coverage\n")?;
        writeln!(f, "- answers: {}", counts(&answers))?;
        writeln!(
            f,
            "- first lines (size and jumps): {} different",
            sizes.len()
        )?;
        writeln!(f, "- depths up to: {}", counts(&depths))?;
        let idle: Vec<String> = self
            .matrix
            .idle(2)
            .into_iter()
            .map(|case| self.cases[case].id.to_string())
            .collect();
        writeln!(
            f,
            "- cases without which every mutant still has two killers: {}",
            idle.len()
        )
    }
}

fn counts<K: fmt::Display>(counts: &BTreeMap<K, usize>) -> String {
    let mut text = String::new();
    for (key, count) in counts {
        let separator = if text.is_empty() { "" } else { ", " };
        let _ = write!(text, "{separator}{key} ({count})");
    }
    text
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let killers = self.matrix.killers();
        let killable = self
            .mutants
            .iter()
            .filter(|m| m.equivalent.is_none())
            .count();
        let killed = killers.iter().filter(|&&killers| killers > 0).count();
        let twice = killers.iter().filter(|&&killers| killers > 1).count();
        writeln!(f, "## {}\n", self.title)?;
        writeln!(
            f,
            "{} cases against {} mutants, of which {} are equivalent: {killed} of {killable} are \
             killed, {twice} at least twice.\n",
            self.cases.len(),
            self.mutants.len(),
            self.mutants.len() - killable,
        )?;
        writeln!(f, "| class | mutants | equivalent | killed | twice |")?;
        writeln!(f, "| --- | ---: | ---: | ---: | ---: |")?;
        for (class, row) in self.classes() {
            let Row {
                all,
                equivalent,
                killed,
                twice,
            } = row;
            writeln!(f, "| {class} | {all} | {equivalent} | {killed} | {twice} |")?;
        }
        self.write_survivors(f)?;
        self.write_equivalent(f)?;
        self.write_coverage(f)
    }
}
