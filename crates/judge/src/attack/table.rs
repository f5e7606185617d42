//! The table of attacks: what each tries and what it must earn. Table and sources
//! are part of the binary, so that a host can prove the sandbox on their own
//! machine.

use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use include_dir::{Dir, include_dir};
use serde::Deserialize;

use crate::Verdict;

static SOURCES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/attack/sources");

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

/// All rows, in the order of the table.
pub fn attacks() -> Vec<Attack> {
    #[derive(Deserialize)]
    struct Table {
        attack: Vec<Attack>,
    }
    let text = String::from_utf8_lossy(source("attacks.toml"));
    toml::from_str::<Table>(&text)
        .expect("a test reads the table")
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
        match &self.link {
            Some(target) => symlink(target, &path)?,
            None => fs::write(
                &path,
                [source(&self.file), &b"#".repeat(self.padded)].concat(),
            )?,
        }
        Ok(path)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_source_has_a_row_and_every_row_a_source() {
        let rows = attacks()
            .into_iter()
            .filter(|attack| attack.link.is_none())
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
