//! Jobs of staged programs: how they are made, and what ended them.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::process::excerpt::Excerpt;
use mousetrap_base::Bytes;
use mousetrap_languages::{Staged, TOOL_PATH};
use mousetrap_model::{Limits, Usage};
use mousetrap_sandbox::{Access, Exit, Job, JobLimits, Needs, Program, TreeUsage, Uncollected};

/// A job for one command of a staged submission.
pub(crate) fn job(
    staged: &Staged,
    command: &[String],
    warm: Option<&Path>,
    directory: &Path,
    access: Access,
    replies: bool,
    limits: JobLimits,
) -> Job {
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
    env.extend(
        staged
            .env
            .iter()
            .map(|(name, value)| (name.clone(), fill(value))),
    );
    Job {
        argv: command.iter().map(fill).collect(),
        env,
        program: Some(Program {
            host: directory.to_owned(),
            access,
        }),
        warm: warm.map(Path::to_owned),
        toolchain: staged.toolchain.clone(),
        needs: match access {
            Access::Build => Needs {
                processes: staged.needs.compile.processes || !staged.needs.macros,
                ..staged.needs.compile
            },
            Access::Read => staged.needs.run,
        },
        replies,
        limits,
    }
}

/// What waiting may cost before it is given up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    /// Reading of the CPU clock at which the tree is stopped.
    pub cpu: Duration,
    /// When it is stopped whatever it does.
    pub deadline: Instant,
    /// Whether time during which it waits for a processor moves the deadline.
    pub excludes_cpu_wait: bool,
    /// Bytes that standard output and the replies may carry, each.
    pub output: u64,
    /// Standard input ends once the tree has done nothing for so long.
    pub idle: Option<Duration>,
}

/// Why waiting ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// A whole line has come through the reply channel.
    Line,
    /// The main process has ended.
    Ended,
    /// The reply channel was closed by a process that lives on.
    Closed,
    /// The CPU budget is spent.
    Cpu,
    /// The deadline has passed.
    Wall,
    /// This stream carried more than allowed.
    Output(&'static str),
    /// The user wants to stop.
    Interrupted,
}

/// Where the account of a run begins: what the clocks showed then.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Account {
    /// The CPU clock of the tree.
    pub cpu: Duration,
    pub started: Instant,
    /// How much more wall time it is given: on a slow machine more, on a fast one not
    /// less, since sleeping takes as long everywhere.
    pub stretch: f64,
}

impl Account {
    /// What may be used from here on. The tree is stopped once it has used `hard` of
    /// CPU time.
    pub(crate) fn budget(self, limits: &Limits, hard: Duration) -> Budget {
        Budget {
            cpu: self.cpu + hard,
            deadline: self.started + limits.wall.mul_f64(self.stretch),
            excludes_cpu_wait: true,
            output: limits.output.0,
            idle: None,
        }
    }

    /// What was used from there until now, with `cpu_wait` of it spent waiting for a
    /// processor.
    pub(crate) fn measured(self, usage: &TreeUsage, cpu_wait: Duration) -> Usage {
        let cpu = usage.cpu.saturating_sub(self.cpu);
        Usage::new(cpu, self.wall(cpu_wait), usage.memory)
    }

    /// Wall time since then, without `cpu_wait`.
    pub(crate) fn wall(self, cpu_wait: Duration) -> Duration {
        let wall = self.started.elapsed().saturating_sub(cpu_wait);
        wall.div_f64(self.stretch)
    }
}

/// A job that is over, and what it left.
#[derive(Debug)]
pub(crate) struct Ended {
    pub end: End,
    /// Whether it ended by itself and not well, whatever it had used by then.
    pub crashed: bool,
    /// Whether it was stopped, since it had spent its time.
    pub stopped: bool,
    pub measured: Usage,
    pub stdout: Excerpt,
    pub stderr: Excerpt,
}

/// What ended a job: of several causes the first in this list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// The user asked to stop.
    Interrupted,
    /// This stream carried more than allowed.
    Output(&'static str),
    /// More memory than allowed.
    Memory,
    /// More CPU time than allowed.
    Cpu,
    /// More wall time than allowed.
    Wall,
    /// It closed the reply channel and lived on.
    Closed,
    /// It returned this code.
    Code(i32),
    /// This signal.
    Signal(i32),
    /// A build left files that cannot be collected.
    Uncollected(Uncollected),
}

impl End {
    /// What ended a job that used this much, since waiting for it ended by `stop`.
    pub(crate) fn of(
        stop: Stop,
        exit: Exit,
        usage: &TreeUsage,
        used: Usage,
        limits: &Limits,
    ) -> Self {
        match (stop, exit) {
            (Stop::Interrupted, _) => Self::Interrupted,
            (Stop::Output(stream), _) => Self::Output(stream),
            (_, exit) => Self::excess(usage, used, limits).unwrap_or(match (stop, exit) {
                (Stop::Cpu, _) => Self::Cpu,
                (Stop::Wall, _) => Self::Wall,
                (Stop::Closed, _) => Self::Closed,
                (_, Exit::Code(code)) => Self::Code(code),
                (_, Exit::Signal(signal)) => Self::Signal(signal),
                (_, Exit::Uncollected(reason)) => Self::Uncollected(reason),
            }),
        }
    }

    /// The limit that was exceeded, of memory and CPU time.
    pub(crate) fn excess(usage: &TreeUsage, used: Usage, limits: &Limits) -> Option<Self> {
        if usage.out_of_memory || used.memory > limits.memory {
            Some(Self::Memory)
        } else {
            (used.cpu > limits.cpu).then_some(Self::Cpu)
        }
    }

    /// What a tool did, to stand after its name: `took more than 10s of CPU time`.
    pub(crate) fn words(self, limits: &Limits) -> String {
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
