//! Submissions: finding, reading and comparing source files.

pub(crate) mod archive;
pub(crate) mod encoding;
pub(crate) mod files;
pub(crate) mod find;
mod fingerprints;
mod path_hints;
pub(crate) mod similarity;
pub(crate) mod submission;
