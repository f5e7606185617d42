//! The hall of fame: the best find of each target, as the collections
//! `cases/<problem>/extreme.toml` and, where work counts, `slow.toml`. A case there is
//! named after its target.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::{Find, Goal, Target};
use cat_and_mouse::game::{Bounds, GameError};
use cat_and_mouse::problem::{Instance, Problem};
use cat_and_mouse::variant::Variant;
use mousetrap_base::Limits;
use mousetrap_base::root::Root;
use mousetrap_suite::{Case, CaseId, Programs, ProofError, Record, SuiteError, SuiteName};

/// The suites that hold it.
pub const SUITES: [&str; 2] = [EXTREME, SLOW];
/// That of the longest wins, the one that ladders are made of.
pub const EXTREME: &str = "extreme";
/// That of what costs usual algorithms most.
pub(super) const SLOW: &str = "slow";

/// Why a find was not taken in.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HallError {
    /// The collection cannot be read or written.
    #[error(transparent)]
    Suite(#[from] SuiteError),
    /// The solver that judges and the solver that proves differ.
    #[error("{target}: {source}; this is a bug in a solver, please report the instance:\n{input}")]
    Unproved {
        /// What was hunted.
        target: Target,
        /// What is wrong.
        source: Unproved,
        /// The instance.
        input: String,
    },
}

impl Goal {
    /// The suite of the hall that holds what was found for it.
    pub const fn suite(self) -> &'static str {
        match self {
            Self::QueueSteps | Self::SearchCalls | Self::Recursion => SLOW,
            _ => EXTREME,
        }
    }
}

/// What is wrong with a find.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Unproved {
    /// Its text is not an instance.
    #[error(transparent)]
    Illegal(#[from] GameError),
    /// The instance, read again, does not score as much.
    #[error("the score is not {0}")]
    Score(u32),
    /// It is too large, or has other jumps.
    #[error("it is not an instance of this target")]
    Elsewhere,
    /// Its answer has no proof.
    #[error(transparent)]
    Answer(#[from] ProofError),
}

impl Target {
    /// The instance of a find, if it is one of this target and scores what the find
    /// says.
    pub(super) fn holds(&self, find: &Find) -> Result<Instance, Unproved> {
        let instance = self.problem().parse(&find.input, Bounds::Contest)?;
        let is_here = match (self, &instance) {
            (Self::Boards { size, jumps, .. }, Instance::Grid(grid)) => {
                (grid.rows, grid.cols) == *size && (grid.cat_jump, grid.mouse_jump) == *jumps
            }
            (Self::Graphs { nodes, .. }, Instance::Graph(graph)) => graph.nodes() <= *nodes,
            _ => false,
        };
        if !is_here {
            return Err(Unproved::Elsewhere);
        }
        if self.score(&instance) != Some(find.score) {
            return Err(Unproved::Score(find.score));
        }
        Ok(instance)
    }
}

/// What became of a find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// It is new, or better than what was there by so much.
    Taken {
        /// The score of the target's entry before.
        before: Option<u32>,
        /// Entries of the certificate that proves it.
        entries: usize,
    },
    /// What was there is as good.
    Kept {
        /// The score of the target's entry.
        score: u32,
    },
}

/// A suite of the hall: the entries of the project, and those built in that they
/// do not replace.
pub struct Hall {
    problem: Problem,
    suite: &'static str,
    limits: Limits,
    cases: Vec<(String, Case)>,
    /// The entries that are the project's own.
    own: BTreeSet<CaseId>,
}

impl Hall {
    /// Reads it; empty if there is none yet.
    ///
    /// # Errors
    /// If the collection is broken.
    pub fn read(
        root: &Root,
        problem: Problem,
        suite: &'static str,
        limits: Limits,
    ) -> Result<Self, SuiteError> {
        let read = |root: &Root| mousetrap_suite::read_collection(root, problem, suite, limits);
        let mut cases = read(root)?;
        let own: BTreeSet<CaseId> = cases.iter().map(|(_, case)| case.id.clone()).collect();
        let mut built_in = read(&root.built_in())?;
        built_in.retain(|(_, case)| !own.contains(&case.id) && !own.contains(&case.of()));
        cases.extend(built_in);
        Ok(Self {
            problem,
            suite,
            limits,
            cases,
            own,
        })
    }

    /// The entries, each with its origin.
    pub fn cases(&self) -> &[(String, Case)] {
        &self.cases
    }

    /// The entries without variants as a Markdown table.
    pub fn table(&self) -> String {
        let mut text =
            String::from("### Hall of fame\n\n| case | plies | found by |\n| --- | ---: | --- |\n");
        let entries = self.cases.iter();
        for (origin, case) in entries.filter(|(_, case)| case.variant.is_none()) {
            let depth = case.outcome.depth();
            let depth = depth.map_or("-".to_owned(), |depth| depth.to_string());
            let _ = writeln!(text, "| `{}` | {depth} | {origin} |", case.id);
        }
        text
    }

    /// Whether it is this one.
    pub fn is(&self, problem: Problem, suite: &str) -> bool {
        self.problem == problem && self.suite == suite
    }

    /// Takes in what is better in another hall; what became of each of its entries that
    /// is named after a target.
    ///
    /// # Errors
    /// If a proof fails.
    pub fn join(&mut self, other: &Self) -> Result<Vec<(Target, Entry)>, HallError> {
        let mut became = Vec::new();
        for (from, case) in &other.cases {
            let name = case.id.0.rsplit('/').next();
            let target = name.and_then(|name| Target::named(self.problem, name));
            if let Some(target) = target.filter(|_| case.variant.is_none())
                && let Some(score) = target.score(&case.instance)
            {
                let find = Find {
                    score,
                    restart: 0,
                    input: case.instance.text(),
                };
                let from = from.split("; certificate of ").next().unwrap_or(from);
                became.push((target, self.offer(target, &find, from)?));
            }
        }
        Ok(became)
    }

    /// Takes in a find if it is better than the target's entry, after a
    /// certificate has proved it. `from` says how to find it again.
    ///
    /// # Errors
    /// If the proof fails.
    pub fn offer(&mut self, target: Target, find: &Find, from: &str) -> Result<Entry, HallError> {
        let name = CaseId(format!("{}/{target}", self.suite));
        let place = self.cases.iter().position(|(_, case)| case.id == name);
        let before = place.and_then(|place| target.score(&self.cases[place].1.instance));
        if let Some(score) = before.filter(|&score| score >= find.score) {
            return Ok(Entry::Kept { score });
        }
        let unproved = |source| HallError::Unproved {
            target,
            source,
            input: find.input.clone(),
        };
        let (mut case, entries) = self.proved(name, target, find).map_err(unproved)?;
        let from = format!("{from}; certificate of {entries} entries");
        if let Some(place) = place {
            case.limits = self.cases[place].1.limits;
        }
        let place = place.unwrap_or(self.cases.len());
        let mut old = self.cases.split_off(place);
        // The entry's variants follow it; they are made anew.
        let rest = old
            .iter()
            .skip(1)
            .position(|(_, case)| case.variant.is_none());
        let rest = old.split_off(rest.map_or(old.len(), |rest| rest + 1));
        let variants: Vec<Variant> = old.iter().filter_map(|(_, case)| case.variant).collect();
        let varied = variants
            .into_iter()
            .filter_map(|variant| case.varied(variant));
        let fresh: Vec<Case> = varied.filter(|other| other.input != case.input).collect();
        for case in std::iter::once(case).chain(fresh) {
            self.own.insert(case.id.clone());
            self.cases.push((from.clone(), case));
        }
        self.cases.extend(rest);
        Ok(Entry::Taken { before, entries })
    }

    /// The case of a find, and the entries of the certificate that proves it.
    fn proved(&self, name: CaseId, target: Target, find: &Find) -> Result<(Case, usize), Unproved> {
        let instance = target.holds(find)?;
        let mut case = Case::solved(name, instance, self.limits);
        if matches!(target.goal(), Goal::MouseWin | Goal::CatWin) {
            case.record = Some(Record::Hunted);
        }
        let entries = case.prove()?.entries();
        Ok((case, entries))
    }

    /// Replaces the collection by what the hall has beyond what is built in.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, root: &Root, programs: &mut dyn Programs) -> Result<(), SuiteError> {
        let name = SuiteName {
            problem: self.problem,
            suite: self.suite.to_owned(),
        };
        let cases: Vec<(String, &Case)> = self
            .cases
            .iter()
            .filter(|(_, case)| self.own.contains(&case.id))
            .map(|(from, case)| (from.clone(), case))
            .collect();
        let what = match self.suite {
            SLOW => "What costs usual algorithms most as far as",
            _ => "The most extreme instances",
        };
        let header = format!(
            "{what} known, one for each target. Each has been proved by a certificate;\n\
             where it names a seed, `mousetrap hunt` finds it again. Variants are the same in other forms."
        );
        mousetrap_suite::write_collection(root, &name, &header, &cases, self.limits, programs)
    }
}
