//! Puts the built-in project together: the recipes and cases of this
//! repository, less what `mousetrap generate` has written beside them.

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let out = env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?;
    let project = Path::new(&out).join("project");
    if project.exists() {
        fs::remove_dir_all(&project)?;
    }
    fs::create_dir_all(&project)?;
    copy(Path::new("judge.toml"), &project.join("judge.toml"))?;
    for directory in ["generators", "cases"] {
        copy(Path::new(directory), &project.join(directory))?;
    }
    Ok(())
}

/// Copies a file or a directory. Directories that hold others are not watched, since
/// generated cases come and go in them; a suite that is new there changes
/// `cases.lock`, which is.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    if !from.is_dir() {
        println!("cargo::rerun-if-changed={}", from.display());
        return fs::copy(from, to).map(drop);
    }
    fs::create_dir(to)?;
    let mut entries: Vec<_> = fs::read_dir(from)?.collect::<Result<_, _>>()?;
    entries.retain(|entry| entry.file_name() != "generated");
    if entries.iter().all(|entry| !entry.path().is_dir()) {
        println!("cargo::rerun-if-changed={}", from.display());
    }
    for entry in entries {
        copy(&entry.path(), &to.join(entry.file_name()))?;
    }
    Ok(())
}
