//! The project that is part of this program: `judge.toml`, the recipes and the
//! cases of this repository.

use std::sync::Arc;

use cat_and_mouse::Game;
use include_dir::{Dir, include_dir};
use mousetrap_judge::{ReferenceSpeeds, Threads};
use mousetrap_util::root::Root;

static FILES: Dir<'_> = include_dir!("$OUT_DIR/project");

/// The built-in project.
pub(crate) const ROOT: Root = Root::new(&FILES);

static REFERENCE_PROGRAMS: Dir<'_> = include_dir!("$OUT_DIR/reference");

/// What measures how fast this machine is.
pub(crate) fn reference_speeds(threads: &Arc<Threads>) -> ReferenceSpeeds {
    let files = REFERENCE_PROGRAMS.files().filter_map(|file| {
        let text = file.contents_utf8()?;
        Some((file.path().to_owned(), text.to_owned()))
    });
    ReferenceSpeeds::new(Game::problems(), files, Arc::clone(threads))
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::*;

    /// Every file below a directory, less generated cases.
    fn files(root: &Root, directory: &Path, found: &mut Vec<PathBuf>) {
        for name in root.entries(directory).unwrap() {
            let path = directory.join(&name);
            // Only directories have names without an extension.
            match name.extension() {
                Some(_) => found.push(path),
                None if name.as_os_str() == "generated" => {}
                None => files(root, &path, found),
            }
        }
    }

    #[test]
    fn the_built_in_project_is_that_of_this_repository() {
        let repository = Root::from(Path::new(env!("CARGO_MANIFEST_DIR")));
        for part in ["generators", "cases"] {
            let (mut here, mut inside) = (Vec::new(), Vec::new());
            files(&repository, Path::new(part), &mut here);
            files(&ROOT, Path::new(part), &mut inside);
            assert!(!here.is_empty());
            assert_eq!(here, inside);
            for file in here {
                assert_eq!(
                    repository.read(&file).unwrap(),
                    ROOT.read(&file).unwrap(),
                    "{}",
                    file.display()
                );
            }
        }
    }
}
