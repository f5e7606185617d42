//! A run with everything that others wrote spelt as a format needs it.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::{Model, Submission, View};
use mousetrap_model::points::RunPoints;
use mousetrap_model::{
    CaseId, Facts, Message, RefusedFile, RepeatedOptions, RunEnding, RunHeader, RunWorker,
    SubmissionOutcome,
};
use mousetrap_util::printable::{named, one_line, printable};

impl Model {
    /// The run with every text that others wrote, names as well, made
    /// [`printable`]. Every format but JSON, which loses nothing, is made from
    /// this alone: none has to remember which of its fields are strangers'.
    #[must_use]
    pub fn printable(&self) -> Self {
        let Self {
            header,
            submissions,
            ending,
            facts,
            // Its texts are not printable.
            log: _,
            labelled,
            view,
        } = self;
        Self {
            header: printable_header(header),
            submissions: submissions.iter().map(Submission::printable).collect(),
            ending: ending.as_ref().map(|ending| RunEnding {
                facts: printable_facts(&ending.facts),
                ..*ending
            }),
            facts: printable_facts(facts),
            log: None,
            labelled: labelled.clone(),
            view: match view {
                View::Room(name) => View::Room(one_line(name)),
                other => other.clone(),
            },
        }
    }
}

fn printable_header(header: &RunHeader) -> RunHeader {
    let paths = |paths: &[PathBuf]| paths.iter().map(|path| named(path).into()).collect();
    let repeated = &header.repeated;
    let suites = repeated.suites.iter().map(|suite| one_line(suite));
    RunHeader {
        // Only the log has these, and it keeps every byte.
        conditions: BTreeMap::new(),
        shard: None,
        repeated: RepeatedOptions {
            directory: repeated.directory.as_deref().map(one_line),
            without_isolation: repeated.without_isolation,
            suites: suites.collect(),
        },
        points: printable_points(&header.points),
        named: paths(&header.named),
        archives: paths(&header.archives),
        jobs: header.jobs,
        isolation: one_line(&header.isolation),
        clock: header.clock,
        worker: header.worker.as_ref().map(|worker| RunWorker {
            name: one_line(&worker.name),
            ..worker.clone()
        }),
        refused: header.refused.iter().map(safe).collect(),
        left_out: paths(&header.left_out),
        similar: header.similar.clone(),
    }
}

fn printable_points(points: &BTreeMap<String, RunPoints>) -> BTreeMap<String, RunPoints> {
    let printable = |(problem, points): (&String, &RunPoints)| {
        let mut points = points.clone();
        for group in &mut points.groups {
            group.group.name = one_line(&group.group.name);
        }
        (one_line(problem), points)
    };
    points.iter().map(printable).collect()
}

fn safe(RefusedFile { path, reason }: &RefusedFile) -> RefusedFile {
    RefusedFile {
        path: named(path).into(),
        reason: Message::text(one_line(&reason.to_string())),
    }
}

fn printable_facts(facts: &Facts) -> Facts {
    Facts {
        machine: lines(&facts.machine),
        toolchains: lines(&facts.toolchains),
    }
}

fn lines(texts: &BTreeMap<String, String>) -> BTreeMap<String, String> {
    let texts = texts.iter();
    texts
        .map(|(name, text)| (one_line(name), one_line(text)))
        .collect()
}

impl Submission {
    /// As [`Model::printable`].
    #[must_use]
    pub(crate) fn printable(&self) -> Self {
        let mut safe = self.clone();
        let line = |text: &mut String| *text = one_line(text);
        let block = |text: &mut String| *text = printable(text);
        let sentence = |message: &mut Message| {
            *message = Message::text(one_line(&message.to_string()));
        };
        let info = &mut safe.info;
        info.path = named(&info.path).into();
        safe.place = None;
        for group in safe.award.iter_mut().flat_map(|award| &mut award.groups) {
            line(&mut group.name);
        }
        line(&mut info.problem);
        line(&mut info.language);
        info.encoding.iter_mut().for_each(line);
        line(&mut info.digest);
        line(&mut info.language_name);
        match &mut safe.outcome {
            SubmissionOutcome::Skipped(skip) => {
                sentence(&mut skip.reason);
                line(&mut skip.remedy);
            }
            SubmissionOutcome::Failed(error) => {
                *error = Message::text(printable(&error.to_string()));
            }
            SubmissionOutcome::Judged(result) => {
                block(&mut result.compiler_output);
                result.compile_error.iter_mut().for_each(sentence);
                result.unchecked.iter_mut().for_each(sentence);
            }
            SubmissionOutcome::SameAs(_) | SubmissionOutcome::NotJudged => {}
        }
        for case in &mut safe.cases {
            case.id = CaseId(one_line(&case.id.0));
            case.reason.iter_mut().for_each(sentence);
            block(&mut case.stdout);
            block(&mut case.stderr);
            if let Some(failing) = &mut case.failing {
                block(&mut failing.input);
                block(&mut failing.arguments);
                block(&mut failing.answer);
                if let Some(reply) = &mut failing.reply {
                    line(reply);
                }
            }
        }
        safe
    }
}
