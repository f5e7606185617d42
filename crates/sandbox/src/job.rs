//! Jobs for a sandbox, and the result of a run.

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use mousetrap_util::Bytes;

/// Whether a job may change its program directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Access {
    /// A run: `/prog` is read-only.
    Read,
    /// A compilation: `/prog` is a writable copy of the host directory, and the job starts
    /// there. Afterwards its regular files and directories are copied back to the host.
    /// Links are not followed.
    Build,
}

/// The program directory of a job.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Program {
    /// The directory on the host.
    pub host: PathBuf,
    /// Whether the job may change it.
    pub access: Access,
}

/// A run of one program that is isolated, limited and measured.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Job {
    /// The command. `argv[0]` is an absolute path or a name that is searched for in `PATH`
    /// of `env`. `{prog}` is replaced by the path of the program directory in the sandbox.
    pub argv: Vec<String>,
    /// The entire environment; nothing is inherited. `{prog}` is replaced as in `argv`.
    pub env: Vec<(String, String)>,
    /// The directory that the job sees as `/prog`.
    pub program: Option<Program>,
    /// The directory of the prepared toolchain, which the job sees read-only as `/warm`. In
    /// a build, `/prog` has links to its entries, which are not copied back. Full isolation
    /// only.
    pub warm: Option<PathBuf>,
    /// Paths of the toolchain outside of the system directories. The job sees them read-only
    /// at the same paths.
    pub toolchain: Vec<PathBuf>,
    /// Additional permissions.
    pub needs: Needs,
    /// Whether descriptor 3, the reply channel, is open.
    pub replies: bool,
    /// Hard limits. The judge enforces the limits of cases.
    pub limits: JobLimits,
}

impl Job {
    /// Creates a job with small limits, the tools of the system and descriptor 3.
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

    /// Replaces `{prog}` by the directory that the job sees.
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

    /// Returns whether the job is a compilation. It starts in the program directory, so that
    /// compilers name files relative to it.
    pub(crate) fn is_build(&self) -> bool {
        matches!(&self.program, Some(program) if program.access == Access::Build)
    }

    /// The name of the program that the job executes.
    pub(crate) fn name(&self) -> String {
        self.argv.first().cloned().unwrap_or_default()
    }
}

/// Additional permissions of a job. Each gives access to a resource that the judge of an
/// ordinary user can neither measure nor limit, so a job gets only the permissions without
/// which its runtime or compiler does not work.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(deny_unknown_fields, default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a permission of its own"
)]
pub struct Needs {
    /// Create pairs of connected sockets, whose buffers count for no process.
    pub pairs: bool,
    /// Send messages with descriptors through them. The kernel counts descriptors in transit
    /// per user, not per run.
    pub messages: bool,
    /// Start processes, even if the CPU time of a child that nobody waits for is not
    /// measured.
    pub processes: bool,
    /// Wait for many descriptors at once (`epoll`, `eventfd`). Untrusted code with this
    /// permission should get few open files: with `n` of them a process can have about
    /// `(n / 3)³` watches of 200 bytes of kernel memory each.
    pub event_loop: bool,
    /// Read the files of its processes in `/proc`, which show counters of the entire machine.
    /// Without this permission Landlock refuses it, if the kernel has Landlock.
    pub process_files: bool,
    /// Have the same memory addresses in every run, for sanitizers, which reserve some of
    /// them.
    pub fixed_addresses: bool,
}

impl Needs {
    /// Permissions of trusted programs.
    pub const ALL: Self = Self {
        pairs: true,
        messages: true,
        processes: true,
        event_loop: true,
        process_files: true,
        fixed_addresses: false,
    };
}

/// Hard limits on an entire process tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobLimits {
    /// Maximum memory of the tree.
    #[serde(with = "ByteCount")]
    pub memory: Bytes,
    /// Maximum size of one stack.
    #[serde(with = "ByteCount")]
    pub stack: Bytes,
    /// Maximum number of processes and threads at a time.
    pub processes: u32,
    /// Maximum size of one file.
    #[serde(with = "ByteCount")]
    pub file_size: Bytes,
    /// Maximum size of `/box`, `/tmp` and a writable `/prog` together.
    #[serde(with = "ByteCount")]
    pub disk: Bytes,
    /// Maximum number of open files of one process.
    pub open_files: u32,
}

/// A size as a plain number in messages; [`Bytes`] itself is read as text with a unit.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Bytes")]
struct ByteCount(u64);

/// How the main process of a job ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// It exited with this code.
    Code(i32),
    /// This signal ended it.
    Signal(i32),
    /// It succeeded, but left files that cannot be collected.
    Uncollected(Uncollected),
}

/// The reason why the files of a build are not collected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Uncollected {
    /// Too many files and directories.
    #[error("left more than {MAX_ENTRIES} files and directories")]
    Entries,
    /// A path is too long or too deep for the host.
    #[error(
        "left a file whose path has more than {MAX_PATH} bytes or is in more than {MAX_DEPTH} \
         directories"
    )]
    Path,
    /// A name is not UTF-8.
    #[error("left a file whose name is not UTF-8")]
    Name,
}

/// Maximum number of files and directories that are collected from a build.
pub(crate) const MAX_ENTRIES: usize = 1_000;
/// Maximum length in bytes of a path in the program directory.
pub(crate) const MAX_PATH: usize = 1_024;
/// Maximum depth of nested directories.
pub(crate) const MAX_DEPTH: usize = 64;

impl Exit {
    /// Decodes the status word of `wait`.
    pub(crate) fn from_wait_status(status: i32) -> Self {
        match status & 0x7f {
            0 => Self::Code((status >> 8) & 0xff),
            signal => Self::Signal(signal),
        }
    }
}

/// The usage of a process tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TreeUsage {
    /// User and system CPU time of the entire tree.
    pub cpu: Duration,
    /// Peak memory of the entire tree, as far as it can be measured.
    #[serde(with = "ByteCount")]
    pub memory: Bytes,
    /// Whether the memory limit was exceeded.
    pub out_of_memory: bool,
}
