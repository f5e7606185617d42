//! The host's mounts, and every path by which they show the same.

use std::ffi::OsString;
use std::fs::{self, Metadata};
use std::io;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// The lines of `/proc/self/mountinfo`.
#[derive(Debug)]
pub(super) struct Mounts(Vec<Mount>);

#[derive(Debug)]
struct Mount {
    device: String,
    /// What of the device is shown.
    root: PathBuf,
    place: PathBuf,
    /// The directories that an overlay lays over each other.
    layers: Vec<PathBuf>,
}

impl Mounts {
    pub(super) fn read() -> io::Result<Self> {
        let text = fs::read_to_string("/proc/self/mountinfo")?;
        Ok(Self(text.lines().filter_map(Mount::parse).collect()))
    }

    /// Every path by which the host shows what is at `path`, that one first.
    pub(super) fn names(&self, path: &Path) -> Vec<PathBuf> {
        let mut names = vec![path.to_owned()];
        let mut next = 0;
        while next < names.len() {
            let more = self.names_beside(&names[next]);
            for name in more {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            next += 1;
        }
        names
    }

    /// Those that are one mount or overlay away.
    fn names_beside(&self, path: &Path) -> Vec<PathBuf> {
        let Ok(facts) = fs::metadata(path) else {
            return Vec::new();
        };
        let (mut mounted, mut laid) = (Vec::new(), Vec::new());
        // Of mounts over each other the last is seen.
        let own = self.0.iter().filter(|mount| path.starts_with(&mount.place));
        if let Some(own) = own.max_by_key(|mount| mount.place.components().count())
            && let Ok(below) = path.strip_prefix(&own.place)
        {
            let on_device = join(&own.root, below);
            let others = self.0.iter().filter(|mount| mount.device == own.device);
            mounted.extend(others.filter_map(|mount| mount.place_of(&on_device)));
            let below = on_device.strip_prefix("/").unwrap_or(&on_device);
            laid.extend(own.layers.iter().map(|layer| join(layer, below)));
        }
        for overlay in &self.0 {
            laid.extend(overlay.layers.iter().filter_map(|layer| {
                let below = path.strip_prefix(layer).ok()?;
                overlay.place_of(&join(Path::new("/"), below))
            }));
        }
        mounted.retain(|name| fs::metadata(name).is_ok_and(|it| same(&it, &facts)));
        laid.retain(|name| fs::metadata(name).is_ok_and(|it| alike(&it, &facts)));
        mounted.extend(laid);
        mounted
    }
}

impl Mount {
    fn parse(line: &str) -> Option<Self> {
        let (first, last) = line.split_once(" - ")?;
        let mut fields = first.split(' ').skip(2);
        let options = last.split(' ').nth(2)?;
        let layers = options.split(',').filter_map(|option| {
            let (name, paths) = option.split_once('=')?;
            matches!(name, "lowerdir" | "lowerdir+" | "upperdir").then_some(paths)
        });
        Some(Self {
            device: fields.next()?.to_owned(),
            root: unescape(fields.next()?),
            place: unescape(fields.next()?),
            layers: layers
                .flat_map(|paths| paths.split(':').map(unescape))
                .filter(|layer| layer.is_absolute())
                .collect(),
        })
    }

    /// Where a path on its device is shown.
    fn place_of(&self, on_device: &Path) -> Option<PathBuf> {
        Some(join(&self.place, on_device.strip_prefix(&self.root).ok()?))
    }
}

/// Joining nothing would add a slash.
fn join(directory: &Path, below: &Path) -> PathBuf {
    if below.as_os_str().is_empty() {
        directory.to_owned()
    } else {
        directory.join(below)
    }
}

fn same(one: &Metadata, other: &Metadata) -> bool {
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// What an overlay shows has a device of its own, and of a directory it may
/// show more than one layer.
fn alike(one: &Metadata, other: &Metadata) -> bool {
    let look = |facts: &Metadata| (facts.len(), facts.mtime(), facts.mtime_nsec());
    one.is_dir() && other.is_dir() || one.is_file() && other.is_file() && look(one) == look(other)
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
    OsString::from_vec(bytes).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mount_that_shows_a_part_of_a_device_gives_a_second_name() {
        let line = r"36 35 98:0 /mnt1/a\040b /mnt2\134x rw,noatime master:1 - ext3 /dev/root rw";
        let mount = Mount::parse(line).unwrap();
        assert_eq!(mount.device, "98:0");
        assert_eq!(mount.root, Path::new("/mnt1/a b"));
        assert_eq!(mount.place, Path::new(r"/mnt2\x"));
        assert_eq!(mount.layers, [] as [&Path; 0]);
    }

    #[test]
    fn an_overlay_and_its_layers_show_the_same_file() {
        let directory = tempfile::tempdir().unwrap();
        let [lower, upper, merged] = ["lo wer", "upper", "merged"].map(|name| {
            fs::create_dir(directory.path().join(name)).unwrap();
            directory.path().join(name)
        });
        let [below, above] = [&lower, &merged].map(|directory| directory.join("judge"));
        fs::write(&below, "judge").unwrap();
        fs::write(&above, "judge").unwrap();
        let facts = fs::metadata(&below).unwrap();
        let copy = fs::File::options().write(true).open(&above).unwrap();
        copy.set_modified(facts.modified().unwrap()).unwrap();

        let escaped = lower.to_str().unwrap().replace(' ', r"\040");
        let line = format!(
            "40 30 0:50 / {} rw - overlay overlay rw,lowerdir={escaped},upperdir={},workdir=/w",
            merged.display(),
            upper.display(),
        );
        let mounts = Mounts(vec![Mount::parse(&line).unwrap()]);
        for (one, other) in [(&below, &above), (&above, &below)] {
            assert_eq!(mounts.names(one), [one.clone(), other.clone()]);
        }
        fs::write(&above, "another").unwrap();
        assert_eq!(mounts.names(&below), [below]);
    }
}
