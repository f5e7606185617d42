//! Finds the hidden files and directories on the host, and notices when they change.

use std::collections::BTreeSet;
use std::fs::{self, File, Metadata};
use std::io;
use std::os::unix::fs::{DirEntryExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use super::cover::Cover;
use super::hidden_paths::own_file;
use crate::error::{FailedStep, refused};
use crate::mounts::mount_table::Mounts;

/// A file or directory that is hidden.
#[derive(Debug)]
struct Secret {
    facts: Metadata,
    /// To identity at a file again, whatever its name is then.
    handle: Option<File>,
    /// Where the host shows it: a mount may do so a second time.
    names: Vec<PathBuf>,
    /// Where else it may be linked.
    links: Links,
}

#[derive(Debug)]
enum Links {
    /// Here and nowhere else.
    Known(Vec<PathBuf>),
    Anywhere,
}

/// What is hidden, as the host shows it.
#[derive(Debug)]
pub(crate) struct Hidden(Vec<Secret>);

impl Hidden {
    /// Looks where these are, and this program.
    pub(crate) fn find(paths: Vec<PathBuf>) -> io::Result<Self> {
        let paths: BTreeSet<_> = paths.into_iter().chain(own_file()).collect();
        let mounts = Mounts::read()?;
        let secrets = paths.into_iter().filter_map(|path| {
            let facts = fs::metadata(&path).ok()?;
            let names = mounts.names(&path);
            let links = if facts.is_file() {
                links_nearby(&path, &facts)
            } else {
                Links::Known(Vec::new())
            };
            let handle = facts.is_file().then(|| {
                let mut only_to_look = File::options();
                only_to_look.read(true).custom_flags(libc::O_PATH);
                only_to_look.open(&path).ok()
            });
            Some(Secret {
                facts,
                handle: handle.flatten(),
                names,
                links,
            })
        });
        Ok(Self(secrets.collect()))
    }

    /// What has to be covered when the host's `tree` is shown.
    ///
    /// # Errors
    /// If the tree lies in what is hidden, or holds another link to it.
    pub(crate) fn within(&self, tree: &Path) -> Result<Vec<Cover>, FailedStep> {
        let mut covers = Vec::new();
        for secret in &self.0 {
            for name in &secret.names {
                if tree != name && tree.starts_with(name) {
                    return Err(refused(format!(
                        "it is in {}, which no submission may see; move it elsewhere",
                        name.display()
                    )));
                }
                if let Ok(path) = name.strip_prefix(tree) {
                    covers.push(Cover {
                        path: path.to_owned(),
                        is_directory: secret.facts.is_dir(),
                    });
                }
            }
            if let Some(link) = secret.link_within(tree) {
                return Err(refused(format!(
                    "{} is a second link to {}, which submissions must not be able to run; \
                     remove one of the two",
                    link.display(),
                    secret.names[0].display()
                )));
            }
        }
        Ok(covers)
    }

    /// Looks whether a file has got another name since it was found.
    ///
    /// # Errors
    /// If so: nobody knows where.
    pub(crate) fn unmoved(&self) -> Result<(), FailedStep> {
        match self.0.iter().find(|secret| secret.moved()) {
            Some(secret) => Err(changed(&secret.names[0], "moved or linked")),
            None => Ok(()),
        }
    }
}

/// What is hidden is no longer as it was.
pub(crate) fn changed(path: &Path, how: &str) -> FailedStep {
    refused(format!(
        "{}, which no submission may see, was {how} while the judge ran: start the judge again",
        path.display()
    ))
}

impl Secret {
    fn is(&self, facts: &Metadata) -> bool {
        (facts.dev(), facts.ino()) == (self.facts.dev(), self.facts.ino())
    }

    /// Links, moves and changes of mode leave a time at the file itself. A name
    /// that is taken away does, too, and shows it to nobody.
    fn moved(&self) -> bool {
        let now = self.handle.as_ref().and_then(|file| file.metadata().ok());
        now.is_some_and(|now| {
            let time = |facts: &Metadata| (facts.ctime(), facts.ctime_nsec());
            time(&now) != time(&self.facts) && now.nlink() >= self.facts.nlink()
        })
    }

    /// A link below `tree` that is none of the names.
    fn link_within(&self, tree: &Path) -> Option<PathBuf> {
        match &self.links {
            Links::Known(links) => links.iter().find(|link| link.starts_with(tree)).cloned(),
            Links::Anywhere => self.search(tree),
        }
    }

    /// Walks through one file system.
    fn search(&self, directory: &Path) -> Option<PathBuf> {
        let here = fs::symlink_metadata(directory).ok()?;
        if here.dev() != self.facts.dev() {
            return None;
        }
        // What the judge may not read, its submissions may not either.
        for entry in fs::read_dir(directory).ok()?.flatten() {
            let path = entry.path();
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                if let Some(found) = self.search(&path) {
                    return Some(found);
                }
            } else if entry.ino() == self.facts.ino()
                && fs::symlink_metadata(&path).is_ok_and(|facts| self.is(&facts))
                && !self.names.contains(&path)
            {
                return Some(path);
            }
        }
        None
    }
}

/// The other links to a file, if it has any and they are where Cargo makes them:
/// beside it or in `deps` there. To identity through everything takes long.
fn links_nearby(path: &Path, facts: &Metadata) -> Links {
    let directory = path.parent().unwrap_or(path);
    let mut links = Vec::new();
    if facts.nlink() > 1 {
        for directory in [directory.to_owned(), directory.join("deps")] {
            let entries = fs::read_dir(directory).into_iter().flatten().flatten();
            links.extend(
                entries
                    .filter(|entry| entry.ino() == facts.ino())
                    .map(|entry| entry.path())
                    .filter(|link| link != path),
            );
        }
    }
    if 1 + links.len() as u64 == facts.nlink() {
        Links::Known(links)
    } else {
        Links::Anywhere
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(path: &Path) -> Hidden {
        Hidden::find(vec![path.to_owned()]).unwrap()
    }

    fn covers(hidden: &Hidden, tree: &Path) -> Vec<PathBuf> {
        let covers = hidden.within(tree).unwrap();
        covers.into_iter().map(|cover| cover.path).collect()
    }

    #[test]
    fn a_tree_is_covered_where_it_holds_what_is_hidden() {
        let directory = tempfile::tempdir().unwrap();
        let tree = directory.path().join("tree");
        fs::create_dir_all(tree.join("cases/deep")).unwrap();
        let hidden = find(&tree.join("cases"));
        assert_eq!(covers(&hidden, &tree), [Path::new("cases")]);
        assert_eq!(covers(&hidden, Path::new("/nowhere")), [] as [&Path; 0]);
        let (_, error) = hidden.within(&tree.join("cases/deep")).err().unwrap();
        assert!(
            error.to_string().contains("no submission may see"),
            "{error}"
        );
    }

    #[test]
    fn a_file_that_gets_another_name_is_noticed_and_one_that_loses_a_name_is_not() {
        let directory = tempfile::tempdir().unwrap();
        let [file, link, moved] =
            ["judge", "link", "moved"].map(|name| directory.path().join(name));
        fs::write(&file, "").unwrap();
        fs::hard_link(&file, &link).unwrap();
        let hidden = find(&file);
        assert!(hidden.unmoved().is_ok());
        fs::remove_file(&link).unwrap();
        assert!(hidden.unmoved().is_ok());

        for change in [fs::hard_link, fs::rename] {
            let hidden = find(&file);
            change(&file, &moved).unwrap();
            let (_, error) = hidden.unmoved().err().unwrap();
            assert!(
                error.to_string().contains("start the judge again"),
                "{error}"
            );
            fs::remove_file(&moved).unwrap();
            fs::write(&file, "").unwrap();
        }
    }

    #[test]
    fn a_second_link_in_a_tree_is_refused_and_one_elsewhere_is_not() {
        let directory = tempfile::tempdir().unwrap();
        let [one, other, third] = ["one", "other", "third"].map(|name| directory.path().join(name));
        for directory in [&one, &other, &third] {
            fs::create_dir_all(directory.join("deps")).unwrap();
        }
        let file = one.join("judge");
        fs::write(&file, "").unwrap();
        fs::hard_link(&file, one.join("deps/judge-0")).unwrap();
        assert_eq!(covers(&find(&file), &other), [] as [&Path; 0]);
        let (_, near) = find(&file).within(&one).err().unwrap();
        assert!(near.to_string().contains("deps/judge-0"), "{near}");

        fs::hard_link(&file, other.join("deps/tool")).unwrap();
        let hidden = find(&file);
        let (_, far) = hidden.within(&other).err().unwrap();
        for path in [&file, &other.join("deps/tool")] {
            assert!(far.to_string().contains(path.to_str().unwrap()), "{far}");
        }
        assert_eq!(covers(&hidden, &third), [] as [&Path; 0]);
    }
}
