//! What no job may see, wherever the host has it: the judge's own file, which
//! knows all answers, and the directories of its suites, solutions and programs.
//!
//! They are covered, not left out: a toolchain or a directory of the system may
//! hold them, and is shown with something empty in their place.

use std::collections::BTreeSet;
use std::fs::{self, Metadata};
use std::io;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::{DirEntryExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::root::{Failure, refused};

static HIDDEN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// Hides a file or directory of the host from all jobs of sandboxes that are made
/// from now on.
pub fn hide(path: impl AsRef<Path>) {
    // What does not exist cannot be seen either.
    if let Ok(path) = fs::canonicalize(path) {
        let mut hidden = HIDDEN.lock().unwrap_or_else(PoisonError::into_inner);
        hidden.insert(path);
    }
}

/// All that is hidden by now, this program among it.
pub(super) fn hidden() -> Vec<PathBuf> {
    let hidden = HIDDEN.lock().unwrap_or_else(PoisonError::into_inner);
    hidden.iter().cloned().chain(own_file()).collect()
}

/// The file that this process was started from, or what has replaced it.
fn own_file() -> Option<PathBuf> {
    let path = fs::read_link("/proc/self/exe").ok()?;
    let text = path
        .to_str()
        .and_then(|path| path.strip_suffix(" (deleted)"));
    Some(text.map(PathBuf::from).unwrap_or(path))
}

/// A file or directory that is hidden.
#[derive(Debug)]
struct Secret {
    facts: Metadata,
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
pub(super) struct Hidden(Vec<Secret>);

/// A place to be covered.
pub(super) struct Cover {
    /// From the root of the tree in which it is.
    pub(super) path: PathBuf,
    pub(super) is_directory: bool,
}

impl Hidden {
    /// Looks where these are, and this program.
    pub(super) fn find(paths: Vec<PathBuf>) -> io::Result<Self> {
        let paths: BTreeSet<_> = paths.into_iter().chain(own_file()).collect();
        let mounts = Mount::all()?;
        let secrets = paths.into_iter().filter_map(|path| {
            let facts = fs::metadata(&path).ok()?;
            let names = names(&path, &facts, &mounts);
            let links = if facts.is_file() {
                links_nearby(&path, &facts)
            } else {
                Links::Known(Vec::new())
            };
            Some(Secret {
                facts,
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
    pub(super) fn within(&self, tree: &Path) -> Result<Vec<Cover>, Failure> {
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
}

impl Secret {
    fn is(&self, facts: &Metadata) -> bool {
        (facts.dev(), facts.ino()) == (self.facts.dev(), self.facts.ino())
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
/// beside it or in `deps` there. To look through everything takes long.
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

/// A line of `/proc/self/mountinfo`.
struct Mount {
    device: String,
    /// What of the device is shown.
    root: PathBuf,
    place: PathBuf,
}

impl Mount {
    fn all() -> io::Result<Vec<Self>> {
        let text = fs::read_to_string("/proc/self/mountinfo")?;
        Ok(text.lines().filter_map(Self::parse).collect())
    }

    fn parse(line: &str) -> Option<Self> {
        let mut fields = line.split(' ').skip(2);
        Some(Self {
            device: fields.next()?.to_owned(),
            root: unescape(fields.next()?),
            place: unescape(fields.next()?),
        })
    }
}

/// Spaces and the like are written as `\040`.
fn unescape(text: &str) -> PathBuf {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let number = (first == b'\\').then(|| after.get(..3)).flatten();
        let number = number
            .and_then(|digits| std::str::from_utf8(digits).ok())
            .and_then(|digits| u8::from_str_radix(digits, 8).ok());
        bytes.push(number.unwrap_or(first));
        rest = if number.is_some() { &after[3..] } else { after };
    }
    std::ffi::OsString::from_vec(bytes).into()
}

/// Every path by which the host's mounts show what is at `path`, that one
/// first.
fn names(path: &Path, facts: &Metadata, mounts: &[Mount]) -> Vec<PathBuf> {
    let mut names = vec![path.to_owned()];
    // Of mounts over each other the last is seen.
    let own = mounts
        .iter()
        .filter(|mount| path.starts_with(&mount.place))
        .max_by_key(|mount| mount.place.components().count());
    let Some((own, below)) = own.and_then(|own| Some((own, path.strip_prefix(&own.place).ok()?)))
    else {
        return names;
    };
    let on_device = own.root.join(below);
    for mount in mounts.iter().filter(|mount| mount.device == own.device) {
        let Ok(below) = on_device.strip_prefix(&mount.root) else {
            continue;
        };
        // Joining nothing would add a slash.
        let name = if below.as_os_str().is_empty() {
            mount.place.clone()
        } else {
            mount.place.join(below)
        };
        let same = fs::metadata(&name)
            .is_ok_and(|there| (there.dev(), there.ino()) == (facts.dev(), facts.ino()));
        if same && !names.contains(&name) {
            names.push(name);
        }
    }
    names
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

    #[test]
    fn a_mount_that_shows_a_part_of_a_device_gives_a_second_name() {
        let line = r"36 35 98:0 /mnt1/a\040b /mnt2\134x rw,noatime master:1 - ext3 /dev/root rw";
        let mount = Mount::parse(line).unwrap();
        assert_eq!(mount.device, "98:0");
        assert_eq!(mount.root, Path::new("/mnt1/a b"));
        assert_eq!(mount.place, Path::new(r"/mnt2\x"));
    }
}
