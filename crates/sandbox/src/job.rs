//! What a sandbox is asked to run, and what it reports of the run.

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use mousetrap_base::Bytes;

/// Whether a job may change its program directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// A run: `/prog` is read-only.
    Read,
    /// A compilation: `/prog` starts with the files of the host directory, may be
    /// changed, and is collected into that directory afterwards (regular files
    /// and directories only, links not followed). The job starts in `/prog`.
    Build,
}

/// The program directory of a job.
#[derive(Clone, Debug)]
pub struct Program {
    /// The directory on the host.
    pub host: PathBuf,
    /// What the job may do with it.
    pub access: Access,
}

/// One program run to be isolated, limited and measured.
#[derive(Clone, Debug)]
pub struct Job {
    /// The command; `argv[0]` is an absolute path or looked up in `PATH` of
    /// `env`. `{prog}` stands for the program directory as the job sees it.
    pub argv: Vec<String>,
    /// The whole environment; nothing is inherited. `{prog}` as in `argv`.
    pub env: Vec<(String, String)>,
    /// What is seen as `/prog`.
    pub program: Option<Program>,
    /// A directory of the host that was made ready for the tools of this job, seen
    /// read-only as `/warm`. In a build there are links to its entries in `/prog`,
    /// which are not collected. Full isolation only.
    pub warm: Option<PathBuf>,
    /// Host paths of the toolchain beyond the system directories, seen read-only
    /// at the same path.
    pub toolchain: Vec<PathBuf>,
    /// What it may do beyond what every job may.
    pub needs: Needs,
    /// Whether descriptor 3, the reply channel, is open.
    pub replies: bool,
    /// Hard limits; the soft ones are the judge's business.
    pub limits: JobLimits,
}

impl Job {
    /// A small command with the tools of the system, and descriptor 3; what else it
    /// needs can be changed.
    pub fn new(argv: &[&str]) -> Self {
        Self {
            argv: argv.iter().map(ToString::to_string).collect(),
            env: vec![("PATH".to_owned(), "/usr/local/bin:/usr/bin:/bin".to_owned())],
            program: None,
            warm: None,
            toolchain: Vec::new(),
            needs: Needs::default(),
            replies: true,
            limits: JobLimits {
                memory: Bytes::mib(256),
                stack: Bytes::mib(64),
                processes: 64,
                file_size: Bytes::mib(16),
                disk: Bytes::mib(64),
                open_files: 64,
            },
        }
    }

    /// The same job with `{prog}` replaced by the directory that the job sees.
    pub(crate) fn with_program_at(&self, directory: &str) -> Self {
        let fill = |text: &String| text.replace("{prog}", directory);
        Self {
            argv: self.argv.iter().map(fill).collect(),
            env: self
                .env
                .iter()
                .map(|(name, value)| (name.clone(), fill(value)))
                .collect(),
            ..self.clone()
        }
    }

    /// Where the job starts: a compilation in its program directory, seen at
    /// `directory`, so that compilers name files as the submission does; a run in
    /// its working directory, seen at `own`.
    pub(crate) fn starts_in(&self, directory: &str, own: &str) -> String {
        match &self.program {
            Some(program) if program.access == Access::Build => directory,
            _ => own,
        }
        .to_owned()
    }
}

/// What a job may do beyond what every job may. Each is a way to use what an
/// ordinary user's judge cannot see or limit, so a job gets only what its runtime
/// or compiler does not work without.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(deny_unknown_fields, default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a permission of its own"
)]
pub struct Needs {
    /// Make pairs of connected sockets, whose buffers are no process's memory.
    pub pairs: bool,
    /// Send messages on them, with which descriptors can travel: those on the
    /// way are counted for the user, not for the run.
    pub messages: bool,
    /// Start processes, even where the time of one that nobody waits for would
    /// not be seen.
    pub processes: bool,
    /// Wait for many descriptors at once (`epoll`, `eventfd`). A job that runs untrusted
    /// code and has this should get few open files: with `n` of them a process can have
    /// some `(n / 3)³` watches, each 200 bytes of kernel memory.
    pub event_loop: bool,
    /// Read the files of its processes in `/proc`, which show numbers that are shared by the
    /// whole machine. They are refused where the kernel has Landlock.
    pub process_files: bool,
    /// Find its memory at the same addresses in every run: sanitizers reserve
    /// some of them.
    pub fixed_addresses: bool,
}

impl Needs {
    /// For programs of the judge's owner.
    pub const ALL: Self = Self {
        pairs: true,
        messages: true,
        processes: true,
        event_loop: true,
        process_files: true,
        fixed_addresses: false,
    };
}

/// Hard limits on a whole process tree, over its whole life.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JobLimits {
    /// Peak memory of the tree.
    pub memory: Bytes,
    /// Size of one stack.
    pub stack: Bytes,
    /// Processes and threads alive at once.
    pub processes: u32,
    /// Size of one file.
    pub file_size: Bytes,
    /// All of `/box`, `/tmp` and a writable `/prog` together.
    pub disk: Bytes,
    /// Open files of one process.
    pub open_files: u32,
}

/// How the main process of a job ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// It returned this code.
    Code(i32),
    /// This signal ended it.
    Signal(i32),
    /// It succeeded and left files that cannot be collected.
    Uncollected(Uncollected),
}

/// Why the files that a build left are not collected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Uncollected {
    /// There are too many files and directories.
    #[error("left more than {MAX_ENTRIES} files and directories")]
    Entries,
    /// A path is too long or too deep for the host.
    #[error(
        "left a file whose path has more than {MAX_PATH} bytes or is in more than {MAX_DEPTH} \
         directories"
    )]
    Path,
    /// A name is not text.
    #[error("left a file whose name is not UTF-8")]
    Name,
}

/// Maximum number of files and directories that are collected from a build.
pub(crate) const MAX_ENTRIES: usize = 1_000;
/// Maximum length in bytes of a path in the program directory.
pub(crate) const MAX_PATH: usize = 1_024;
/// Maximum number of directories within directories.
pub(crate) const MAX_DEPTH: usize = 64;

impl Exit {
    /// From the status word of `wait`.
    pub(crate) fn from_wait_status(status: i32) -> Self {
        match status & 0x7f {
            0 => Self::Code((status >> 8) & 0xff),
            signal => Self::Signal(signal),
        }
    }
}

/// What a process tree has used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeUsage {
    /// CPU time, user and system, of the whole tree.
    pub cpu: Duration,
    /// Peak memory of the whole tree, as far as the source allows.
    pub memory: Bytes,
    /// Whether the memory limit was hit.
    pub out_of_memory: bool,
}
