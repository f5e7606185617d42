//! The export formats.

use std::io::{Cursor, Write as _};

use zip::result::ZipResult;
use zip::write::{SimpleFileOptions, ZipWriter};
use zip::{CompressionMethod, DateTime};

use super::package::{File, Package};
use super::{cases, package_formats};
use crate::case::GameCase;
use mousetrap_model::points::RunPoints;

mousetrap_util::choices! {
    /// A format that another tool reads.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Format {
        /// A pair `NAME.in`, `NAME.ans` per case, in a directory per suite
        InAns = "in-ans",
        /// `test/sample-NAME.in`, `.out`: the layout of online-judge-tools, for
        /// `oj test`
        Oj = "oj",
        /// Two texts to paste into `LeetCode`'s "Testcase" box: all inputs, and the
        /// answers
        Leetcode = "leetcode",
        /// One JSON object per line
        Jsonl = "jsonl",
        /// A whole problem in Kattis's legacy format, for `verifyproblem`
        Kattis = "kattis",
        /// A whole problem in the ICPC's format of 2025-09, for `bt`
        Icpc = "icpc",
        /// A whole problem for the importer of `DOMjudge`, as a zip file
        Domjudge = "domjudge",
        /// Numbered tests, validator and checker for testlib, as on Polygon
        Polygon = "polygon",
    }
}

impl Format {
    /// Returns whether it holds a whole problem: statement, validators, submissions.
    pub const fn is_package(self) -> bool {
        matches!(
            self,
            Self::Kattis | Self::Icpc | Self::Domjudge | Self::Polygon
        )
    }

    /// Returns whether it can have point groups. A package has them with `--points`, JSON
    /// Lines always.
    pub const fn has_points(self) -> bool {
        matches!(self, Self::Kattis | Self::Polygon | Self::Jsonl)
    }

    /// Returns whether it is one zip file instead of a directory.
    pub const fn is_zip(self) -> bool {
        matches!(self, Self::Domjudge)
    }

    /// Returns the files of a format of cases alone, or `None` for other formats.
    pub fn cases(self, cases: &[GameCase], points: Option<&RunPoints>) -> Option<Vec<File>> {
        match self {
            Self::InAns => Some(cases::in_ans(cases)),
            Self::Oj => Some(cases::oj(cases)),
            Self::Leetcode => Some(cases::leetcode(cases)),
            Self::Jsonl => Some(cases::jsonl(cases, points)),
            _ => None,
        }
    }

    /// Returns the files of a package, or `None` for other formats.
    pub fn package(self, package: &Package<'_>) -> Option<Vec<File>> {
        match self {
            Self::Kattis => Some(package_formats::kattis(package)),
            Self::Icpc => Some(package_formats::icpc(package)),
            Self::Domjudge => Some(package_formats::domjudge(package)),
            Self::Polygon => Some(package_formats::polygon(package)),
            _ => None,
        }
    }
}

/// Returns the files as a zip archive. The same files give the same bytes: they are stored
/// without compression and without a modification time.
///
/// # Errors
/// If the files exceed the maximum size of a zip archive.
pub fn zip(files: &[File]) -> ZipResult<Vec<u8>> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Stored)
        .last_modified_time(DateTime::default());
    for (path, text) in files {
        archive.start_file_from_path(path, options)?;
        archive.write_all(text.as_bytes())?;
    }
    Ok(archive.finish()?.into_inner())
}
