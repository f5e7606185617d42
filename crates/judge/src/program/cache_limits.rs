//! What is kept from run to run: compiled programs, results, what starting costs, and
//! versions of toolchains.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use rustix::fs::{FlockOperation, flock};

use crate::program::prepared_toolchain::RECORD;
use crate::program::program_cache;
use mousetrap_base::Bytes;
use mousetrap_base::cache_dir;
use mousetrap_languages::VERSIONS;

/// What programs and prepared toolchains lie in.
pub(crate) const COMPILED: &str = "compiled";
/// What results lie in.
pub(crate) const RESULTS: &str = "results";
/// What measures of starting lie in.
pub(crate) const STARTUP: &str = "startup";

/// All of them.
const DIRECTORIES: [&str; 4] = [COMPILED, RESULTS, STARTUP, VERSIONS];

/// What says when all that is kept was last looked through, in seconds since 1970, and
/// how many bytes that was with what came since.
const SIZE: &str = "size";

/// How long that is believed.
pub(crate) const AGAIN: Duration = Duration::from_mins(10);

/// What nobody has used for so long is dropped.
const KEPT: Duration = Duration::from_hours(30 * 24);

mousetrap_base::choices! {
    /// A kind of what is kept from run to run.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Kind {
        /// Compiled programs
        Programs = "programs",
        /// Toolchains made ready for quick compiling
        Toolchains = "toolchains",
        /// Results of earlier runs
        Results = "results",
        /// What starting a program of each language costs
        Startup = "startup",
        /// Versions that toolchains took long to print
        Versions = "versions",
    }
}

/// One thing that is kept.
#[derive(Clone, Debug)]
pub struct Cached {
    /// What it is.
    pub kind: Kind,
    /// Its size.
    pub size: Bytes,
    /// How long ago it was used.
    pub age: Duration,
    path: PathBuf,
}

impl Cached {
    /// Removes it, unless somebody uses it; whether it is gone.
    pub fn remove(&self) -> bool {
        match self.kind {
            Kind::Programs | Kind::Toolchains => program_cache::remove(&self.path),
            Kind::Results | Kind::Startup | Kind::Versions => fs::remove_file(&self.path).is_ok(),
        }
    }
}

/// Where everything lies that is kept from run to run, and what that is, the last
/// used first.
///
/// # Errors
/// If the directory cannot be read.
pub fn cached() -> io::Result<(PathBuf, Vec<Cached>)> {
    let root = cache_dir::path();
    let all = below(&root, &DIRECTORIES)?;
    Ok((root, all))
}

/// What is below the directory. One that is not `needed` may be there and unreadable: a
/// judge does without.
fn below(root: &Path, needed: &[&str]) -> io::Result<Vec<Cached>> {
    let mut all = Vec::new();
    for name in DIRECTORIES {
        let path = root.join(name);
        match list(name, &path, &mut all) {
            Err(error) if error.kind() != ErrorKind::NotFound && needed.contains(&name) => {
                let text = format!("{}: {error}", path.display());
                return Err(io::Error::new(error.kind(), text));
            }
            _ => {}
        }
    }
    all.sort_by(|one, other| (one.age, &one.path).cmp(&(other.age, &other.path)));
    Ok(all)
}

/// What lies in the directory of this name.
fn list(name: &str, directory: &Path, all: &mut Vec<Cached>) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        // Others may remove it at any time.
        let Ok(facts) = fs::symlink_metadata(&path) else {
            continue;
        };
        // One from the future was made by another clock.
        let age = SystemTime::now().duration_since(facts.modified()?);
        let age = age.unwrap_or_default();
        let (kind, size) = match name {
            // None of ours.
            COMPILED if !facts.is_dir() => continue,
            // Somebody compiles in it, or is about to lock it.
            COMPILED
                if program_cache::is_building(&path)
                    && (age <= program_cache::LOCK_GRACE
                        || !program_cache::is_unfinished(&path)) =>
            {
                continue;
            }
            COMPILED if path.join(RECORD).exists() => (Kind::Toolchains, None),
            COMPILED => (Kind::Programs, None),
            RESULTS => (Kind::Results, Some(facts.len())),
            STARTUP => (Kind::Startup, Some(facts.len())),
            _ => (Kind::Versions, Some(facts.len())),
        };
        let size = size.unwrap_or_else(|| program_cache::size(&path).unwrap_or(0));
        all.push(Cached {
            kind,
            size: Bytes(size),
            age,
            path,
        });
    }
    Ok(())
}

/// Counts so many bytes more, for all judges of the user; how many there are now, or
/// `None` where all has to be looked through to say that.
pub(crate) fn count(root: &Path, more: u64) -> Option<u64> {
    let path = root.join(SIZE);
    let mut file = File::options().read(true).write(true).open(path).ok()?;
    flock(&file, FlockOperation::LockExclusive).ok()?;
    let mut text = String::new();
    file.read_to_string(&mut text).ok()?;
    // Without its end it was cut short.
    let (at, size) = text.strip_suffix('\n')?.split_once(' ')?;
    let at = SystemTime::UNIX_EPOCH.checked_add(Duration::from_secs(at.parse().ok()?))?;
    // One from the future was made by another clock.
    let is_recent = at.elapsed().is_ok_and(|age| age < AGAIN);
    let known = size.parse::<u64>().ok().filter(|_| is_recent)?;
    let size = known.checked_add(more)?;
    if more > 0 {
        write_size(&mut file, at, size).ok()?;
    }
    Some(size)
}

fn write_size(file: &mut File, at: SystemTime, size: u64) -> io::Result<()> {
    let at = at.duration_since(SystemTime::UNIX_EPOCH);
    file.set_len(0)?;
    file.rewind()?;
    writeln!(file, "{} {size}", at.unwrap_or_default().as_secs())
}

/// Removes what was not used for a month, what was used longest ago where all is
/// more than `most` bytes, and directories in which a judge that was killed was
/// compiling. What somebody uses stays. Others may do so as well.
pub(crate) fn prune(root: &Path, most: u64) -> io::Result<()> {
    // Held meanwhile, so that what others keep is counted after it.
    let mut size = File::options();
    let size = size.create(true).append(true).open(root.join(SIZE)).ok();
    let size = size.filter(|file| flock(file, FlockOperation::LockExclusive).is_ok());
    let (mut sum, mut full) = (0, false);
    for one in below(root, &[COMPILED])? {
        let is_left = program_cache::is_building(&one.path);
        full |= !is_left && sum + one.size.0 > most;
        let dispensable = full || is_left || one.age > KEPT;
        if !(dispensable && one.remove()) {
            sum += one.size.0;
        }
    }
    if let Some(mut file) = size {
        // Where it cannot be written, all is looked through again.
        let _ = write_size(&mut file, SystemTime::now(), sum);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use rustix::fs::{FlockOperation, flock};

    use super::*;

    /// The unit in which file systems allocate.
    const BLOCK: usize = 4096;

    /// Adds an entry that was last used this long ago.
    fn put(root: &Path, name: &str, size: usize, age: Duration) -> PathBuf {
        let path = root.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        if name.starts_with(COMPILED) {
            fs::create_dir(&path).unwrap();
            fs::write(path.join("program"), vec![0; size]).unwrap();
        } else {
            fs::write(&path, vec![0; size]).unwrap();
        }
        let used = SystemTime::now() - age;
        fs::File::open(&path).unwrap().set_modified(used).unwrap();
        path
    }

    /// What is there, in order of names.
    fn left(root: &Path) -> Vec<String> {
        let mut left: Vec<String> = DIRECTORIES
            .iter()
            .flat_map(|kind| fs::read_dir(root.join(kind)).into_iter().flatten())
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        left.sort();
        left
    }

    #[test]
    fn pruning_removes_least_recently_used_entries_that_are_not_locked() {
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path();
        let minutes = |minutes| Duration::from_mins(minutes);
        put(root, "compiled/a", BLOCK, minutes(1));
        put(root, "results/b", BLOCK, minutes(2));
        put(root, "startup/c", 10, minutes(3));
        let toolchain = put(root, "compiled/d", BLOCK, minutes(4));
        fs::write(toolchain.join(RECORD), "").unwrap();
        put(root, "results/e", BLOCK, minutes(5));
        let held = put(root, "compiled/f", BLOCK, minutes(6));
        // Small, but older than what does not fit any more.
        put(root, "versions/g", 1, minutes(7));
        fs::File::open(&toolchain)
            .unwrap()
            .set_modified(SystemTime::now() - minutes(4))
            .unwrap();
        let kinds: Vec<Kind> = below(root, &DIRECTORIES)
            .unwrap()
            .iter()
            .map(|one| one.kind)
            .collect();
        let (programs, results) = (Kind::Programs, Kind::Results);
        let mut expected = vec![programs, results, Kind::Startup, Kind::Toolchains];
        expected.extend([results, programs, Kind::Versions]);
        assert_eq!(kinds, expected);

        let lock = fs::File::open(&held).unwrap();
        flock(&lock, FlockOperation::LockShared).unwrap();
        let size = BLOCK as u64;
        let pruned = |most| {
            prune(root, most).unwrap();
            count(root, 0).unwrap()
        };
        assert_eq!(pruned(3 * size + 20), 4 * size + 10);
        assert_eq!(left(root), ["a", "b", "c", "d", "f"]);
        drop(lock);
        assert_eq!(pruned(3 * size + 20), 3 * size + 10);
        assert_eq!(left(root), ["a", "b", "c", "d"]);
        assert_eq!(pruned(0), 0);
        assert!(left(root).is_empty());
    }

    #[test]
    fn entries_are_listed_at_intervals_and_counted_in_between() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path();
        put(root, "compiled/one", 100, Duration::ZERO);
        assert_eq!(count(root, 0), None);
        prune(root, 10_000).unwrap();
        let known = count(root, 0).unwrap();
        assert!(known >= 100, "{known}");
        // A new entry is counted without a new listing.
        put(root, "compiled/two", 100, Duration::ZERO);
        assert_eq!(count(root, 0), Some(known));
        assert_eq!(count(root, 10), Some(known + 10));
        assert_eq!(count(root, 1), Some(known + 11));

        let now = SystemTime::UNIX_EPOCH.elapsed().unwrap();
        for odd in [
            String::new(),
            format!("{} 11", now.as_secs()),
            format!("{}\n", now.as_secs()),
            format!("{} -1\n", now.as_secs()),
            format!("{} 11\n", now.saturating_sub(AGAIN).as_secs()),
            format!("{} 11\n", (now + AGAIN).as_secs()),
            format!("{} 11\n", u64::MAX),
            format!("{} {}\n", now.as_secs(), u64::MAX),
        ] {
            fs::write(root.join(SIZE), &odd).unwrap();
            assert_eq!(count(root, 5), None, "{odd:?}");
        }
        prune(root, 10_000).unwrap();
        assert!(count(root, 0).unwrap() >= known + 100);
    }

    #[test]
    fn unreadable_directory_is_skipped() {
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path();
        put(root, "compiled/one", 100, Duration::ZERO);
        fs::write(root.join(VERSIONS), "").unwrap();
        prune(root, 10_000).unwrap();
        let error = below(root, &DIRECTORIES).unwrap_err().to_string();
        assert!(error.contains("/versions: "), "{error}");
        fs::rename(root.join(VERSIONS), root.join("away")).unwrap();
        assert_eq!(below(root, &DIRECTORIES).unwrap().len(), 1);
        fs::remove_dir_all(root.join(COMPILED)).unwrap();
        fs::write(root.join(COMPILED), "").unwrap();
        assert!(prune(root, 1000).is_err());
    }

    #[test]
    fn only_old_directories_that_nobody_compiles_in_are_removed() {
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path();
        let (old, older) = (
            program_cache::LOCK_GRACE * 2,
            KEPT + program_cache::LOCK_GRACE,
        );
        let locked = put(root, "compiled/building-locked", 1, old);
        let lock = fs::File::open(locked).unwrap();
        flock(&lock, FlockOperation::LockShared).unwrap();
        put(root, "compiled/building-new", 1, Duration::ZERO);
        put(root, "compiled/building-old", 1, old);
        put(root, "compiled/finished", 1, old);
        put(root, "compiled/finished-and-forgotten", 1, older);
        fs::write(root.join("compiled/of-others"), "").unwrap();
        let listed = below(root, &DIRECTORIES).unwrap();
        let mut listed: Vec<_> = listed
            .iter()
            .map(|one| one.path.file_name().unwrap())
            .collect();
        listed.sort();
        let ours = ["building-old", "finished", "finished-and-forgotten"];
        assert_eq!(listed, ours);
        prune(root, u64::MAX).unwrap();
        let kept = ["building-locked", "building-new", "finished", "of-others"];
        assert_eq!(left(root), kept);
    }
}
