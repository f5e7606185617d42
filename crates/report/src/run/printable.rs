//! Makes all untrusted text of a run printable.

use std::path::PathBuf;

use crate::{Model, Submission};
use mousetrap_model::{Message, RunEnding, RunHeader, SubmissionOutcome, Templates};
use mousetrap_util::printable::{escape_line, escape_path, to_printable};

impl Model {
    /// Makes all untrusted text of the run [`printable`], including names. All formats except JSON
    /// reports and logs render a run that was prepared in this way, so that they need not know
    /// which fields are untrusted. The writers of JSON reports and logs escape all text themselves.
    /// Messages are in English.
    #[must_use]
    pub(crate) fn printable(self) -> Self {
        self.printable_with_templates(&Templates::new())
    }

    /// Makes all untrusted text of the run printable, and renders messages with these templates.
    #[must_use]
    pub(crate) fn printable_with_templates(mut self, templates: &Templates) -> Self {
        self.log = None;
        let submissions = self.submissions.into_iter();
        self.submissions = submissions
            .map(|one| one.printable_with_templates(templates))
            .collect();
        // The pattern lists all fields, so that a new field cannot be forgotten here.
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
        sanitize_line(&mut self.command_options.common);
        sanitize_line(&mut self.command_options.suites);
        for paths in [named, archives, left_out] {
            paths.iter_mut().for_each(sanitize_path);
        }
        sanitize_line(isolation);
        if let Some(worker) = worker {
            sanitize_line(&mut worker.name);
        }
        for refused in refused {
            sanitize_path(&mut refused.path);
            sanitize_message(&mut refused.reason, templates);
        }
        *points = std::mem::take(points)
            .into_iter()
            .map(|(problem, mut points)| {
                for group in &mut points.groups {
                    sanitize_line(&mut group.group.name);
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
    /// Makes all untrusted text of the submission printable.
    #[must_use]
    pub(crate) fn printable(self) -> Self {
        self.printable_with_templates(&Templates::new())
    }

    fn printable_with_templates(mut self, templates: &Templates) -> Self {
        let sanitize_message = |message: &mut Message| sanitize_message(message, templates);
        sanitize_path(&mut self.info.path);
        sanitize_line(&mut self.info.problem);
        sanitize_line(&mut self.info.language);
        sanitize_line(&mut self.info.language_name);
        sanitize_line(&mut self.info.digest);
        self.info.encoding.iter_mut().for_each(sanitize_line);
        for group in self.award.iter_mut().flat_map(|award| &mut award.groups) {
            sanitize_line(&mut group.name);
        }
        match &mut self.outcome {
            SubmissionOutcome::Skipped(skip) => {
                sanitize_message(&mut skip.reason);
                sanitize_line(&mut skip.remedy);
            }
            SubmissionOutcome::Failed(error) => {
                *error = Message::text(to_printable(&error.render(templates)));
            }
            SubmissionOutcome::Judged(result) => {
                sanitize_block(&mut result.compiler_output);
                result.compile_error.iter_mut().for_each(sanitize_message);
                result.unchecked.iter_mut().for_each(sanitize_message);
                for case in &mut result.cases {
                    sanitize_line(&mut case.id.0);
                    case.reason.iter_mut().for_each(sanitize_message);
                    sanitize_block(&mut case.stdout);
                    sanitize_block(&mut case.stderr);
                    if let Some(failing) = &mut case.failing {
                        sanitize_block(&mut failing.input);
                        sanitize_block(&mut failing.arguments);
                        sanitize_block(&mut failing.answer);
                        failing.reply.iter_mut().for_each(sanitize_line);
                    }
                }
            }
            SubmissionOutcome::SameAs(_) | SubmissionOutcome::NotJudged => {}
        }
        self
    }
}

fn sanitize_path(path: &mut PathBuf) {
    *path = escape_path(&path).into();
}

fn sanitize_line(text: &mut String) {
    *text = escape_line(text);
}

fn sanitize_block(text: &mut String) {
    *text = to_printable(text);
}

fn sanitize_message(message: &mut Message, templates: &Templates) {
    *message = Message::text(escape_line(&message.render(templates)));
}
