//! Commands about a single case or submission: `solve`, `explain`, `play` and `stress`.

pub(crate) mod case_file;
pub(crate) mod command;
pub(crate) mod explain;
pub(crate) mod play;
pub(crate) mod stress;
