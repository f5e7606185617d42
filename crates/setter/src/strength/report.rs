//! Reports on the strength of a suite: a Markdown page, and a summary for a terminal.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

use super::matrix::KillMatrix;
use super::mutants::mutant::Mutant;
use crate::stress::{InstanceWithOrigin, Witnesses};
use mousetrap_suite::GameCase;

/// Maximum number of survivor lines in the summary for a terminal.
const MAX_LISTED_SURVIVORS: usize = 5;

/// The data of a report on the strength of one suite.
pub struct StrengthPage<'a> {
    /// The name of the suite, such as `1728/hidden`.
    pub title: String,
    /// The cases of the suite.
    pub cases: &'a [&'a GameCase],
    /// The mutants of the game.
    pub mutants: &'a [Mutant],
    /// The kill matrix of the cases and mutants.
    pub matrix: &'a KillMatrix,
    /// Newly found instances that kill survivors of the suite.
    pub found: &'a Witnesses,
}

/// The description of a class of mutants, and four counts: all its mutants, equivalent mutants,
/// killed mutants, and mutants killed at least twice.
type ClassRow = (&'static str, [usize; 4]);

impl StrengthPage<'_> {
    /// Returns the mutants that no case kills, except equivalent mutants.
    pub fn survivors(mutants: &[Mutant], matrix: &KillMatrix) -> Vec<usize> {
        let killers = matrix.killing_case_counts();
        let alive = |&number: &usize| killers[number] == 0 && mutants[number].equivalent.is_none();
        (0..mutants.len()).filter(alive).collect()
    }

    fn class_rows(&self) -> BTreeMap<&'static str, ClassRow> {
        let killers = self.matrix.killing_case_counts();
        let mut classes: BTreeMap<&'static str, ClassRow> = BTreeMap::new();
        for (mutant, &killers) in self.mutants.iter().zip(&killers) {
            let (description, counts) = classes.entry(mutant.class).or_default();
            *description = mutant.description();
            let is_equivalent = mutant.equivalent.is_some();
            let counted = [true, is_equivalent, killers > 0, killers > 1];
            for (count, is_counted) in counts.iter_mut().zip(counted) {
                *count += usize::from(is_counted);
            }
        }
        classes
    }

    /// Returns one line for each survivor that a newly found instance kills, then one line for each
    /// group of other survivors.
    fn survivor_lines(&self) -> Vec<String> {
        let survivors = Self::survivors(self.mutants, self.matrix);
        let (killed, alive): (Vec<usize>, Vec<usize>) = survivors
            .into_iter()
            .partition(|number| self.found.found.contains_key(number));
        let killed = killed.into_iter().map(|number| {
            let InstanceWithOrigin { instance, origin } = &self.found.found[&number];
            let form = instance.leetcode_text().trim().replace('\n', " ");
            let name = group_name(self.mutants, &[number]);
            format!("- {name}. It is killed by `{form}`, a shrunk instance (origin: {origin}).")
        });
        let alive = group_similar_mutants(self.mutants, &alive).map(|group| {
            let tried = || format!("It survives all {} instances tried.", self.found.tried);
            let evidence = self.mutants[group[0]].evidence;
            let evidence = evidence.map_or_else(tried, str::to_owned);
            format!("- {}. {evidence}", group_name(self.mutants, group))
        });
        killed.chain(alive).collect()
    }

    /// Returns the summary for a terminal: the kill counts and the first survivors.
    pub fn terminal_summary(&self) -> String {
        let summary = summary_sentence(self.cases.len(), self.mutants, self.matrix);
        let mut text = format!("{}: {summary}\n", self.title);
        let lines = self.survivor_lines();
        for line in lines.iter().take(MAX_LISTED_SURVIVORS) {
            let _ = writeln!(text, "{line}");
        }
        if lines.len() > MAX_LISTED_SURVIVORS {
            let _ = writeln!(text, "- … and {} more", lines.len() - MAX_LISTED_SURVIVORS);
        }
        text
    }
}

/// Groups mutants that are next to each other in the list and whose names differ only in numbers.
fn group_similar_mutants<'a>(
    mutants: &[Mutant],
    numbers: &'a [usize],
) -> impl Iterator<Item = &'a [usize]> {
    let kind = |number: usize| {
        let Mutant { class, name, .. } = &mutants[number];
        (*class, name.replace(|c: char| c.is_ascii_digit(), ""))
    };
    numbers.chunk_by(move |&one, &other| kind(one) == kind(other))
}

/// Returns the name of a group of mutants: their class, and the names of the first and the last
/// mutant.
fn group_name(mutants: &[Mutant], group: &[usize]) -> String {
    let (first, last) = (group[0], group[group.len() - 1]);
    let Mutant { class, name, .. } = &mutants[first];
    if first == last {
        return format!("{class}: {name}");
    }
    format!("{class}: {name} … {} ({})", mutants[last].name, group.len())
}

/// Returns one line for each mutant, or for each group of mutants whose names differ only in
/// numbers.
pub fn mutant_group_names(mutants: &[Mutant], numbers: &[usize]) -> Vec<String> {
    let groups = group_similar_mutants(mutants, numbers);
    groups.map(|group| group_name(mutants, group)).collect()
}

/// Returns a sentence with the numbers of cases, mutants, equivalent mutants and killed mutants.
pub(crate) fn summary_sentence(cases: usize, mutants: &[Mutant], matrix: &KillMatrix) -> String {
    let killers = matrix.killing_case_counts();
    let killable = mutants.iter().filter(|m| m.equivalent.is_none()).count();
    let killed = killers.iter().filter(|&&killers| killers > 0).count();
    let twice = killers.iter().filter(|&&killers| killers > 1).count();
    format!(
        "{cases} cases against {} mutants, of which {} are equivalent: {killed} of {killable} are \
         killed, {twice} at least twice.",
        mutants.len(),
        mutants.len() - killable,
    )
}

impl fmt::Display for StrengthPage<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let summary = summary_sentence(self.cases.len(), self.mutants, self.matrix);
        writeln!(
            f,
            "## {}\n\n{summary}\n\n\
             | class | mutants | equivalent | killed | killed twice | mistake |\n\
             | --- | ---: | ---: | ---: | ---: | --- |",
            self.title
        )?;
        for (class, (description, counts)) in self.class_rows() {
            let counts = counts.map(|count| count.to_string()).join(" | ");
            writeln!(f, "| {class} | {counts} | {description} |")?;
        }
        let lines = match &self.survivor_lines()[..] {
            [] => "None.".to_owned(),
            lines => lines.join("\n"),
        };
        writeln!(f, "\n### Survivors\n\n{lines}\n\n### Equivalent\n")?;
        for Mutant {
            class,
            name,
            equivalent,
            ..
        } in self.mutants
        {
            if let Some(reason) = equivalent {
                writeln!(f, "- {class}: {name}, because {reason}.")?;
            }
        }
        Ok(())
    }
}
