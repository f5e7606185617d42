//! The table of attacks, with the purpose and the expected verdict of each attack. The table and
//! the sources are embedded in the program, so that operators can test the sandbox of a machine.

use std::fs;
use std::io;
use std::iter;
use std::path::{Path, PathBuf};

use include_dir::{Dir, include_dir};
use serde::Deserialize;

static ATTACK_SOURCES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/attack/sources");

/// Attacks on drivers and runtimes, with their sources: one table per language.
static DRIVER_ATTACKS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/attack/cheats");

/// Default file name of the honest submission that is judged after an attack. This submission must
/// be accepted.
pub(super) const DEFAULT_HONEST_FILE_NAME: &str = "honest.c";

/// An attack of the battery.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Attack {
    /// The file name of the source.
    pub file: String,
    /// The source code of the attack, unless it is in a separate file.
    source: Option<String>,
    /// A short description of the attack.
    pub title: String,
    /// The abbreviation of the expected verdict, such as `RTE`.
    pub expected: String,
    /// A string that the displayed reason must contain.
    pub reason: String,
    /// The expected verdict on a machine without control groups, where submissions may not start
    /// processes.
    pub expected_without_children: Option<String>,
    /// Whether the attack is judged twice in a row.
    pub twice: bool,
    /// Whether two workers judge copies of the attack at the same time, to find out whether the
    /// copies can see each other.
    pub side_by_side: bool,
    /// The file name of the honest submission that is judged after the attack.
    #[serde(default = "default_honest_file")]
    pub honest_file: String,
    /// Whether the compiler is slow even on small sources.
    pub slow_compiler: bool,
    /// The file name of the submission, if it differs from `file`.
    pub name: Option<String>,
}

fn default_honest_file() -> String {
    DEFAULT_HONEST_FILE_NAME.to_owned()
}

/// Returns all attacks: first the main table, then the table of each language, sorted by the
/// language's name.
pub fn attacks() -> Vec<Attack> {
    let mut cheats: Vec<_> = DRIVER_ATTACKS.files().collect();
    cheats.sort_by_key(|file| file.path());
    let tables = cheats.into_iter().map(include_dir::File::contents);
    iter::once(embedded_source("attacks.toml"))
        .chain(tables)
        .flat_map(parse_table)
        .collect()
}

fn parse_table(table: &[u8]) -> Vec<Attack> {
    #[derive(Deserialize)]
    struct AttackTable {
        attack: Vec<Attack>,
    }
    toml::from_str::<AttackTable>(&String::from_utf8_lossy(table))
        .expect("a test parses all tables")
        .attack
}

fn embedded_source(name: &str) -> &'static [u8] {
    ATTACK_SOURCES.get_file(name).map_or_else(
        || panic!("src/attack/sources/{name} is missing"),
        include_dir::File::contents,
    )
}

impl Attack {
    pub(super) fn honest_submission(file: &str) -> Self {
        Self {
            file: file.to_owned(),
            ..Self::default()
        }
    }

    /// Writes the submission to a file in a new directory, and returns the path of the file.
    pub(super) fn write_submission(&self, directory: &Path) -> io::Result<PathBuf> {
        fs::create_dir(directory)?;
        let path = directory.join(self.name.as_ref().unwrap_or(&self.file));
        let text = self.source.as_ref().map(String::as_bytes);
        fs::write(&path, text.unwrap_or_else(|| embedded_source(&self.file)))?;
        Ok(path)
    }

    /// If this is an attack on a driver, returns the file extension of the driver's language.
    pub fn attacked_driver_extension(&self) -> Option<&str> {
        let (_, extension) = self.file.rsplit_once('.')?;
        self.title.starts_with("driver: ").then_some(extension)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use mousetrap_languages::Languages;
    use mousetrap_model::Verdict;

    #[test]
    fn every_source_has_a_row_and_every_row_has_a_source() {
        let mut rows = BTreeSet::from(["attacks.toml".to_owned()]);
        for attack in attacks() {
            rows.extend(attack.source.is_none().then_some(attack.file));
            rows.insert(attack.honest_file);
        }
        let files = ATTACK_SOURCES
            .files()
            .map(|file| file.path().display().to_string());
        assert_eq!(rows, files.collect());
    }

    #[test]
    fn every_driver_has_at_least_three_attacks() {
        let rows = attacks();
        for language in Languages::embedded().iter() {
            let drivers = rows.iter().filter_map(Attack::attacked_driver_extension);
            let is_of_language = |driver: &&str| language.extensions.iter().any(|it| it == driver);
            let count = drivers.filter(is_of_language).count();
            assert!(
                count >= 3,
                "only {count} attacks on the driver of {}",
                language.id
            );
        }
    }

    #[test]
    fn expected_verdict_is_known_and_explained_if_ambiguous() {
        for attack in attacks() {
            let Attack { file, expected, .. } = &attack;
            let known = Verdict::ALL
                .iter()
                .any(|verdict| verdict.code() == expected);
            assert!(known && !attack.title.is_empty(), "{file}: {expected}");
            let needs_reason = ["CE", "RTE", "TLE", "SV"].contains(&expected.as_str());
            assert!(!needs_reason || !attack.reason.is_empty(), "{file}");
        }
    }
}
