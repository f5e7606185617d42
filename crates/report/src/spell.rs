//! A run with everything that others wrote spelt as a format needs it.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::{Facts, Model, RepeatedOptions, State, Submission};
use mousetrap_base::printable::{named, one_line, printable};
use mousetrap_judge::Refused;
use mousetrap_suite::CaseId;

impl Model {
    /// The run with every text that others wrote, names as well, made
    /// [`printable`]. Every format but JSON, which loses nothing, is made from
    /// this alone: none has to remember which of its fields are strangers'.
    #[must_use]
    pub fn printable(&self) -> Self {
        let Self {
            submissions,
            refused,
            left_out,
            // Only in the log, which loses nothing.
            conditions: _,
            part: _,
            points,
            named: paths,
            archives,
            similar,
            jobs,
            isolation,
            clock,
            facts: Facts {
                machine,
                toolchains,
            },
            ending,
            over,
            reporting,
            // What it has is not printable.
            log: _,
            is_feedback,
            room,
            repeated,
            labelled,
        } = self;
        let all = |paths: &[PathBuf]| paths.iter().map(|path| named(path).into()).collect();
        Self {
            submissions: submissions.iter().map(Submission::printable).collect(),
            refused: refused.iter().map(safe).collect(),
            left_out: all(left_out),
            similar: similar.clone(),
            points: points.clone(),
            named: all(paths),
            archives: archives.iter().map(|path| named(path).into()).collect(),
            jobs: *jobs,
            isolation: one_line(isolation),
            clock: *clock,
            facts: Facts {
                machine: lines(machine),
                toolchains: lines(toolchains),
            },
            ending: *ending,
            over: *over,
            reporting: *reporting,
            is_feedback: *is_feedback,
            room: room.as_deref().map(one_line),
            repeated: RepeatedOptions {
                directory: repeated.directory.as_deref().map(one_line),
                without_isolation: repeated.without_isolation,
                suites: repeated
                    .suites
                    .iter()
                    .map(|suite| one_line(suite))
                    .collect(),
            },
            labelled: labelled.clone(),
            ..Self::default()
        }
    }
}

fn safe(Refused { path, reason }: &Refused) -> Refused {
    Refused {
        path: named(path).into(),
        reason: one_line(reason),
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
    pub(super) fn printable(&self) -> Self {
        let mut safe = self.clone();
        let line = |text: &mut String| *text = one_line(text);
        let block = |text: &mut String| *text = printable(text);
        let info = &mut safe.info;
        info.path = named(&info.path).into();
        safe.place = None;
        for group in safe.award.iter_mut().flat_map(|award| &mut award.groups) {
            line(&mut group.name);
        }
        safe.same_as = safe.same_as.map(|path| named(&path).into());
        line(&mut info.language);
        line(&mut info.language_name);
        match &mut safe.state {
            State::Skipped(skip) => {
                line(&mut skip.reason);
                line(&mut skip.remedy);
            }
            State::Failed(error) => block(error),
            State::Finished(result) => {
                block(&mut result.compiler);
                result.complaint.iter_mut().for_each(line);
                result.unchecked.iter_mut().for_each(line);
            }
            State::Waiting | State::Compiling | State::Running => {}
        }
        for case in &mut safe.cases {
            case.id = CaseId(one_line(&case.id.0));
            line(&mut case.detail);
            block(&mut case.stdout);
            block(&mut case.stderr);
            if let Some(failing) = &mut case.failing {
                block(&mut failing.input);
                block(&mut failing.leetcode);
                block(&mut failing.drawing);
                if let Some(reply) = &mut failing.reply {
                    line(reply);
                }
            }
        }
        safe
    }
}
