//! A job runs one command of a program in the sandbox. This module creates jobs, and defines their
//! limits and the ways in which they can end.

use crate::process::excerpt::Excerpt;
use mousetrap_languages::{StagedSubmission, TOOL_SEARCH_PATH};
use mousetrap_model::{Limits, Usage};
use mousetrap_sandbox::{
    CollectError, Exit, Job, JobLimits, JobUsage, Permissions, ProgramAccess, ProgramDir,
};
use mousetrap_util::{Bytes, format_duration};

/// Maximum number of open files of a submission. Without control groups, nothing else limits the
/// kernel memory for pipe buffers, socket buffers and epoll watches.
pub(crate) const MAX_OPEN_FILES: u32 = 64;

/// Creates the job that runs a command of a staged program. The arguments may contain placeholders
/// for limits. The job has no reply channel and no prepared toolchain.
pub(crate) fn new_job(
    staged: &StagedSubmission,
    argv: &[String],
    program: ProgramDir,
    limits: JobLimits,
) -> Job {
    let mut env = vec![
        ("PATH".to_owned(), TOOL_SEARCH_PATH.to_owned()),
        ("HOME".to_owned(), "/tmp".to_owned()),
        ("LANG".to_owned(), "C.UTF-8".to_owned()),
    ];
    let mib = |bytes: Bytes| (bytes.0 >> 20).to_string();
    let fill = |text: &String| {
        text.replace("{memory_mib}", &mib(limits.memory))
            .replace("{stack_mib}", &mib(limits.stack))
    };
    let variables = staged.toolchain.env.iter();
    env.extend(variables.map(|(name, value)| (name.clone(), fill(value))));
    Job {
        argv: argv.iter().map(fill).collect(),
        env,
        needs: match program.access {
            ProgramAccess::Build => Permissions {
                processes: staged.needs.compile.processes || !staged.needs.macros,
                ..staged.needs.compile
            },
            ProgramAccess::Read => staged.needs.run,
        },
        program: Some(program),
        warm: None,
        uses_all_cores: false,
        toolchain: staged.toolchain.binds.clone(),
        replies: false,
        limits,
    }
}

/// Returns the hard limits of a job that runs a program.
pub(crate) const fn run_limits(memory: Bytes, stack: Bytes, open_files: u32) -> JobLimits {
    JobLimits {
        memory,
        stack,
        processes: 128,
        file_size: Bytes::mib(64),
        disk: Bytes::mib(64),
        open_files,
    }
}

/// The reason why the judge stopped waiting for a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StopReason {
    /// A complete line arrived on the reply channel.
    Line,
    /// The main process has ended.
    Ended,
    /// The judge must kill the process, for one of these reasons: `Closed`, `Cpu`, `Wall` or
    /// `Output`.
    Killed(Ending),
}

/// A finished job, with its usage and its output.
#[derive(Debug)]
pub(crate) struct FinishedJob {
    pub ending: Ending,
    /// The reason why the judge stopped waiting.
    pub stop: StopReason,
    pub usage: Usage,
    pub output: Output,
}

/// Standard output and standard error of a run.
#[derive(Clone, Debug)]
pub(crate) struct Output {
    pub stdout: Excerpt,
    /// The start and the end of standard error.
    pub stderr: Excerpt,
}

/// The way in which a job ended. If several variants apply, the first of them is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// This stream exceeded the output limit.
    Output(&'static str),
    /// The job used more memory than allowed.
    Memory,
    /// The job used more CPU time than allowed.
    Cpu,
    /// The job took more wall time than allowed.
    Wall,
    /// The job closed the reply channel but continued to run.
    Closed,
    /// The main process exited with this code.
    Code(i32),
    /// The main process was killed by this signal.
    Signal(i32),
    /// The compilation created files that cannot be collected.
    Uncollected(CollectError),
}

impl Ending {
    /// Determines how a job ended, given the reason why the judge stopped waiting, the exit status
    /// and the exceeded limit, if any.
    pub(crate) fn new(stop: StopReason, exit: Exit, exceeded: Option<Self>) -> Self {
        match (stop, exceeded, exit) {
            (StopReason::Killed(output @ Self::Output(_)), ..) => output,
            (_, Some(exceeded), _) => exceeded,
            (StopReason::Killed(ending), ..) => ending,
            (_, _, Exit::Code(code)) => Self::Code(code),
            (_, _, Exit::Signal(signal)) => Self::Signal(signal),
            (_, _, Exit::Uncollected(reason)) => Self::Uncollected(reason),
        }
    }

    /// Returns `Memory` or `Cpu` if the job exceeded that limit.
    pub(crate) fn exceeded_limit(usage: &JobUsage, used: Usage, limits: &Limits) -> Option<Self> {
        if usage.out_of_memory || used.memory > limits.memory {
            Some(Self::Memory)
        } else {
            (used.cpu > limits.cpu).then_some(Self::Cpu)
        }
    }

    /// Describes how a program ended, as a phrase that follows its name: `used more than 10 s of
    /// CPU time`.
    pub(crate) fn describe(self, limits: &Limits) -> String {
        match self {
            Self::Output(stream) => format!("wrote more than {} to {stream}", limits.output),
            Self::Memory => format!("used more than {} of memory", limits.memory),
            Self::Cpu => format!("used more than {} of CPU time", format_duration(limits.cpu)),
            Self::Wall => format!("ran for more than {}", format_duration(limits.wall)),
            Self::Closed => "closed the reply channel".to_owned(),
            Self::Code(code) => format!("ended with exit code {code}"),
            Self::Signal(signal) => format!("was killed by signal {signal}"),
            Self::Uncollected(reason) => reason.to_string(),
        }
    }
}
