//! Submissions and projects of strangers.

mod files;
mod project;
mod refused;
