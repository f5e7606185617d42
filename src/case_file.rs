//! Reading one case from a file or standard input, for the commands that work
//! on a single case.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use clap::Args;

use crate::failure::Failure;
use cat_and_mouse::game::Bounds;
use cat_and_mouse::problem::{Instance, Problem};
use mousetrap_base::printable::named;

/// How a case is to be read.
#[derive(Debug, Args)]
pub(crate) struct CaseOptions {
    /// The problem it belongs to [default: recognised from its form]
    #[arg(long, value_name = "ID")]
    pub(crate) problem: Option<String>,
    /// Accept boards and graphs beyond contest size
    #[arg(long)]
    pub(crate) extended: bool,
    /// Plies after which the cat wins a grid [default: 1000]
    #[arg(long, alias = "max-moves", value_name = "N")]
    pub(crate) max_plies: Option<u32>,
}

impl CaseOptions {
    /// Reads the case from a file, or from standard input for `-`.
    ///
    /// # Errors
    /// Names the file, the line and the broken rule.
    pub(crate) fn read(&self, file: &Path) -> Result<Instance, Failure> {
        let text = read_text(file)?;
        let name = shown(file);
        let problem = match &self.problem {
            Some(id) => by_id(id)?,
            None => Problem::recognise(&text).ok_or_else(|| {
                Failure::usage(format!(
                    "{name}: this is not a case of a known problem; write \"rows cols catJump \
                     mouseJump\" and the board, \"n\" and the lists of neighbours, or the \
                     LeetCode form"
                ))
            })?,
        };
        let bounds = if self.extended {
            Bounds::Extended
        } else {
            Bounds::Contest
        };
        let instance = problem
            .parse(&text, bounds)
            .map_err(|error| Failure::usage(format!("{name}: {error}")))?;
        match self.max_plies {
            None => Ok(instance),
            Some(plies) => instance.with_max_plies(plies).ok_or_else(|| {
                Failure::usage(format!(
                    "problem {} knows no move limit; leave --max-plies out",
                    problem.id()
                ))
            }),
        }
    }
}

fn by_id(id: &str) -> Result<Problem, Failure> {
    Problem::by_id(id).ok_or_else(|| {
        let known: Vec<&str> = Problem::ALL.iter().map(|problem| problem.id()).collect();
        Failure::usage(format!(
            "unknown problem {id:?}; the problems are {}",
            known.join(", ")
        ))
    })
}

/// Larger than any file these commands read.
const LARGEST_FILE: u64 = 64 << 20;

/// Reads a whole text file, or standard input for `-`.
///
/// # Errors
/// Names the file, and for binary content the line at fault.
pub(crate) fn read_text(path: &Path) -> Result<String, Failure> {
    let name = shown(path);
    let fault = |error: io::Error| Failure::usage(format!("{name}: cannot be read: {error}"));
    let source: Box<dyn Read> = if path.as_os_str() == "-" {
        Box::new(io::stdin())
    } else {
        Box::new(File::open(path).map_err(fault)?)
    };
    let mut bytes = Vec::new();
    source
        .take(LARGEST_FILE + 1)
        .read_to_end(&mut bytes)
        .map_err(fault)?;
    if bytes.len() as u64 > LARGEST_FILE {
        return Err(Failure::usage(format!(
            "{name}: larger than {} MiB; give one case per file",
            LARGEST_FILE >> 20
        )));
    }
    String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = valid.split(|&byte| byte == b'\n').count();
        Failure::usage(format!(
            "{name}: line {line}: not UTF-8 text; give a plain text file"
        ))
    })
}

/// A path as messages name it.
pub(crate) fn shown(path: &Path) -> String {
    if path.as_os_str() == "-" {
        "standard input".to_owned()
    } else {
        named(path).clone()
    }
}
