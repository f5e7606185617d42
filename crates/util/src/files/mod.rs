//! Files of a project and of a user: names, bounded reading, atomic replacing, TOML, and the
//! cache directory.

pub mod cache_dir;
pub mod file_name;
pub mod held;
pub mod missing_file;
pub mod regular_file;
pub mod replace;
pub mod root;
pub mod toml_file;
