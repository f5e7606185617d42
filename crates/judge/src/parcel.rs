//! What another machine needs to judge a submission as this one would.

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::config::{Booleans, JudgeOptions, Process};
use crate::digest::digest;
use crate::language::{self, Form, Hints, Language, Languages};
use crate::submission::{digest_of, recognised};
use crate::{JudgeError, Options, Submission};
use cat_and_mouse::problem::Problem;
use mousetrap_base::{Bytes, Choice as _, Limits};
use mousetrap_sandbox::Isolation;

/// A submission that is sent to another machine.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Parcel {
    path: PathBuf,
    problem: String,
    language: String,
    form: String,
    text: String,
    source: String,
}

/// Why a submission that was sent cannot be judged here.
#[derive(Debug, Error)]
#[error("the submission that was sent is not what it is said to be: {0}")]
pub struct Misread(String);

impl Parcel {
    /// The submission, with its text.
    ///
    /// # Errors
    /// If that was left in the file, and is another now.
    pub fn of(submission: &Submission<'_>) -> Result<Self, JudgeError> {
        let loaded = submission.loaded()?;
        Ok(Self {
            path: loaded.path.clone(),
            problem: loaded.problem.id().to_owned(),
            language: loaded.detected.language.id.clone(),
            form: loaded.detected.form.name().to_owned(),
            text: loaded.detected.code.text.clone(),
            // Of the text as it is sent, without a byte-order mark.
            source: digest_of(&loaded.detected, loaded.problem, &loaded.detected.code.text),
        })
    }

    /// The submission that was sent.
    ///
    /// # Errors
    /// If it is not what its sender took it for.
    pub fn open<'a>(&self, languages: &'a Languages) -> Result<Submission<'a>, Misread> {
        let unknown = |what: &str, which: &str| Misread(format!("unknown {what} \"{which}\""));
        let problem = Problem::by_id(&self.problem);
        let problem = problem.ok_or_else(|| unknown("problem", &self.problem))?;
        let form = Form::named(&self.form).ok_or_else(|| unknown("form", &self.form))?;
        let detect = |form| {
            let known = Hints {
                problem: Some(problem),
                form,
            };
            language::detect(languages, &self.path, self.text.as_bytes(), known)
        };
        // What was recognised there is recognised here, with the doubts there are.
        let detected = match detect(None) {
            Ok(detected) if detected.form == form => detected,
            _ => detect(Some(form)).map_err(|error| Misread(error.source.to_string()))?,
        };
        let submission = recognised(self.path.clone(), problem, detected, &self.text);
        if submission.source == self.source {
            Ok(submission)
        } else {
            Err(Misread("its language, form or text is another".to_owned()))
        }
    }
}

/// How to judge, as it is sent to another machine.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Terms {
    process: Process,
    booleans: Booleans,
    borderline: f64,
    sleep_budget: Duration,
    compile: Allowance,
    isolation: String,
    all_cases: bool,
    reuse: bool,
    sanitizers: bool,
    pace: f64,
}

/// Limits, as they are sent to another machine.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Allowance(Duration, Duration, u64, u64);

impl From<Limits> for Allowance {
    fn from(limits: Limits) -> Self {
        let Limits {
            cpu,
            wall,
            memory,
            output,
        } = limits;
        Self(cpu, wall, memory.0, output.0)
    }
}

impl From<Allowance> for Limits {
    fn from(Allowance(cpu, wall, memory, output): Allowance) -> Self {
        Self {
            cpu,
            wall,
            memory: Bytes(memory),
            output: Bytes(output),
        }
    }
}

impl From<&Options> for Terms {
    fn from(options: &Options) -> Self {
        Self {
            process: options.judge.process,
            booleans: options.judge.booleans,
            borderline: options.judge.borderline,
            sleep_budget: options.judge.sleep_budget,
            compile: options.compile.into(),
            isolation: options.isolation.to_string(),
            all_cases: options.all_cases,
            reuse: options.reuse,
            sanitizers: options.sanitizers,
            pace: options.pace,
        }
    }
}

impl Terms {
    /// These, where what is kept from run to run is as here.
    pub fn options(&self, here: JudgeOptions) -> Options {
        Options {
            judge: JudgeOptions {
                process: self.process,
                booleans: self.booleans,
                borderline: self.borderline,
                sleep_budget: self.sleep_budget,
                sanitizers: self.sanitizers,
                ..here
            },
            compile: self.compile.into(),
            // Anything else than what it asks for by name is the stricter one.
            isolation: Isolation::named(&self.isolation).unwrap_or(Isolation::Full),
            all_cases: self.all_cases,
            reuse: self.reuse,
            same_once: false,
            sanitizers: self.sanitizers,
            pace: self.pace,
        }
    }
}

/// Stands for these bytes.
pub fn digest_of_bytes(bytes: &[u8]) -> String {
    digest([bytes])
}

/// Stands for how a language is judged, its toolchain aside.
pub fn digest_of_language(language: &Language) -> String {
    digest([format!("{language:?}").as_bytes()])
}
