//! The jobs that a sandbox runs, and the results of runs.

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use mousetrap_util::Bytes;

/// How a job may access its program directory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ProgramAccess {
    /// Access for a run: `/prog` is read-only.
    Read,
    /// Access for a compilation: `/prog` is a writable copy of the host directory, and the job
    /// starts in `/prog`. After the compilation, the regular files and directories in `/prog` are
    /// copied back to the host. Symbolic links are neither copied nor followed.
    Build,
}

/// The program directory of a job.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ProgramDir {
    /// The path of the directory on the host.
    pub host: PathBuf,
    /// Whether the job may change the directory.
    pub access: ProgramAccess,
}

/// One execution of a program in a sandbox, with its files, permissions and limits.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Job {
    /// The command. `argv[0]` is an absolute path, or a name that is searched for in the `PATH` of
    /// `env`. The placeholder `{prog}` stands for the path of the program directory in the
    /// sandbox.
    pub argv: Vec<String>,
    /// The complete environment: the job inherits no variables. `{prog}` is replaced as in `argv`.
    pub env: Vec<(String, String)>,
    /// The directory that the job sees as `/prog`.
    pub program: Option<ProgramDir>,
    /// The directory of the prepared toolchain, which the job sees read-only as `/warm`. In a
    /// build, `/prog` contains symbolic links to the entries of this directory, which are not
    /// copied back to the host. Requires full isolation.
    pub warm: Option<PathBuf>,
    /// Whether the job may use all cores of this machine although the sandbox is pinned to one.
    pub uses_all_cores: bool,
    /// Paths of the toolchain outside of the system directories. The job sees these files read-only
    /// at the same paths.
    pub toolchain: Vec<PathBuf>,
    /// Additional permissions.
    pub needs: Permissions,
    /// Whether the job has a reply channel as file descriptor 3.
    pub replies: bool,
    /// Hard limits of the job. The judge itself enforces the limits of individual cases, which can
    /// be stricter.
    pub limits: JobLimits,
}

impl Job {
    /// Creates a job with small limits, the default `PATH` and a reply channel.
    pub fn new(argv: &[&str]) -> Self {
        Self {
            argv: argv.iter().map(ToString::to_string).collect(),
            env: vec![("PATH".to_owned(), "/usr/local/bin:/usr/bin:/bin".to_owned())],
            program: None,
            warm: None,
            uses_all_cores: false,
            toolchain: Vec::new(),
            needs: Permissions::default(),
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

    /// Returns the job with `{prog}` replaced by `directory`, the path at which the job sees its
    /// program directory.
    pub(crate) fn with_program_path(&self, directory: &str) -> Self {
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

    /// Returns whether the job is a compilation. A compilation starts in the program directory, so
    /// that compilers print paths relative to that directory.
    pub(crate) fn is_build(&self) -> bool {
        matches!(&self.program, Some(program) if program.access == ProgramAccess::Build)
    }

    /// Returns the name of the program that the job executes.
    pub(crate) fn program_name(&self) -> String {
        self.argv.first().cloned().unwrap_or_default()
    }
}

/// Additional permissions of a job. Each permission gives access to a resource that an
/// unprivileged judge can neither measure nor limit. A job therefore gets only the permissions
/// that its runtime or compiler needs.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(deny_unknown_fields, default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each field is an independent permission"
)]
pub struct Permissions {
    /// Allows creating pairs of connected sockets. The buffers of these sockets are not charged to
    /// any process.
    pub pairs: bool,
    /// Allows sending file descriptors through connected sockets. The kernel limits descriptors in
    /// transit per user, not per run.
    pub messages: bool,
    /// Allows starting child processes, although the clock may not measure the CPU time of children
    /// that are never waited for.
    pub processes: bool,
    /// Allows waiting for many descriptors at once (`epoll`, `eventfd`). Untrusted code with this
    /// permission should get a low limit on open files: a process with `n` open files can create
    /// about `(n / 3)³` `epoll` watches, each of which takes 200 bytes of kernel memory.
    pub event_loop: bool,
    /// Allows reading `/proc`, whose files also reveal counters of the entire machine. Without this
    /// permission, Landlock refuses access, if the kernel supports Landlock.
    pub process_files: bool,
    /// Disables address space layout randomization, so that memory addresses are the same in every
    /// run. Sanitizers need this, because they reserve fixed address ranges.
    pub fixed_addresses: bool,
}

impl Permissions {
    /// All permissions, for trusted programs.
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
    /// Maximum memory of the process tree.
    pub memory: Bytes,
    /// Maximum size of one stack.
    pub stack: Bytes,
    /// Maximum number of processes and threads that exist at the same time.
    pub processes: u32,
    /// Maximum size of one file.
    pub file_size: Bytes,
    /// Maximum size of `/box`, `/tmp` and a writable `/prog` together.
    pub disk: Bytes,
    /// Maximum number of open files of one process.
    pub open_files: u32,
}

/// How the main process of a job ended, and whether its files could be collected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// The process exited with this code.
    Code(i32),
    /// The process was killed by this signal.
    Signal(i32),
    /// The process succeeded, but left files that cannot be copied to the host.
    Uncollected(CollectError),
}

/// The reason why the files of a build cannot be copied to the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CollectError {
    /// The build left too many files and directories.
    #[error("left more than {MAX_COLLECTED_ENTRIES} files and directories")]
    Entries,
    /// A path is too long or in too many nested directories.
    #[error(
        "left a file whose path has more than {MAX_PATH_LENGTH} bytes or is in more than \
         {MAX_DIRECTORY_DEPTH} directories"
    )]
    Path,
    /// A file name is not UTF-8.
    #[error("left a file whose name is not UTF-8")]
    Name,
}

/// Maximum number of files and directories that are copied from a build.
pub(crate) const MAX_COLLECTED_ENTRIES: usize = 1_000;
/// Maximum length in bytes of a path in the program directory.
pub(crate) const MAX_PATH_LENGTH: usize = 1_024;
/// Maximum depth of nested directories.
pub(crate) const MAX_DIRECTORY_DEPTH: usize = 64;

impl Exit {
    /// Decodes the status that `wait` returns.
    pub(crate) fn from_wait_status(status: i32) -> Self {
        match status & 0x7f {
            0 => Self::Code((status >> 8) & 0xff),
            signal => Self::Signal(signal),
        }
    }
}

/// The resource usage of a process tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobUsage {
    /// User and system CPU time of the entire tree.
    pub cpu: Duration,
    /// Peak memory of the entire tree, as far as this can be measured.
    pub memory: Bytes,
    /// Whether the memory limit was exceeded.
    pub out_of_memory: bool,
}
