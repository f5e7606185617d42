//! Commands for authors of problems and suites.

pub(crate) mod calibrate;
pub(crate) mod custom;
pub(crate) mod export;
pub(crate) mod generate;
pub(crate) mod import;
pub(crate) mod init;
pub(crate) mod list;
pub(crate) mod longest_wins;
pub(crate) mod new;
pub(crate) mod strength;
pub(crate) mod suite_hints;
