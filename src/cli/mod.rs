//! The command line: commands, global options, output, errors and their exit status.

// This module comes first, because the other modules use its macros.
#[macro_use]
pub(crate) mod output;

pub(crate) mod commands;
pub(crate) mod context;
pub(crate) mod describe_command;
pub(crate) mod failure;
pub(crate) mod progress_line;
pub(crate) mod submissions;
pub(crate) mod suggestions;
