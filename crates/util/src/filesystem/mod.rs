//! Files of projects and users: names, bounded reading, atomic replacement, TOML, and the cache
//! directory.

pub mod cache_dir;
pub mod file_lock;
pub mod file_name;
pub mod missing_file;
pub mod project;
pub mod regular_file;
pub mod replace;
pub mod toml_file;
