//! The table of attacks: what each tries and what it must earn. Table and sources
//! are part of the binary, so that a host can prove the sandbox on their own
//! machine.

use std::fs;
use std::io;
use std::iter;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use include_dir::{Dir, include_dir};
use mousetrap_model::Verdict;
use serde::Deserialize;

static SOURCES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/attack/sources");

/// Attacks on the drivers and runtimes, one table per language, sources included.
static CHEATS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/attack/cheats");

/// The submission that is judged after each attack, and must be accepted.
pub(super) const HONEST: &str = "honest.c";

/// What a submission earns that the judge does not even take.
pub(super) const REFUSED: &str = "refused";

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
    /// The code of the verdict, or `refused` if it must not even be judged.
    pub earns: String,
    /// What the reason shown must contain.
    #[serde(default)]
    pub says: String,
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
    /// Bytes of comment that follow the source.
    #[serde(default)]
    pub padded: usize,
    /// The name under which it is submitted, if that is another.
    pub name: Option<String>,
    /// The submission is a link to this file of the host.
    pub link: Option<PathBuf>,
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

    /// Puts the submission into a new directory.
    pub(super) fn write(&self, directory: &Path) -> io::Result<PathBuf> {
        fs::create_dir(directory)?;
        let path = directory.join(self.name.as_ref().unwrap_or(&self.file));
        if let Some(target) = &self.link {
            symlink(target, &path)?;
        } else {
            let text = self.source.as_ref().map(String::as_bytes);
            let text = text.unwrap_or_else(|| source(&self.file));
            fs::write(&path, [text, &b"#".repeat(self.padded)].concat())?;
        }
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
        let rows = attacks()
            .into_iter()
            .filter(|attack| attack.link.is_none() && attack.source.is_none())
            .map(|attack| attack.file);
        let rows: BTreeSet<_> = rows
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
            let extensions = &language.extensions;
            let of_language = |attack: &&Attack| {
                let extension = attack.driver();
                extension.is_some_and(|extension| extensions.iter().any(|own| own == extension))
            };
            let count = rows.iter().filter(of_language).count();
            assert!(count >= 3, "{}: {count} attacks on its driver", language.id);
        }
    }

    #[test]
    fn every_row_expects_a_verdict_that_there_is() {
        for Attack { file, earns, .. } in attacks() {
            let known = Verdict::ALL.iter().any(|v| v.code() == earns);
            assert!(known || earns == REFUSED, "{file}: {earns}");
        }
    }

    #[test]
    fn a_row_that_is_rejected_or_refused_says_why() {
        for Attack {
            file, earns, says, ..
        } in attacks()
        {
            let unclear = ["CE", "RTE", "TLE", "SV", REFUSED].contains(&earns.as_str());
            assert!(!unclear || !says.is_empty(), "{file}");
        }
    }
}
