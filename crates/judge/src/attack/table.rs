//! The table of attacks: the purpose of each, and the verdict that it must earn. Table and sources are part of
//! the binary, so that an operator can test the sandbox of a machine.

use std::fs;
use std::io;
use std::iter;
use std::path::{Path, PathBuf};

use include_dir::{Dir, include_dir};
use mousetrap_model::Verdict;
use serde::Deserialize;

static SOURCES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/attack/sources");

/// Attacks on the drivers and runtimes, one table per language, sources included.
static CHEATS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/attack/cheats");

/// The submission that is judged after each attack, and must be accepted.
pub(super) const HONEST: &str = "honest.c";

/// A row of the battery.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Attack {
    /// The name of the source.
    pub file: String,
    /// The source, unless it is a file of its own.
    source: Option<String>,
    /// What it tries, for people.
    pub what: String,
    /// The code of the verdict.
    pub earns: String,
    /// A text that the shown reason must contain.
    #[serde(default)]
    pub reason: String,
    /// What it earns instead without control groups, where a run may start no processes.
    pub childless: Option<String>,
    /// Whether it is judged twice in a row.
    #[serde(default)]
    pub twice: bool,
    /// Whether at least two workers judge it at once, to see each other.
    #[serde(default)]
    pub side_by_side: bool,
    /// The honest submission that is judged afterwards.
    #[serde(default = "honest")]
    pub then: String,
    /// Whether its compiler is slow, whatever the source.
    #[serde(default)]
    pub slow_compiler: bool,
    /// The name under which it is submitted, if that is another.
    pub name: Option<String>,
}

fn honest() -> String {
    HONEST.to_owned()
}

/// All rows: those of the main table, then those of each language, by name.
pub fn attacks() -> Vec<Attack> {
    let mut cheats: Vec<_> = CHEATS.files().collect();
    cheats.sort_by_key(|file| file.path());
    let tables = cheats.into_iter().map(include_dir::File::contents);
    iter::once(source("attacks.toml"))
        .chain(tables)
        .flat_map(read)
        .collect()
}

fn read(table: &[u8]) -> Vec<Attack> {
    #[derive(Deserialize)]
    struct Table {
        attack: Vec<Attack>,
    }
    toml::from_str::<Table>(&String::from_utf8_lossy(table))
        .expect("a test reads the tables")
        .attack
}

fn source(name: &str) -> &'static [u8] {
    SOURCES.get_file(name).map_or_else(
        || panic!("src/attack/sources/{name} is missing"),
        include_dir::File::contents,
    )
}

impl Attack {
    pub(super) fn honest(file: &str) -> Self {
        Self {
            file: file.to_owned(),
            earns: Verdict::Accepted.code().to_owned(),
            ..Self::default()
        }
    }

    /// Writes the submission into a new directory. Returns its path.
    pub(super) fn write(&self, directory: &Path) -> io::Result<PathBuf> {
        fs::create_dir(directory)?;
        let path = directory.join(self.name.as_ref().unwrap_or(&self.file));
        let text = self.source.as_ref().map(String::as_bytes);
        fs::write(&path, text.unwrap_or_else(|| source(&self.file)))?;
        Ok(path)
    }

    /// For an attack on a driver, the extension of its source, which stands for the
    /// language.
    pub fn driver(&self) -> Option<&str> {
        let (_, extension) = self.file.rsplit_once('.')?;
        self.what.starts_with("driver: ").then_some(extension)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use mousetrap_languages::Languages;

    #[test]
    fn every_source_has_a_row_and_every_row_a_source() {
        let rows = attacks().into_iter();
        let named = rows.filter(|attack| attack.source.is_none());
        let rows: BTreeSet<_> = named
            .map(|attack| attack.file)
            .chain(attacks().into_iter().map(|attack| attack.then))
            .chain(["attacks.toml".to_owned()])
            .collect();
        let files: BTreeSet<_> = SOURCES
            .files()
            .map(|file| file.path().display().to_string())
            .collect();
        assert_eq!(rows, files);
    }

    #[test]
    fn drivers_of_all_languages_have_three_attacks_or_more() {
        let rows = attacks();
        for language in Languages::embedded().iter() {
            let drivers = rows.iter().filter_map(Attack::driver);
            let own = drivers.filter(|&driver| language.extensions.iter().any(|it| it == driver));
            let count = own.count();
            assert!(count >= 3, "{}: {count} attacks on its driver", language.id);
        }
    }

    #[test]
    fn row_expects_a_verdict_and_the_reason_of_an_unspecific_one() {
        for attack in attacks() {
            let Attack { file, earns, .. } = &attack;
            let known = Verdict::ALL.iter().any(|verdict| verdict.code() == earns);
            assert!(known, "{file}: {earns}");
            let needs_reason = ["CE", "RTE", "TLE", "SV"].contains(&earns.as_str());
            assert!(!needs_reason || !attack.reason.is_empty(), "{file}");
        }
    }
}
