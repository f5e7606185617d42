//! Determines the host paths that a language exposes to programs in the sandbox, and checks
//! whether a project may expose them.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Component, Path, PathBuf};

use super::installed_toolchain::{home_directory, toolchains_dir};
use crate::placeholders::expand;
use mousetrap_util::user_directory;

/// System directories, which contain programs for all users and nothing private.
const SYSTEM_DIRECTORIES: [&str; 12] = [
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/opt",
    "/snap",
    "/nix/store",
    "/gnu/store",
    "/home/linuxbrew/.linuxbrew",
];

/// Prefixes of the names in `/etc` that belong to toolchains. Other files in `/etc` may contain
/// keys and passwords.
const ETC_TOOLCHAIN_PREFIXES: [&str; 5] = ["java", "php", "pypy", "python3", "racket"];

/// Directories below the home directory into which toolchain installers put files. These
/// directories are narrow enough to contain no credentials: `~/.cargo` contains a token, but
/// `~/.cargo/bin` does not.
const HOME_TOOLCHAIN_DIRECTORIES: [&str; 15] = [
    ".asdf/installs",
    ".bun/bin",
    ".cargo/bin",
    ".deno/bin",
    ".elan/toolchains",
    ".ghcup",
    ".juliaup",
    ".local/share/fnm",
    ".local/share/mise/installs",
    ".local/share/uv/python",
    ".nvm/versions",
    ".pyenv/versions",
    ".rbenv/versions",
    ".sdkman/candidates",
    ".volta/tools",
];

/// Returns the existing paths among `wanted`. A name that ends in `*` matches all names with
/// this prefix.
pub(super) fn existing_paths(wanted: &[String], vars: &BTreeMap<String, String>) -> Vec<PathBuf> {
    let mut binds = Vec::new();
    for bind in wanted.iter().map(|bind| PathBuf::from(expand(bind, vars))) {
        let name = bind.file_name().and_then(OsStr::to_str);
        match (name.and_then(|name| name.strip_suffix('*')), bind.parent()) {
            (Some(start), Some(directory)) => {
                let entries = fs::read_dir(directory).into_iter().flatten().flatten();
                let starts = |name: &OsStr| name.as_encoded_bytes().starts_with(start.as_bytes());
                let found = entries.filter(|entry| starts(&entry.file_name()));
                binds.extend(found.map(|entry| entry.path()));
            }
            _ => binds.extend(Some(bind).filter(|bind| bind.exists())),
        }
    }
    binds.sort();
    binds
}

/// The paths that every project may expose to programs, including a project that the user did not
/// choose explicitly with `-C`.
pub(super) struct AllowedPaths {
    /// The home directory, both as configured and with symbolic links resolved.
    homes: Vec<PathBuf>,
    toolchains: Vec<PathBuf>,
}

impl AllowedPaths {
    /// Returns the allowed paths for this machine and this user.
    pub(super) fn for_current_user() -> Self {
        let rustup = user_directory("RUSTUP_HOME", ".rustup");
        let more = [
            Some(toolchains_dir()),
            rustup.map(|rustup| rustup.join("toolchains")),
        ];
        Self::new(home_directory(), more.into_iter().flatten().collect())
    }

    fn new(home: Option<PathBuf>, mut toolchains: Vec<PathBuf>) -> Self {
        let homes: Vec<PathBuf> = home
            .into_iter()
            .flat_map(|home| [fs::canonicalize(&home).ok(), Some(home)])
            .flatten()
            .collect();
        let targets: Vec<PathBuf> = toolchains
            .iter()
            .filter_map(|root| fs::canonicalize(root).ok())
            .collect();
        toolchains.extend(targets);
        toolchains.retain(|root| !homes.iter().any(|home| home.starts_with(root)));
        let in_home =
            |home: &PathBuf| HOME_TOOLCHAIN_DIRECTORIES.map(|directory| home.join(directory));
        toolchains.extend(homes.iter().flat_map(in_home));
        Self { homes, toolchains }
    }

    /// Returns whether a project may expose this path. The path must be inside an allowed
    /// directory, both as written and with symbolic links resolved. Only root and the user can
    /// change links in allowed directories, so no other user can redirect a path after this check.
    pub(super) fn allows(&self, path: &Path) -> bool {
        let is_plain = path.is_absolute() && !path.components().any(|c| c == Component::ParentDir);
        is_plain
            && self.contains(path)
            && fs::canonicalize(path).is_ok_and(|target| self.contains(&target))
    }

    fn contains(&self, path: &Path) -> bool {
        if self.toolchains.iter().any(|root| path.starts_with(root)) {
            return true;
        }
        // A system directory may contain the home directory.
        let of_home = |home: &PathBuf| path.starts_with(home) || home.starts_with(path);
        let in_system = SYSTEM_DIRECTORIES.iter().any(|root| path.starts_with(root));
        in_system && !self.homes.iter().any(of_home) || is_toolchain_configuration(path)
    }
}

fn is_toolchain_configuration(path: &Path) -> bool {
    let name = path
        .strip_prefix("/etc")
        .ok()
        .and_then(|rest| rest.iter().next());
    name.and_then(OsStr::to_str).is_some_and(|name| {
        ETC_TOOLCHAIN_PREFIXES
            .iter()
            .any(|own| name.starts_with(own))
    })
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn link_is_allowed_only_if_its_target_is_allowed() {
        let directory = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(directory.path()).unwrap();
        let home = root.join("home");
        for made in ".ssh|.sdkman/candidates/java|.nvm|.cargo/bin|installed".split('|') {
            fs::create_dir_all(home.join(made)).unwrap();
        }
        for file in [".cargo/credentials.toml", ".ssh/id"] {
            fs::write(home.join(file), "").unwrap();
        }
        let link = |target: PathBuf, name: &str| symlink(target, home.join(name)).unwrap();
        link(home.join(".ssh"), ".sdkman/candidates/key");
        link(home.clone(), ".nvm/versions");
        link("/usr/bin".into(), ".sdkman/candidates/system");
        link("/usr/bin".into(), "elsewhere");
        symlink(&home, root.join("alias")).unwrap();
        let allowed = AllowedPaths::new(Some(home.clone()), vec![home.join("installed")]);
        for (path, expected) in [
            (PathBuf::from("/usr/bin"), true),
            ("/bin".into(), true),
            ("usr".into(), false),
            (home.clone(), false),
            (root.clone(), false),
            (root.join("alias"), false),
            (home.join(".ssh"), false),
            (home.join(".sdkman"), false),
            (home.join(".sdkman/candidates/java"), true),
            (home.join(".sdkman/candidates/none"), false),
            (home.join(".sdkman/candidates/key"), false),
            (home.join(".sdkman/candidates/key/id"), false),
            (home.join(".sdkman/candidates/system"), true),
            (home.join(".nvm/versions/.ssh"), false),
            (home.join(".cargo/bin"), true),
            (home.join(".cargo/credentials.toml"), false),
            (home.join("installed"), true),
            (home.join("elsewhere"), false),
        ] {
            assert_eq!(allowed.allows(&path), expected, "{}", path.display());
        }
        let outside = "/ /etc /etc/passwd /etc/ssl /home /root /tmp /proc /proc/self /var/lib \
                       /usr/bin/.. /usr/../etc /usr/lib/../../root";
        for path in outside.split(' ') {
            assert!(!allowed.allows(Path::new(path)), "{path}");
        }
    }

    #[test]
    fn system_directory_that_contains_home_is_refused() {
        let allowed = AllowedPaths::new(Some("/usr/lib".into()), Vec::new());
        for path in ["/usr", "/usr/lib", "/usr/lib/os-release"] {
            assert!(!allowed.allows(Path::new(path)), "{path}");
        }
        assert!(allowed.allows(Path::new("/usr/bin")));
    }
}
