//! nauty's `geng`, which lists graphs without those that differ only by the
//! names of their nodes ("Practical graph isomorphism II", by its
//! authors, 2014).

use std::io::{self, BufRead, BufReader, ErrorKind};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};

use thiserror::Error;

/// What distributions call it.
const NAMES: [&str; 2] = ["geng", "nauty-geng"];

/// Why no graphs come.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum GengError {
    /// It is not installed.
    #[error(
        "neither geng nor nauty-geng can be run; it lists the graphs, and is in the package \
         \"nauty\": apt-get install nauty"
    )]
    Missing,
    /// It cannot be run, or fails.
    #[error("{program}: {source}")]
    Io {
        /// By which name it was run.
        program: &'static str,
        /// What happened.
        source: io::Error,
    },
    /// It ends with an error, or its output is not what it should be.
    #[error("{program} {arguments}: {fault}")]
    Fault {
        /// By which name it was run.
        program: &'static str,
        /// What it was asked.
        arguments: String,
        /// What is wrong.
        fault: String,
    },
}

#[expect(
    clippy::disallowed_methods,
    reason = "a trusted tool of the distribution"
)]
fn start(arguments: &[String]) -> Result<(&'static str, Child), GengError> {
    for program in NAMES {
        let child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            // Ctrl-C is for us, who end it.
            .process_group(0)
            .spawn();
        match child {
            Ok(child) => return Ok((program, child)),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(source) => return Err(GengError::Io { program, source }),
        }
    }
    Err(GengError::Missing)
}

/// By which name it is installed.
///
/// # Errors
/// If it is not.
pub fn name() -> Result<&'static str, GengError> {
    let (program, mut child) = start(&["--help".to_owned()])?;
    let _ = child.wait();
    Ok(program)
}

/// Graphs in which every node has a neighbour, connected or not, of the residue
/// class `part` of `of`. `each` is given the neighbours of each node and says
/// whether to go on; whether it has seen all.
///
/// # Errors
/// If `geng` is missing or fails.
pub(super) fn graphs(
    nodes: usize,
    (part, of): (u64, u64),
    mut each: impl FnMut(&[u16]) -> bool,
) -> Result<bool, GengError> {
    let arguments = ["-q", "-d1"].map(str::to_owned);
    let arguments = [&arguments[..], &[nodes.to_string(), format!("{part}/{of}")]].concat();
    let (program, mut child) = start(&arguments)?;
    let mut lines = BufReader::with_capacity(1 << 16, child.stdout.take().expect("it is piped"));
    let io = |source| GengError::Io { program, source };
    let fault = |fault: String| GengError::Fault {
        program,
        arguments: arguments.join(" "),
        fault,
    };
    let mut line = Vec::new();
    let mut around = [0; 16];
    let end = loop {
        line.clear();
        match lines.read_until(b'\n', &mut line) {
            Ok(0) => break Ok(true),
            Ok(_) => {}
            Err(error) => break Err(io(error)),
        }
        let Some(()) = read(&line, &mut around[..nodes]) else {
            let line = String::from_utf8_lossy(&line).trim().to_owned();
            break Err(fault(format!("\"{line}\" is not a graph of {nodes} nodes")));
        };
        if !each(&around[..nodes]) {
            break Ok(false);
        }
    };
    if !matches!(end, Ok(true)) {
        let _ = child.kill();
    }
    let output = child.wait_with_output().map_err(io)?;
    if matches!(end, Ok(true)) && !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        return Err(fault(format!("{said} ({})", output.status)));
    }
    end
}

/// Reads a line of graph6: the number of nodes, then the upper triangle column
/// by column, six bits to a character.
fn read(line: &[u8], around: &mut [u16]) -> Option<()> {
    let (&nodes, bits) = line.trim_ascii_end().split_first()?;
    let pairs = around.len() * (around.len() - 1) / 2;
    if usize::from(nodes) != around.len() + 63 || bits.len() != pairs.div_ceil(6) {
        return None;
    }
    around.fill(0);
    let (mut from, mut to) = (0, 1);
    for &byte in bits {
        let bits = byte.checked_sub(63)?;
        for bit in (0..6).rev() {
            if to == around.len() {
                break;
            }
            if bits >> bit & 1 == 1 {
                around[from] |= 1 << to;
                around[to] |= 1 << from;
            }
            from += 1;
            if from == to {
                (from, to) = (0, to + 1);
            }
        }
    }
    Some(())
}
