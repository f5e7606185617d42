//! What a host is and can do.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

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
    /// The machine, by name of the fact.
    pub machine: BTreeMap<String, String>,
    /// Whether it is about to end.
    pub leaving: bool,
}

/// A toolchain of a host.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tool {
    /// Its version.
    pub version: String,
    /// Stands for how the language is judged.
    pub language: String,
}
