//! The forms of an export.

use std::io::{Cursor, Write as _};

use zip::result::ZipResult;
use zip::write::{SimpleFileOptions, ZipWriter};
use zip::{CompressionMethod, DateTime};

use super::job::Scheduler;
use super::package::{File, Package};
use super::{plain, whole};
use mousetrap_model::points::RunPoints;
use mousetrap_suite::Case;

mousetrap_base::choices! {
    /// A form that another tool takes.
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
        /// An array of jobs for Slurm, each of which judges a part
        Slurm = "slurm",
        /// An Indexed Job for Kubernetes, each pod of which judges a part
        Kubernetes = "kubernetes",
    }
}

impl Format {
    /// Whether it holds a whole problem: statement, validators, submissions.
    pub const fn is_package(self) -> bool {
        matches!(
            self,
            Self::Kattis | Self::Icpc | Self::Domjudge | Self::Polygon
        )
    }

    /// Who runs it, if it is a job.
    pub const fn scheduler(self) -> Option<Scheduler> {
        match self {
            Self::Slurm => Some(Scheduler::Slurm),
            Self::Kubernetes => Some(Scheduler::Kubernetes),
            _ => None,
        }
    }

    /// Whether it has point groups: they are in a package with `--points`, and always
    /// with the cases of JSON Lines.
    pub const fn has_points(self) -> bool {
        matches!(self, Self::Kattis | Self::Polygon | Self::Jsonl)
    }

    /// Whether it is one zip file instead of a directory.
    pub const fn is_zip(self) -> bool {
        matches!(self, Self::Domjudge)
    }

    /// The files of cases without a problem around them; none for packages.
    pub fn cases(self, cases: &[Case], points: Option<&RunPoints>) -> Option<Vec<File>> {
        match self {
            Self::InAns => Some(plain::in_ans(cases)),
            Self::Oj => Some(plain::oj(cases)),
            Self::Leetcode => Some(plain::leetcode(cases)),
            Self::Jsonl => Some(plain::jsonl(cases, points)),
            _ => None,
        }
    }

    /// The files of a package; none for forms of cases alone.
    pub fn package(self, package: &Package<'_>) -> Option<Vec<File>> {
        match self {
            Self::Kattis => Some(whole::kattis(package)),
            Self::Icpc => Some(whole::icpc(package)),
            Self::Domjudge => Some(whole::domjudge(package)),
            Self::Polygon => Some(whole::polygon(package)),
            _ => None,
        }
    }
}

/// The files as a zip archive. The same files give the same bytes: they are
/// stored as they are and carry no time of day.
///
/// # Errors
/// More than a zip file holds.
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
