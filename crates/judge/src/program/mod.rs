//! Compiling programs, caching them, and preparing toolchains.

pub(crate) mod build;
pub(crate) mod cache_limits;
pub(crate) mod compile;
pub(crate) mod entry;
pub(crate) mod measured_times;
pub(crate) mod prepared_toolchain;
pub(crate) mod program_cache;
pub(crate) mod program_runner;
pub(crate) mod project_programs;
