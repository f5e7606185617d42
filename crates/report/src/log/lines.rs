//! The lines of a log.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::FORMAT;
use crate::json::shown;
use crate::{Facts, Model, RepeatedOptions, Submission};
use cat_and_mouse::Game;
use mousetrap_base::{Choice as _, Shard};
use mousetrap_judge::{Alike, CaseResult, Failing, Record, Skip, SubmissionInfo};
use mousetrap_model::Clock;
use mousetrap_model::Form;
use mousetrap_model::Verdict;
use mousetrap_model::points::RunPoints;

/// A line, as it is written.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Line<'a> {
    /// What is judged, and how.
    Run(Head),
    /// A case that somebody failed.
    Case(Text),
    /// A submission has its verdict.
    Finished { submission: usize, record: Record },
    /// A submission is the same as another.
    Same { submission: usize, first: usize },
    /// A submission cannot be judged here.
    Skipped {
        submission: usize,
        #[serde(flatten)]
        skip: Cow<'a, Skip>,
    },
    /// The judge failed on a submission.
    Failed {
        submission: usize,
        error: Cow<'a, str>,
    },
    /// The run has ended.
    Ended(Ended),
}

/// A line that is read again, but for the record in it.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum ReadLine {
    Run(Head),
    Case(Text),
    Finished {
        submission: usize,
    },
    Same {
        submission: usize,
        first: usize,
    },
    Skipped {
        submission: usize,
        #[serde(flatten)]
        skip: Skip,
    },
    Failed {
        submission: usize,
        error: String,
    },
    Ended(Ended),
}

/// The record in a line.
#[derive(Debug, Deserialize)]
pub(super) struct Finished {
    pub(super) finished: Whole,
}

#[derive(Debug, Deserialize)]
pub(super) struct Whole {
    pub(super) record: Record,
}

/// What is judged, and how.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Head {
    pub(super) log: u32,
    /// What decides judgements beside the submissions.
    pub(super) conditions: BTreeMap<String, String>,
    /// Which part of a run it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) shard: Option<Shard>,
    #[serde(default)]
    pub(crate) repeated: RepeatedOptions,
    /// The point groups, by problem id.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) points: BTreeMap<String, RunPoints>,
    /// The paths that the user named.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) named: Vec<String>,
    pub(crate) jobs: usize,
    pub(crate) isolation: String,
    pub(crate) clock: Clock,
    pub(super) refused: Vec<(String, String)>,
    pub(super) left_out: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) similar: Option<Vec<Alike>>,
    pub(super) submissions: Vec<Entry>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Entry {
    pub(super) path: String,
    /// Stands for language, form, problem and text.
    pub(super) source: String,
    /// Where it stands in the whole run, where this is a part of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) place: Option<usize>,
    problem: String,
    language: String,
    language_name: String,
    form: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    encoding: Option<String>,
    expected: Verdict,
    is_placed: bool,
    cases: usize,
}

/// What a case says that was failed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Text {
    problem: String,
    id: String,
    input: String,
    leetcode: String,
    max_plies: Option<u32>,
    drawing: String,
    answer: String,
}

/// How a run ended.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Ended {
    pub(crate) interrupted: bool,
    pub(crate) wall_us: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) reporting_us: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) facts: Option<Facts>,
}

impl Head {
    /// That of a run that has started.
    pub(crate) fn new(model: &Model) -> Self {
        let part = model.part.as_ref();
        let entry = |(index, submission): (usize, &Submission)| {
            let info = &submission.info;
            Entry {
                path: shown(&info.path),
                source: info.source.clone(),
                place: part.map(|part| part.places[index]),
                problem: info.problem.clone(),
                language: info.language.clone(),
                language_name: info.language_name.clone(),
                form: info.form.name().to_owned(),
                encoding: info.encoding.clone(),
                expected: info.expected,
                is_placed: info.is_placed,
                cases: info.cases,
            }
        };
        let refused = model.refused.iter();
        Self {
            log: FORMAT,
            conditions: model.conditions.clone(),
            shard: part.map(|part| part.shard),
            repeated: model.repeated.clone(),
            points: model.points.clone(),
            named: model.named.iter().map(|path| shown(path)).collect(),
            jobs: model.jobs,
            isolation: model.isolation.clone(),
            clock: model.clock,
            refused: refused
                .map(|refused| (shown(&refused.path), refused.reason.clone()))
                .collect(),
            left_out: model.left_out.iter().map(|path| shown(path)).collect(),
            similar: part.map_or(&model.similar, |part| &part.similar).clone(),
            submissions: model.submissions.iter().enumerate().map(entry).collect(),
        }
    }
}

impl Entry {
    /// The submission as the judge found it; `None` where no judge has written this.
    pub(super) fn info(&self) -> Option<SubmissionInfo> {
        Some(SubmissionInfo {
            path: self.path.clone().into(),
            problem: Game::by_id(&self.problem)?.id().to_owned(),
            language: self.language.clone(),
            language_name: self.language_name.clone(),
            form: Form::named(&self.form)?,
            encoding: self.encoding.clone(),
            expected: self.expected,
            is_placed: self.is_placed,
            cases: self.cases,
            source: self.source.clone(),
        })
    }
}

impl Text {
    /// Those of all cases that were failed.
    pub(super) fn of(problem: &str, cases: &[CaseResult]) -> impl Iterator<Item = Self> {
        cases.iter().filter_map(move |case| {
            let failing = case.failing.as_ref()?;
            Some(Self {
                problem: problem.to_owned(),
                id: case.id.0.clone(),
                input: failing.input.clone(),
                leetcode: failing.leetcode.clone(),
                max_plies: failing.max_plies,
                drawing: failing.drawing.clone(),
                answer: failing.answer.clone(),
            })
        })
    }

    /// What it is found by.
    pub(super) fn key(&self) -> (String, String) {
        (self.problem.clone(), self.id.clone())
    }

    pub(super) fn failing(&self, reply: Option<String>) -> Failing {
        Failing {
            input: self.input.clone(),
            leetcode: self.leetcode.clone(),
            max_plies: self.max_plies,
            drawing: self.drawing.clone(),
            answer: self.answer.clone(),
            reply,
        }
    }
}
