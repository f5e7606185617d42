//! Copies the built-in project to the directory from which the program embeds it: the recipes and
//! cases of this repository, without the cases that `mousetrap generate` has written.

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let out = env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?;
    let project = Path::new(&out).join("project");
    if project.exists() {
        fs::remove_dir_all(&project)?;
    }
    fs::create_dir_all(&project)?;
    copy_recursively(Path::new("judge.toml"), &project.join("judge.toml"))?;
    for directory in ["generators", "cases"] {
        copy_recursively(Path::new(directory), &project.join(directory))?;
    }
    copy_benchmark_programs(&Path::new(&out).join("reference"))
}

/// Copies the solutions with which the service measures the speed of a machine.
fn copy_benchmark_programs(to: &Path) -> io::Result<()> {
    let solutions = Path::new("solutions/913/accepted");
    println!("cargo::rerun-if-changed={}", solutions.display());
    if to.exists() {
        fs::remove_dir_all(to)?;
    }
    fs::create_dir(to)?;
    for entry in fs::read_dir(solutions)? {
        let path = entry?.path();
        if path
            .file_stem()
            .is_some_and(|stem| stem == "memoised_search")
        {
            fs::copy(&path, to.join(path.file_name().unwrap_or_default()))?;
        }
    }
    Ok(())
}

/// Copies a file or a directory. Directories that have subdirectories are not watched, because
/// `generate` writes cases there. A new suite is noticed anyway, because it changes `cases.lock`,
/// which is watched.
fn copy_recursively(from: &Path, to: &Path) -> io::Result<()> {
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
        copy_recursively(&entry.path(), &to.join(entry.file_name()))?;
    }
    Ok(())
}
