//! The strength of a suite as a page of Markdown.

use std::collections::BTreeMap;
use std::fmt;

use crate::strength::matrix::Matrix;
use crate::strength::mutants::mutant::Mutant;
use crate::stress::{Trial, Witnesses};
use mousetrap_suite::GameCase;

/// The data of the page.
pub struct StrengthPage<'a> {
    /// The suite, such as `1728/hidden`.
    pub title: String,
    /// The cases.
    pub cases: &'a [&'a GameCase],
    /// The mutants.
    pub mutants: &'a [Mutant],
    /// The kill matrix.
    pub matrix: &'a Matrix,
    /// The result of the search for killers of the survivors.
    pub found: &'a Witnesses,
    /// Wrong solutions that were judged on the same cases.
    pub solutions: &'a [Solution],
}

/// A wrong solution in a real language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Its file.
    pub name: String,
    /// The numbers of the cases on which it fails.
    pub fails: Vec<usize>,
}

/// The numbers of mutants of one class.
#[derive(Default)]
struct ClassRow {
    description: &'static str,
    all: usize,
    equivalent: usize,
    killed: usize,
    twice: usize,
}

impl StrengthPage<'_> {
    /// Returns the mutants that no case kills, except equivalent ones.
    pub fn survivors(mutants: &[Mutant], matrix: &Matrix) -> Vec<usize> {
        let killers = matrix.killers();
        let alive = |&number: &usize| killers[number] == 0 && mutants[number].equivalent.is_none();
        (0..mutants.len()).filter(alive).collect()
    }

    fn classes(&self) -> BTreeMap<&'static str, ClassRow> {
        let killers = self.matrix.killers();
        let mut classes: BTreeMap<&'static str, ClassRow> = BTreeMap::new();
        for (mutant, &killers) in self.mutants.iter().zip(&killers) {
            let row = classes.entry(mutant.class).or_default();
            row.description = mutant.description();
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
        for group in alike(self.mutants, &survivors) {
            let (found, rest): (Vec<usize>, Vec<usize>) =
                (group.iter()).partition(|number| self.found.found.contains_key(number));
            for number in found {
                let Trial { instance, origin } = &self.found.found[&number];
                let form = instance.leetcode().trim().replace('\n', " ");
                let name = named(self.mutants, &[number]);
                writeln!(
                    f,
                    "- {name}. Killed by `{form}`, from an instance of {origin}."
                )?;
            }
            let Some(&first) = rest.first() else {
                continue;
            };
            let name = named(self.mutants, &rest);
            match self.mutants[first].evidence {
                Some(evidence) => writeln!(f, "- {name}. {evidence}")?,
                None => writeln!(
                    f,
                    "- {name}. None of {} instances tried kills it.",
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

    /// Writes the wrong solutions that were judged, with the cases on which they fail.
    pub(crate) fn write_solutions(&self, f: &mut dyn fmt::Write) -> fmt::Result {
        if self.solutions.is_empty() {
            return Ok(());
        }
        writeln!(f, "\n### Wrong solutions in real languages\n")?;
        writeln!(f, "| solution | cases failed | the smallest of them |")?;
        writeln!(f, "| --- | ---: | --- |")?;
        for solution in self.solutions {
            let smallest = solution
                .fails
                .iter()
                .min_by_key(|&&case| self.cases[case].input.len());
            let smallest = smallest.map_or("none".to_owned(), |&case| {
                format!("`{}`", self.cases[case].id)
            });
            writeln!(
                f,
                "| `{}` | {} | {smallest} |",
                solution.name,
                solution.fails.len()
            )?;
        }
        Ok(())
    }
}

/// Groups adjacent mutants whose names differ only in numbers.
pub(crate) fn alike<'a>(
    mutants: &[Mutant],
    numbers: &'a [usize],
) -> impl Iterator<Item = &'a [usize]> {
    let kind = |number: usize| {
        let Mutant { class, name, .. } = &mutants[number];
        (*class, name.replace(|c: char| c.is_ascii_digit(), ""))
    };
    numbers.chunk_by(move |&one, &other| kind(one) == kind(other))
}

/// Returns the class of a group of mutants, and the names of the first and the last one.
pub(crate) fn named(mutants: &[Mutant], group: &[usize]) -> String {
    let (first, last) = (group[0], group[group.len() - 1]);
    let Mutant { class, name, .. } = &mutants[first];
    if first == last {
        return format!("{class}: {name}");
    }
    format!("{class}: {name} … {} ({})", mutants[last].name, group.len())
}

/// Returns a line for each mutant; mutants whose names differ only in numbers share one.
pub fn folded(mutants: &[Mutant], numbers: &[usize]) -> Vec<String> {
    let groups = alike(mutants, numbers);
    groups.map(|group| named(mutants, group)).collect()
}

/// Returns a line with the numbers of mutants and killed mutants.
pub(crate) fn summary(cases: usize, mutants: &[Mutant], matrix: &Matrix) -> String {
    let killers = matrix.killers();
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
        writeln!(f, "## {}\n", self.title)?;
        writeln!(
            f,
            "{}\n",
            summary(self.cases.len(), self.mutants, self.matrix)
        )?;
        writeln!(
            f,
            "| class | mutants | equivalent | killed | twice | what is wrong |"
        )?;
        writeln!(f, "| --- | ---: | ---: | ---: | ---: | --- |")?;
        for (class, row) in self.classes() {
            let ClassRow {
                description,
                all,
                equivalent,
                killed,
                twice,
            } = row;
            writeln!(
                f,
                "| {class} | {all} | {equivalent} | {killed} | {twice} | {description} |"
            )?;
        }
        self.write_survivors(f)?;
        self.write_equivalent(f)?;
        self.write_solutions(f)
    }
}
