//! The versions that toolchains have printed. A compiler that runs on the JVM takes up to
//! two seconds to print one, which is as long as it takes to compile. So what was printed
//! is kept where that took long, and holds while the files that it came from are the
//! same, for a day at most.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use serde::{Deserialize, Serialize};

use crate::digest::digest;
use crate::place;
use mousetrap_base::replace::replace_file;

/// What they lie in.
pub(crate) const VERSIONS: &str = "versions";

/// What is printed sooner is asked for each time.
const SLOW: Duration = Duration::from_millis(100);

/// A tool may be a script that calls another: what it printed does not hold for ever.
const VALID: Duration = Duration::from_hours(24);

/// What Debian's system changes with every package that it installs.
const PACKAGES: &str = "/var/lib/dpkg/status";

#[derive(Serialize, Deserialize)]
struct Printed {
    made: SystemTime,
    files: Stamps,
    text: String,
}

/// Of each file that is there what is seen of it without reading it: device, number and
/// size, and when its content and what is known of it last changed, in nanoseconds.
type Stamps = BTreeMap<PathBuf, [i128; 5]>;

/// What a command prints, whose tool and what it reads are `files`; `ask` asks it.
///
/// # Errors
/// Those of `ask`.
pub(super) fn printed<E>(
    command: &[String],
    files: Vec<PathBuf>,
    ask: impl FnOnce() -> Result<String, E>,
) -> Result<String, E> {
    match place::make() {
        Ok(()) => printed_in(&place::directory().join(VERSIONS), command, files, ask),
        // Where nothing can be kept, each is asked each time.
        Err(_) => ask(),
    }
}

fn printed_in<E>(
    directory: &Path,
    command: &[String],
    mut files: Vec<PathBuf>,
    ask: impl FnOnce() -> Result<String, E>,
) -> Result<String, E> {
    let file = directory.join(digest(command.iter().map(String::as_bytes)));
    files.push(PACKAGES.into());
    let files: Stamps = files
        .into_iter()
        .filter_map(|file| stamp(&file).map(|stamp| (file, stamp)))
        .collect();
    if let Some(text) = known(&file, &files) {
        return Ok(text);
    }
    let start = Instant::now();
    let text = ask()?;
    if start.elapsed() >= SLOW {
        let printed = Printed {
            made: SystemTime::now(),
            files,
            text: text.clone(),
        };
        let printed = serde_json::to_string(&printed).unwrap_or_default();
        // That it cannot be kept is not a failure: it is asked again.
        let _ = fs::create_dir_all(directory);
        let _ = replace_file(&file, printed);
    }
    Ok(text)
}

fn known(file: &Path, files: &Stamps) -> Option<String> {
    let printed: Printed = serde_json::from_slice(&fs::read(file).ok()?).ok()?;
    // One from the future was made by another clock.
    let age = printed.made.elapsed().ok()?;
    (age < VALID && printed.files == *files).then_some(printed.text)
}

fn stamp(file: &Path) -> Option<[i128; 5]> {
    let facts = fs::metadata(file).ok()?;
    let nanoseconds =
        |seconds: i64, rest: i64| i128::from(seconds) * 1_000_000_000 + i128::from(rest);
    Some([
        facts.dev().into(),
        facts.ino().into(),
        facts.len().into(),
        nanoseconds(facts.mtime(), facts.mtime_nsec()),
        nanoseconds(facts.ctime(), facts.ctime_nsec()),
    ])
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::thread;

    use super::*;

    /// Whether a command is asked that takes this long.
    fn is_asked(directory: &Path, files: &[PathBuf], takes: Duration) -> bool {
        let mut asked = false;
        let command = ["tool".to_owned(), "--version".to_owned()];
        let said = printed_in(directory, &command, files.to_vec(), || {
            asked = true;
            thread::sleep(takes);
            Ok::<_, Infallible>("tool 1.2".to_owned())
        });
        assert_eq!(said, Ok("tool 1.2".to_owned()));
        asked
    }

    #[test]
    fn a_slow_tool_is_asked_again_when_anything_of_it_has_changed() {
        let directory = tempfile::tempdir().unwrap();
        let kept = directory.path().join("versions");
        let [tool, library, next] = ["tool", "library", "next"].map(|name| {
            let path = directory.path().join(name);
            fs::write(&path, name).unwrap();
            path
        });
        let files = [tool.clone(), library.clone()];
        let is_asked = |files: &[PathBuf]| is_asked(&kept, files, SLOW);
        let asked_once = |files: &[PathBuf]| {
            assert!(is_asked(files));
            assert!(!is_asked(files));
        };
        asked_once(&files);
        fs::write(&library, "another").unwrap();
        asked_once(&files);
        // Another file of the same name, size and date.
        let made = fs::metadata(&tool).unwrap().modified().unwrap();
        fs::write(&next, "TOOL").unwrap();
        fs::File::open(&next).unwrap().set_modified(made).unwrap();
        fs::rename(&next, &tool).unwrap();
        asked_once(&files);
        fs::remove_file(&library).unwrap();
        asked_once(&files);

        let kept: Vec<_> = fs::read_dir(&kept).unwrap().collect();
        let [Ok(kept)] = kept.as_slice() else {
            panic!("{kept:?}");
        };
        let text = fs::read(kept.path()).unwrap();
        let (now, minute) = (SystemTime::now(), Duration::from_mins(1));
        for (made, known) in [
            (now - VALID + minute, true),
            (now - VALID - minute, false),
            (now + minute, false),
        ] {
            let mut printed: Printed = serde_json::from_slice(&text).unwrap();
            printed.made = made;
            fs::write(kept.path(), serde_json::to_string(&printed).unwrap()).unwrap();
            assert_eq!(!is_asked(&files[..1]), known);
        }
        fs::write(kept.path(), &text[..text.len() / 2]).unwrap();
        asked_once(&files[..1]);
    }

    #[test]
    fn a_quick_tool_is_asked_each_time() {
        let directory = tempfile::tempdir().unwrap();
        for _ in 0..2 {
            assert!(is_asked(directory.path(), &[], Duration::ZERO));
        }
        assert_eq!(fs::read_dir(&directory).unwrap().count(), 0);
    }
}
