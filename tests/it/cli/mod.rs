//! The command line: messages, outputs and files of every command.

mod alone;
mod files;
mod list;
mod messages;
mod output;
