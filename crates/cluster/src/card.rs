//! What a host is and can do.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::broker::{HOST_INBOX, is_below};
use mousetrap_base::printable::one_line;
use mousetrap_sandbox::Clock;

/// A judge host, as it announces itself.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Card {
    /// Of this run of it.
    pub id: String,
    /// Its name, for people.
    pub name: String,
    /// The version of Mousetrap, for people.
    pub version: String,
    /// Its build.
    pub build: String,
    /// The isolation in which it judges.
    pub isolation: String,
    /// What reads the CPU time of its runs.
    pub clock: Clock,
    /// How many submissions it judges at a time.
    pub jobs: usize,
    /// How many it judges now.
    pub busy: usize,
    /// The toolchains that it has, by the id of their language.
    pub languages: BTreeMap<String, Tool>,
    /// What keeps it from the others.
    pub missing: BTreeMap<String, String>,
    /// What the references take there of languages that it has had work in.
    #[serde(default)]
    pub figures: BTreeMap<String, Duration>,
    /// The machine, by name of the fact.
    pub machine: BTreeMap<String, String>,
    /// Where it is answered: what the subjects begin with.
    #[serde(default)]
    pub inbox: String,
    /// Whether it is about to end.
    pub leaving: bool,
}

/// Whoever announces itself may write what it likes.
const LONGEST: usize = 200;
/// No host is given more at a time, whatever it announces.
pub const MOST_JOBS: usize = 1024;

impl Card {
    /// With texts that may be shown to people, a line each.
    pub(crate) fn printable(mut self) -> Self {
        let shown = |text: &mut String| {
            let line = one_line(text);
            *text = line.chars().take(LONGEST).collect();
        };
        for text in [&mut self.name, &mut self.version, &mut self.isolation] {
            shown(text);
        }
        self.missing.values_mut().for_each(shown);
        self.machine.values_mut().for_each(shown);
        self.jobs = self.jobs.min(MOST_JOBS);
        self
    }

    /// Whether it may be answered where it says.
    pub(crate) fn has_inbox(&self) -> bool {
        self.inbox == HOST_INBOX || is_below(HOST_INBOX, &self.inbox)
    }

    /// Where tickets are sent to it alone; nothing where that could not be a subject.
    pub(crate) fn offers(&self) -> Option<String> {
        let fit = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
        let is_plain = |text: &str| !text.is_empty() && text.chars().all(fit);
        let plain = is_plain(&self.id) && is_plain(&self.inbox) && self.has_inbox();
        plain.then(|| format!("{}.offer.{}", self.inbox, self.id))
    }

    /// Who it is among hosts: its user, whatever runs that has, or else itself.
    pub(crate) fn who(&self) -> &str {
        if self.inbox == HOST_INBOX {
            &self.id
        } else {
            &self.inbox
        }
    }
}

/// A toolchain of a host.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tool {
    /// Its version.
    pub version: String,
    /// Stands for how the language is judged.
    pub language: String,
}
