//! The host's mount table, and a lookup of all paths that lead to a given file.

use std::ffi::OsString;
use std::fs::{self, Metadata};
use std::io;
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// The kernel's file that lists the mounts.
pub(crate) const MOUNT_TABLE_PATH: &str = "/proc/self/mountinfo";
/// The mount source of all file systems that sandboxes mount. It distinguishes them from other
/// mounts.
pub(crate) const TMPFS_SOURCE: &str = "mousetrap";

/// The mounts listed in [`MOUNT_TABLE_PATH`]. The lines are parsed as bytes, because a path need
/// not be valid UTF-8. The options of an overlay may repeat a key, once for each layer.
#[derive(Debug)]
pub(crate) struct Mounts(Vec<Mount>);

/// A mount of the host.
#[derive(Debug)]
pub(crate) struct Mount {
    device: PathBuf,
    /// The directory within the file system that is mounted at `target`.
    root: PathBuf,
    /// The mount point.
    pub(crate) target: PathBuf,
    /// The file system type.
    kind: PathBuf,
    source: PathBuf,
    /// The options, in the kernel's format.
    options: Vec<u8>,
}

impl Mounts {
    pub(crate) fn read() -> io::Result<Self> {
        Ok(Self::parse(&fs::read(MOUNT_TABLE_PATH)?))
    }

    pub(crate) fn parse(text: &[u8]) -> Self {
        let lines = text.split(|&byte| byte == b'\n');
        Self(lines.filter_map(Mount::parse).collect())
    }

    /// Returns all mounts of one file system type.
    pub(crate) fn of_type(&self, kind: &str) -> impl Iterator<Item = &Mount> {
        self.0
            .iter()
            .filter(move |mount| mount.kind == Path::new(kind))
    }

    /// Returns the mount points of all file systems that sandboxes have mounted.
    pub(crate) fn sandbox_mount_points(&self) -> Vec<PathBuf> {
        let ours = self
            .of_type("tmpfs")
            .filter(|mount| mount.source == Path::new(TMPFS_SOURCE));
        ours.map(|mount| mount.target.clone()).collect()
    }

    /// Returns all paths of the host that lead to the file at `path`, starting with `path` itself.
    pub(crate) fn all_paths_to(&self, path: &Path) -> Vec<PathBuf> {
        let mut names = vec![path.to_owned()];
        let mut next = 0;
        while next < names.len() {
            let more = self.direct_aliases(&names[next]);
            for name in more {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            next += 1;
        }
        names
    }

    /// Returns the paths at which this file is also visible through exactly one other mount or
    /// overlay.
    fn direct_aliases(&self, path: &Path) -> Vec<PathBuf> {
        let Ok(facts) = fs::metadata(path) else {
            return Vec::new();
        };
        let (mut mounted, mut layered) = (Vec::new(), Vec::new());
        // If several mounts have the same mount point, the last one is visible.
        let own = self
            .0
            .iter()
            .filter(|mount| path.starts_with(&mount.target));
        if let Some(own) = own.max_by_key(|mount| mount.target.components().count())
            && let Ok(below) = path.strip_prefix(&own.target)
        {
            let on_device = join(&own.root, below);
            let others = self.0.iter().filter(|mount| mount.device == own.device);
            mounted.extend(others.filter_map(|mount| mount.path_on_mount(&on_device)));
            let below = on_device.strip_prefix("/").unwrap_or(&on_device);
            layered.extend(own.overlay_layers().iter().map(|layer| join(layer, below)));
        }
        for overlay in &self.0 {
            layered.extend(overlay.overlay_layers().iter().filter_map(|layer| {
                let below = path.strip_prefix(layer).ok()?;
                overlay.path_on_mount(&join(Path::new("/"), below))
            }));
        }
        mounted.retain(|name| fs::metadata(name).is_ok_and(|it| is_same_file(&it, &facts)));
        layered.retain(|name| fs::metadata(name).is_ok_and(|it| may_be_same_file(&it, &facts)));
        mounted.extend(layered);
        mounted
    }
}

impl Mount {
    fn parse(line: &[u8]) -> Option<Self> {
        let mut fields = line.split(|&byte| byte == b' ');
        let mut field = |number| fields.nth(number).map(unescape);
        let (device, root, target) = (field(2)?, field(0)?, field(0)?);
        // Skip the per-mount options and the optional fields.
        fields.find(|field| field == b"-")?;
        let mut field = || fields.next().map(unescape);
        Some(Self {
            device,
            root,
            target,
            kind: field()?,
            source: field()?,
            options: fields.next()?.to_owned(),
        })
    }

    fn split_options(&self) -> impl Iterator<Item = &[u8]> {
        self.options.split(|&byte| byte == b',')
    }

    pub(crate) fn has_option(&self, option: &str) -> bool {
        self.split_options().any(|known| known == option.as_bytes())
    }

    /// Returns the directories that an overlay combines, or an empty list for a mount that is not
    /// an overlay.
    fn overlay_layers(&self) -> Vec<PathBuf> {
        let names = [&b"lowerdir="[..], b"lowerdir+=", b"upperdir="];
        let lists = self
            .split_options()
            .filter_map(|option| names.iter().find_map(|name| option.strip_prefix(*name)));
        lists
            .flat_map(|list| list.split(|&byte| byte == b':'))
            .map(unescape)
            .filter(|layer| layer.is_absolute())
            .collect()
    }

    /// Converts a path within the file system to the path that leads to the same file through this
    /// mount.
    pub(crate) fn path_on_mount(&self, on_device: &Path) -> Option<PathBuf> {
        Some(join(&self.target, on_device.strip_prefix(&self.root).ok()?))
    }
}

/// Joins two paths. Unlike `Path::join`, this function adds no slash if `below` is empty.
pub(super) fn join(directory: &Path, below: &Path) -> PathBuf {
    if below.as_os_str().is_empty() {
        directory.to_owned()
    } else {
        directory.join(below)
    }
}

fn is_same_file(one: &Metadata, other: &Metadata) -> bool {
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// Returns whether two paths, one of which leads through an overlay, may refer to the same file. In
/// an overlay, a file has a different device number than in its layer, and a directory may combine
/// several layers.
fn may_be_same_file(one: &Metadata, other: &Metadata) -> bool {
    let look = |facts: &Metadata| (facts.len(), facts.mtime(), facts.mtime_nsec());
    one.is_dir() && other.is_dir() || one.is_file() && other.is_file() && look(one) == look(other)
}

/// Decodes octal escapes such as `\040` for a space.
fn unescape(text: &[u8]) -> PathBuf {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some((&first, after)) = rest.split_first() {
        let digits = (first == b'\\').then(|| after.get(..3)).flatten();
        let number = digits
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
    fn mount_line_is_parsed_with_escapes() {
        let line = br"36 35 98:0 /mnt1/a\040b /mnt2\134x rw,noatime master:1 - ext3 /dev/root rw";
        let mount = Mount::parse(line).unwrap();
        assert_eq!(mount.device, Path::new("98:0"));
        assert_eq!(mount.root, Path::new("/mnt1/a b"));
        assert_eq!(mount.target, Path::new(r"/mnt2\x"));
        assert_eq!(mount.overlay_layers(), [] as [&Path; 0]);
        assert!(mount.has_option("rw") && !mount.has_option("noatime"));
    }

    #[test]
    fn mount_path_need_not_be_utf8() {
        let lines = b"36 35 98:0 / /caf\xe9 rw - ext3 /dev/root rw\n\
            37 35 0:9 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n\
            38 35 0:10 / /left rw - tmpfs mousetrap rw\n";
        let mounts = Mounts::parse(lines);
        let target = OsString::from_vec(b"/caf\xe9".to_vec());
        assert_eq!(mounts.0[0].target, PathBuf::from(target));
        assert_eq!(mounts.of_type("cgroup2").count(), 1);
        assert_eq!(mounts.sandbox_mount_points(), [Path::new("/left")]);
    }

    #[test]
    fn file_of_a_layer_is_also_found_in_the_overlay() {
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
        let mounts = Mounts::parse(line.as_bytes());
        for (one, other) in [(&below, &above), (&above, &below)] {
            assert_eq!(mounts.all_paths_to(one), [one.clone(), other.clone()]);
        }
        fs::write(&above, "another").unwrap();
        assert_eq!(mounts.all_paths_to(&below), [below]);
    }
}
