//! A run with all untrusted text made printable.

use std::path::PathBuf;

use crate::{Model, Submission};
use mousetrap_model::{Message, RunEnding, RunHeader, SubmissionOutcome};
use mousetrap_util::printable::{escape_line, escape_path, printable};

impl Model {
    /// Returns the run with all untrusted text, including names, made [`printable`]. Every
    /// format except JSON and logs, which escape text themselves, is made from such a run, so
    /// that no format has to know which fields are untrusted.
    #[must_use]
    pub(crate) fn printable(mut self) -> Self {
        self.log = None;
        let submissions = self.submissions.into_iter();
        self.submissions = submissions.map(Submission::printable).collect();
        // All fields are listed, so that a new field cannot be forgotten here.
        let RunHeader {
            conditions,
            shard,
            points,
            named,
            archives,
            jobs: _,
            isolation,
            clock: _,
            worker,
            refused,
            left_out,
            similar: _,
        } = &mut self.header;
        // These fields occur only in the log, which needs them unchanged.
        conditions.clear();
        *shard = None;
        line(&mut self.repeated.common);
        line(&mut self.repeated.suites);
        for paths in [named, archives, left_out] {
            paths.iter_mut().for_each(path);
        }
        line(isolation);
        if let Some(worker) = worker {
            line(&mut worker.name);
        }
        for refused in refused {
            path(&mut refused.path);
            sentence(&mut refused.reason);
        }
        *points = std::mem::take(points)
            .into_iter()
            .map(|(problem, mut points)| {
                for group in &mut points.groups {
                    line(&mut group.group.name);
                }
                (escape_line(&problem), points)
            })
            .collect();
        if let Some(RunEnding { facts, .. }) = &mut self.ending {
            for facts in [&mut facts.machine, &mut facts.toolchains] {
                let lines = facts.iter();
                *facts = lines
                    .map(|(name, value)| (escape_line(name), escape_line(value)))
                    .collect();
            }
        }
        self
    }
}

impl Submission {
    /// Returns the submission with all untrusted text made printable.
    #[must_use]
    pub(crate) fn printable(mut self) -> Self {
        self.logged = None;
        path(&mut self.info.path);
        line(&mut self.info.problem);
        line(&mut self.info.language);
        line(&mut self.info.language_name);
        line(&mut self.info.digest);
        self.info.encoding.iter_mut().for_each(line);
        for group in self.award.iter_mut().flat_map(|award| &mut award.groups) {
            line(&mut group.name);
        }
        match &mut self.outcome {
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
        for case in &mut self.cases {
            line(&mut case.id.0);
            case.reason.iter_mut().for_each(sentence);
            block(&mut case.stdout);
            block(&mut case.stderr);
            if let Some(failing) = &mut case.failing {
                block(&mut failing.input);
                block(&mut failing.arguments);
                block(&mut failing.answer);
                failing.reply.iter_mut().for_each(line);
            }
        }
        self
    }
}

fn path(path: &mut PathBuf) {
    *path = escape_path(&path).into();
}

fn line(text: &mut String) {
    *text = escape_line(text);
}

fn block(text: &mut String) {
    *text = printable(text);
}

fn sentence(message: &mut Message) {
    *message = Message::text(escape_line(&message.to_string()));
}
