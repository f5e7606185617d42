//! The JSON report of `mousetrap strength source`, described in `docs/setter-json.md`.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::stress::{JsonPart, merged};
use mousetrap_model::RefusedFile;
use mousetrap_util::PartsError;

/// The mutants of some submissions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MutantReport {
    /// Version of this format.
    pub format: u32,
    /// Version of Mousetrap.
    pub version: String,
    /// What chose samples and instances.
    pub seed: u64,
    /// The suites asked for, by problem.
    pub suites: BTreeMap<String, Vec<String>>,
    /// Which part of a run this is; null for all of it.
    #[serde(default)]
    pub part: Option<JsonPart>,
    /// Whether the run was cut short or has not ended yet.
    pub interrupted: bool,
    /// Mutants that were to be tried.
    pub mutants: usize,
    /// Those that some case has noticed.
    pub killed: usize,
    /// Those of which the compiler makes the same program as of the original.
    pub equivalent: usize,
    /// Those that do not compile.
    pub not_compiled: usize,
    /// Those that were not tried, since the run was cut short.
    pub not_judged: usize,
    /// Survivors for which no instance was tried, since the run was cut short or was not
    /// to search.
    #[serde(default)]
    pub not_searched: usize,
    /// Those that are accepted on every case.
    pub survivors: Vec<JsonSurvivor>,
    /// The same numbers for each submission.
    pub submissions: Vec<JsonMutated>,
    /// Files that have no mutants to be tried.
    pub refused: Vec<RefusedFile>,
}

/// The mutants of one submission, in numbers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct JsonMutated {
    /// The file.
    pub path: String,
    /// The problem.
    pub problem: String,
    /// The id of the language.
    pub language: String,
    /// How many mutants there are.
    pub possible: usize,
    /// How many of them were to be tried.
    pub mutants: usize,
    /// How many were in one program.
    pub woven: usize,
    /// How many some case has noticed.
    pub killed: usize,
    /// What the cases that noticed them saw: a count for each verdict.
    pub verdicts: BTreeMap<String, usize>,
    /// How many are the same program as the original.
    pub equivalent: usize,
    /// How many do not compile.
    pub not_compiled: usize,
    /// How many were not tried.
    pub not_judged: usize,
    /// How many are accepted on every case.
    pub survivors: usize,
    /// For how many of these no instance was tried.
    #[serde(default)]
    pub not_searched: usize,
    /// For how many of these an instance was found that notices them.
    pub broken: usize,
    /// Wall time in microseconds.
    pub wall_us: u64,
}

/// A mutant that is accepted on every case.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JsonSurvivor {
    /// The file of the original.
    pub path: String,
    /// The line that differs.
    pub line: usize,
    /// Where it stands among all mutants of the file, from 0.
    #[serde(default)]
    pub place: usize,
    /// What was changed: `comparison`, `arithmetic`, `boolean`, `constant`, `bound`,
    /// `loop bound`, `statement` or `arguments`.
    pub class: String,
    /// The lines that differ, those of the original behind `-`, those of the mutant
    /// behind `+`.
    pub diff: String,
    /// Instances on which it was compared with the original.
    pub tried: usize,
    /// One on which they differ; null where none was found, so that it is perhaps
    /// equivalent if any were tried.
    pub found: Option<JsonInstance>,
}

impl JsonSurvivor {
    /// Whether an instance was tried that might tell it from the original.
    pub fn is_searched(&self) -> bool {
        self.tried > 0 || self.found.is_some()
    }
}

/// An instance on which a mutant differs from the original.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JsonInstance {
    /// One JSON argument per line.
    pub leetcode: String,
    /// The jury's reply.
    pub answer: String,
    /// What the mutant did.
    pub mutant: String,
    /// What the original did.
    pub original: String,
}

impl JsonMutated {
    fn add(&mut self, other: Self) {
        self.mutants += other.mutants;
        self.woven += other.woven;
        self.killed += other.killed;
        for (verdict, count) in other.verdicts {
            *self.verdicts.entry(verdict).or_default() += count;
        }
        self.equivalent += other.equivalent;
        self.not_compiled += other.not_compiled;
        self.not_judged += other.not_judged;
        self.survivors += other.survivors;
        self.not_searched += other.not_searched;
        self.broken += other.broken;
        // As if on one machine, one after the other.
        self.wall_us += other.wall_us;
    }
}

impl MutantReport {
    /// The version of the format.
    pub const FORMAT: u32 = 1;

    /// Puts parts together, each with its file. All of them have the same submissions,
    /// each some of the mutants.
    ///
    /// # Errors
    /// Says why they do not belong together.
    pub fn merge(files: Vec<(PathBuf, Self)>) -> Result<Self, PartsError> {
        let split = |report: &mut Self| (report.part.take(), report.interrupted);
        let reports = merged(files, split)?;
        let mut whole = reports.reduce(Self::with).unwrap_or_default();
        let place = |path: &str| whole.submissions.iter().position(|one| one.path == path);
        whole
            .survivors
            .sort_by_cached_key(|one| (place(&one.path), one.place));
        Ok(whole.summed())
    }

    fn with(mut self, part: Self) -> Self {
        for other in part.submissions {
            match self
                .submissions
                .iter_mut()
                .find(|one| one.path == other.path)
            {
                Some(one) => one.add(other),
                None => self.submissions.push(other),
            }
        }
        self.survivors.extend(part.survivors);
        for refused in part.refused {
            if !self.refused.contains(&refused) {
                self.refused.push(refused);
            }
        }
        self
    }

    /// Adds up what is known of each submission.
    #[must_use]
    pub fn summed(mut self) -> Self {
        let sum = |of: fn(&JsonMutated) -> usize| self.submissions.iter().map(of).sum();
        self.mutants = sum(|one| one.mutants);
        self.killed = sum(|one| one.killed);
        self.equivalent = sum(|one| one.equivalent);
        self.not_compiled = sum(|one| one.not_compiled);
        self.not_judged = sum(|one| one.not_judged);
        self.not_searched = sum(|one| one.not_searched);
        self
    }

    /// The JSON text, ending in a newline.
    pub fn to_json(&self) -> String {
        super::pretty(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_added_up_in_the_order_of_the_source() {
        let part = |number: &str, places: &[usize]| {
            let survivor = |place: &usize| JsonSurvivor {
                path: "a".to_owned(),
                line: 1,
                place: *place,
                class: "bound".to_owned(),
                diff: String::new(),
                tried: 0,
                found: None,
            };
            let report = MutantReport {
                part: Some(JsonPart {
                    shard: format!("{number}/2").parse().unwrap(),
                    conditions: [("--time".to_owned(), "1s".to_owned())].into(),
                }),
                submissions: vec![JsonMutated {
                    path: "a".to_owned(),
                    possible: 9,
                    mutants: 4,
                    killed: 2,
                    survivors: places.len(),
                    verdicts: [("WA".to_owned(), 2)].into(),
                    ..JsonMutated::default()
                }],
                survivors: places.iter().map(survivor).collect(),
                ..MutantReport::default()
            };
            (PathBuf::from(number), report)
        };
        let (one, two) = (part("1", &[0, 7]), part("2", &[3]));
        let whole = MutantReport::merge(vec![two.clone(), one.clone()]).unwrap();
        let places: Vec<usize> = whole.survivors.iter().map(|it| it.place).collect();
        assert_eq!(places, [0, 3, 7]);
        let sum = &whole.submissions[0];
        assert_eq!((sum.possible, sum.mutants, sum.verdicts["WA"]), (9, 8, 4));
        assert_eq!((whole.killed, whole.part), (4, None));
        let mut cut = two.clone();
        cut.1.interrupted = true;
        let said = MutantReport::merge(vec![one.clone(), cut]).unwrap_err();
        assert!(
            said.to_string()
                .starts_with("2: cannot be merged: shard 2/2 was cut short")
        );
        let mut unlike = two;
        let part = unlike.1.part.as_mut().unwrap();
        part.conditions.insert("--time".to_owned(), "2s".to_owned());
        let said = MutantReport::merge(vec![one, unlike]).unwrap_err();
        assert!(said.to_string().contains("not the same in both: --time"));
    }

    #[test]
    fn totals_are_sums_over_submissions() {
        let one = JsonMutated {
            mutants: 5,
            killed: 2,
            equivalent: 1,
            ..JsonMutated::default()
        };
        let report = MutantReport {
            submissions: vec![one.clone(), one],
            ..MutantReport::default()
        };
        let report = report.summed();
        assert_eq!(
            (report.mutants, report.killed, report.equivalent),
            (10, 4, 2)
        );
    }
}
