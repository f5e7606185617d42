//! The built-in project, which consists of the `judge.toml`, recipes and cases of this repository.

use include_dir::{Dir, include_dir};
use mousetrap_util::project::Project;

static PROJECT_FILES: Dir<'_> = include_dir!("$OUT_DIR/project");

/// The built-in project.
pub(crate) const PROJECT: Project = Project::new(&PROJECT_FILES);

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::*;

    /// Lists the files below a directory, except generated cases.
    fn collect_files(root: &Project, directory: &Path, found: &mut Vec<PathBuf>) {
        for name in root.entry_names(directory).unwrap() {
            let path = directory.join(&name);
            // Only directories have names without an extension.
            match name.extension() {
                Some(_) => found.push(path),
                None if name.as_os_str() == "generated" => {}
                None => collect_files(root, &path, found),
            }
        }
    }

    #[test]
    fn built_in_project_has_the_same_files_as_the_repository() {
        let repository = Project::from(Path::new(env!("CARGO_MANIFEST_DIR")));
        for part in ["generators", "cases"] {
            let (mut here, mut inside) = (Vec::new(), Vec::new());
            collect_files(&repository, Path::new(part), &mut here);
            collect_files(&PROJECT, Path::new(part), &mut inside);
            assert!(!here.is_empty());
            assert_eq!(here, inside);
            for file in here {
                let [text, built_in] =
                    [&repository, &PROJECT].map(|root| root.read(&file).unwrap());
                assert_eq!(text, built_in, "{}", file.display());
            }
        }
    }
}
