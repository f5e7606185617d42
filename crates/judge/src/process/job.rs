//! Jobs of staged programs: how they are started, limited and ended.

use crate::process::excerpt::Excerpt;
use mousetrap_languages::{Staged, TOOL_PATH};
use mousetrap_model::{Limits, Usage};
use mousetrap_sandbox::{Access, Exit, Job, JobLimits, Needs, Program, TreeUsage, Uncollected};
use mousetrap_util::Bytes;

/// Maximum number of open files of a submission. Without control groups, the buffers of
/// pipes and sockets and the watches of event loops are limited by this alone.
pub(crate) const OPEN_FILES: u32 = 64;

/// Returns the job that runs a command of a staged program, whose arguments have placeholders
/// for limits. It gets no reply channel and no prepared toolchain.
pub(crate) fn job(staged: &Staged, argv: &[String], program: Program, limits: JobLimits) -> Job {
    let mut env = vec![
        ("PATH".to_owned(), TOOL_PATH.to_owned()),
        ("HOME".to_owned(), "/tmp".to_owned()),
        ("LANG".to_owned(), "C.UTF-8".to_owned()),
    ];
    let mib = |bytes: Bytes| (bytes.0 >> 20).to_string();
    let fill = |text: &String| {
        text.replace("{memory_mib}", &mib(limits.memory))
            .replace("{stack_mib}", &mib(limits.stack))
    };
    let own = staged.env.iter();
    env.extend(own.map(|(name, value)| (name.clone(), fill(value))));
    Job {
        argv: argv.iter().map(fill).collect(),
        env,
        needs: match program.access {
            Access::Build => Needs {
                processes: staged.needs.compile.processes || !staged.needs.macros,
                ..staged.needs.compile
            },
            Access::Read => staged.needs.run,
        },
        program: Some(program),
        warm: None,
        toolchain: staged.toolchain.clone(),
        replies: false,
        limits,
    }
}

/// Limits of one wait for a process tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    /// Limits at which the tree is stopped, counted from the start of the case.
    pub limits: Limits,
    /// Whether the wall time limit excludes time during which the tree waits for a processor.
    pub excludes_cpu_wait: bool,
}

/// The reason why waiting ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// A complete line arrived on the reply channel.
    Line,
    /// The main process has ended.
    Ended,
    /// A process that still runs has closed the reply channel.
    Closed,
    /// The CPU budget is spent.
    Cpu,
    /// The deadline has passed.
    Wall,
    /// This stream exceeded the output limit.
    Output(&'static str),
    /// The user asked to stop.
    Interrupted,
}

/// A finished job with its usage and output.
#[derive(Debug)]
pub(crate) struct Ended {
    pub end: End,
    /// Whether the main process ended by itself, but not with exit code 0.
    pub crashed: bool,
    /// Whether the job was stopped because it used up its CPU time.
    pub stopped: bool,
    pub measured: Usage,
    pub stdout: Excerpt,
    pub stderr: Excerpt,
}

/// The way in which a job ended. If several apply, the first in this list counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// The user asked to stop.
    Interrupted,
    /// This stream exceeded the output limit.
    Output(&'static str),
    /// More memory than allowed.
    Memory,
    /// More CPU time than allowed.
    Cpu,
    /// More wall time than allowed.
    Wall,
    /// The job closed the reply channel and continued.
    Closed,
    /// The main process exited with this code.
    Code(i32),
    /// The main process died of this signal.
    Signal(i32),
    /// A build created files that cannot be collected.
    Uncollected(Uncollected),
}

impl End {
    /// Returns how a job ended. `excess` is the limit that it exceeded.
    pub(crate) fn new(stop: Stop, exit: Exit, excess: Option<Self>) -> Self {
        match (stop, excess, exit) {
            (Stop::Interrupted, ..) => Self::Interrupted,
            (Stop::Output(stream), ..) => Self::Output(stream),
            (_, Some(excess), _) => excess,
            (Stop::Cpu, ..) => Self::Cpu,
            (Stop::Wall, ..) => Self::Wall,
            (Stop::Closed, ..) => Self::Closed,
            (_, _, Exit::Code(code)) => Self::Code(code),
            (_, _, Exit::Signal(signal)) => Self::Signal(signal),
            (_, _, Exit::Uncollected(reason)) => Self::Uncollected(reason),
        }
    }

    /// Returns the exceeded limit of memory or CPU time, if any.
    pub(crate) fn excess(usage: &TreeUsage, used: Usage, limits: &Limits) -> Option<Self> {
        if usage.out_of_memory || used.memory > limits.memory {
            Some(Self::Memory)
        } else {
            (used.cpu > limits.cpu).then_some(Self::Cpu)
        }
    }

    /// Describes the end of a tool, to follow its name: `took more than 10s of CPU time`.
    pub(crate) fn describe(self, limits: &Limits) -> String {
        match self {
            Self::Interrupted => "was interrupted".to_owned(),
            Self::Output(stream) => format!("wrote more than {} to {stream}", limits.output),
            Self::Memory => format!("took more than {} of memory", limits.memory),
            Self::Cpu => format!("took more than {:?} of CPU time", limits.cpu),
            Self::Wall => format!("took more than {:?}", limits.wall),
            Self::Closed => "closed its replies".to_owned(),
            Self::Code(code) => format!("ended with exit code {code}"),
            Self::Signal(signal) => format!("died of signal {signal}"),
            Self::Uncollected(reason) => reason.to_string(),
        }
    }
}
