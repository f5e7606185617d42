//! `judge --server` in a program without the feature `service`: an error.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::Sender;

use mousetrap_judge::config::Config;
use mousetrap_judge::{Engine, JudgeError, JudgeRequest, Options, Submission};
use mousetrap_model::points::RunPoints;
use mousetrap_model::{Case, Event, Facts};

use crate::cli::common::Global;
use crate::cli::failure::Failure;
use crate::cli::missing_feature::missing_feature;

#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Judging on a server")]
pub(crate) struct ServerArguments {
    /// Judge on a server of `mousetrap serve`; needs the feature `service` of this program
    #[arg(long, value_name = "URL")]
    server: Option<String>,
}

/// A connection to a server, of which there is none.
#[derive(Debug)]
pub(crate) enum RemoteEngine {}

impl RemoteEngine {
    pub(crate) fn connect(
        arguments: &ServerArguments,
        _: &Config,
        _: &[Submission<'_>],
        _: &[String],
    ) -> Result<Option<Self>, Failure> {
        match arguments.server {
            Some(_) => Err(missing_feature("judge --server", "service")),
            None => Ok(None),
        }
    }

    pub(crate) const fn cases(&self) -> Option<BTreeMap<String, Vec<Case>>> {
        match *self {}
    }

    pub(crate) const fn upload(&mut self, _: &BTreeMap<String, Vec<Case>>) -> Result<(), Failure> {
        match *self {}
    }

    pub(crate) const fn points(&self) -> Option<BTreeMap<String, RunPoints>> {
        match *self {}
    }

    pub(crate) const fn conditions(
        &self,
        _: &BTreeMap<String, Vec<Case>>,
        _: &Options,
    ) -> BTreeMap<String, String> {
        match *self {}
    }

    pub(crate) const fn facts(&self) -> Facts {
        match *self {}
    }

    pub(crate) const fn announce(&self, _: &Global) {
        match *self {}
    }
}

impl Engine for RemoteEngine {
    fn judge(
        &self,
        _: JudgeRequest<'_>,
        _: &AtomicBool,
        _: &Sender<Event>,
    ) -> Result<(), JudgeError> {
        match *self {}
    }
}
