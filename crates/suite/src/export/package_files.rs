//! The parts that package formats share: data, submissions, validators, metadata, README.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};

use super::cases::{file_name, pair};
use super::package::{File, Package, file};
use super::templates::{filled, text};
use crate::case::GameCase;
use mousetrap_util::printable::hexadecimal;

/// The holder of the rights on statements and cases.
const OWNER: &str = "The Mousetrap authors";

/// The directories of cases in a package.
pub(super) const SAMPLE: &str = "sample";
pub(super) const SECRET: &str = "secret";

/// The directory in [`SECRET`] of cases that give no points, in a package with points. No
/// group has a capital letter in its name.
pub(super) const WITHOUT_POINTS: &str = "No-points";

impl Package<'_> {
    /// Returns a text of this game, such as `statement.en.tex`.
    fn own(&self, name: &str) -> &'static str {
        text(&format!("{}/{name}", self.game))
    }

    /// Returns texts of this game. A row is the path in the package and the name of the text.
    /// What validators include is written into them.
    pub(super) fn texts(&self, rows: &[(&str, &str)]) -> Vec<File> {
        let inlined = |name: &str| {
            self.own(name)
                .replace("#include \"strict.hpp\"", text("strict.hpp").trim_end())
                .replace("from strict import Text", text("strict.py").trim_end())
        };
        let rows = rows.iter();
        rows.map(|(path, name)| file(*path, inlined(name)))
            .collect()
    }

    /// Returns the metadata file `name` of this format.
    pub(super) fn metadata(&self, format: &str, name: &str) -> String {
        let (seconds, memory) = self.limits();
        let title = |language| {
            let statement = self.own(&format!("statement.{language}.md"));
            let title = statement.lines().next().unwrap_or_default();
            title.trim_start_matches(['#', ' '])
        };
        let parts = [
            ("title", &*self.game.problem().title),
            ("en", title("en")),
            ("zh", title("zh")),
            ("name", &self.name),
            ("uuid", &self.uuid(format)),
            ("owner", OWNER),
            ("seconds", &seconds.to_string()),
            ("memory", &memory.to_string()),
        ];
        filled(&format!("problems/{name}"), &parts)
    }

    /// Returns the cases as pairs of files in `data/`.
    pub(super) fn data(&self) -> Vec<File> {
        let files = |directory: &Path, case: &GameCase| {
            let name = Path::new("data").join(directory).join(file_name(&case.id));
            pair(&name, case, "ans")
        };
        let samples = self.samples.iter();
        let samples = samples.flat_map(|case| files(Path::new(SAMPLE), case));
        let secret = self.secret.iter();
        let secret = secret.flat_map(|case| files(&self.secret_directory(case), case));
        samples.chain(secret).collect()
    }

    /// Returns the directory of a secret case, which is that of its point group in a package
    /// with points.
    fn secret_directory(&self, case: &GameCase) -> PathBuf {
        let Some(points) = &self.points else {
            return SECRET.into();
        };
        let group = points.group_of(&case.id);
        Path::new(SECRET).join(group.map_or(WITHOUT_POINTS, |group| &group.name))
    }

    /// Returns the submissions, in directories by expected verdict.
    pub(super) fn submissions(&self, directory: &str) -> Vec<File> {
        let programs = self.programs.iter();
        programs
            .map(|(expected, program)| {
                let directory = Path::new(directory).join(expected.directory());
                file(directory.join(&program.name), &program.text)
            })
            .collect()
    }

    /// Returns the largest limits of all cases: seconds of CPU time and MiB of memory.
    fn limits(&self) -> (u64, u64) {
        let seconds = self
            .cases()
            .map(|case| case.limits.cpu.as_secs_f64().ceil() as u64);
        let memory = self
            .cases()
            .map(|case| case.limits.memory.0.div_ceil(1 << 20));
        (seconds.max().unwrap_or(1), memory.max().unwrap_or(512))
    }

    /// Returns the identity of the package: a hash of its format, short name and cases.
    fn uuid(&self, format: &str) -> String {
        let mut hash = Sha256::new();
        for part in [format, &self.name, self.game.id()] {
            hash.update(part);
            hash.update([0]);
        }
        for (path, text) in self.data() {
            hash.update(path.as_os_str().as_encoded_bytes());
            hash.update([0]);
            hash.update(text);
            hash.update([0]);
        }
        let mut bytes: [u8; 16] = hash.finalize()[..16].try_into().expect("a hash is longer");
        // Version 8, which leaves the content to the application, and the usual variant.
        bytes[6] = bytes[6] & 0x0f | 0x80;
        bytes[8] = bytes[8] & 0x3f | 0x80;
        let mut text = hexadecimal(&bytes);
        for place in [20, 16, 12, 8] {
            text.insert(place, '-');
        }
        text
    }

    /// Returns a README with the origin of the cases and the command of the client.
    pub(super) fn readme(&self, client: &str) -> File {
        let suites: BTreeSet<&str> = self.cases().map(|case| case.id.suite()).collect();
        let suites: Vec<&str> = suites.into_iter().collect();
        let parts = [
            ("title", &*self.game.problem().title),
            ("version", env!("CARGO_PKG_VERSION")),
            ("suites", &suites.join(", ")),
            ("id", self.game.id()),
            ("client", client),
        ];
        file("README.md", filled("README.md", &parts))
    }
}
