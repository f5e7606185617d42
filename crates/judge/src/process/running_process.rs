//! A running process tree: its input, its output and its measurements.

use std::os::fd::BorrowedFd;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

use crate::JudgeError;
use crate::process::cpu_wait::CpuWait;
use crate::process::job::{Ending, FinishedJob, Output, StopReason};
use crate::process::stream::Stream;
use mousetrap_model::{Limits, Usage};
use mousetrap_sandbox::{Job, JobUsage, Process, Sandbox, SandboxError};

/// Maximum time until the judge notices that the user asked to stop.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Maximum time for which a process may continue to run after it has closed the reply channel.
const EXIT_GRACE_PERIOD: Duration = Duration::from_secs(1);

/// A running process tree and its streams.
pub(crate) struct RunningProcess<'sandbox> {
    process: Process<'sandbox>,
    /// Factor by which the wall time limit is multiplied. The factor is above 1 on slow machines
    /// and exactly 1 on all others, because sleeping takes no less time on a fast machine.
    wall_factor: f64,
    /// Time at which the case began. For the first case, the time at which the process was
    /// started.
    started: Instant,
    /// The CPU time at the start of the case.
    cpu_before: Duration,
    streams: [Stream; 3],
    interrupted: &'sandbox AtomicBool,
    /// The time that the process spent waiting for a CPU during the judge's most recent wait for a
    /// reply.
    cpu_wait: CpuWait,
    /// Whether time that the process tree spends waiting for a CPU is excluded from the wall time.
    pub excludes_cpu_wait: bool,
}

const STDOUT_INDEX: usize = 0;
const STDERR_INDEX: usize = 1;
const REPLY_STREAM_INDEX: usize = 2;

/// Number of bytes kept from the start of a stream that is only displayed.
pub(crate) const EXCERPT_LENGTH: usize = 4 * 1024;

/// Runs a job without input until it ends or reaches one of the limits.
pub(crate) fn run_job(
    sandbox: &mut Sandbox,
    job: &Job,
    limits: &Limits,
    interrupted: &AtomicBool,
) -> Result<FinishedJob, JudgeError> {
    let keep_stdout = limits.output.0 as usize;
    let mut process = RunningProcess::start(sandbox, job, keep_stdout, interrupted)?;
    let stop = process.send_and_wait(&[], true, limits)?;
    Ok(process.kill_and_collect_result(stop, limits)?)
}

impl<'sandbox> RunningProcess<'sandbox> {
    /// Starts `job`. Keeps at most `keep_stdout` bytes of standard output.
    ///
    /// # Errors
    /// Returns an error if the job cannot be started.
    pub(crate) fn start(
        sandbox: &'sandbox mut Sandbox,
        job: &Job,
        keep_stdout: usize,
        interrupted: &'sandbox AtomicBool,
    ) -> Result<Self, SandboxError> {
        let started = Instant::now();
        let wall_factor = sandbox.speedup.max(1.0);
        let process = sandbox.start(job)?;
        // Replies are checked in full. Their size is bounded by the output limit of the case.
        let mut replies = Stream::new("reply channel", true, usize::MAX);
        replies.is_open = process.reply_channel().is_some();
        Ok(Self {
            process,
            wall_factor,
            started,
            cpu_before: Duration::ZERO,
            streams: [
                Stream::new("standard output", true, keep_stdout),
                Stream::new("standard error", false, EXCERPT_LENGTH),
                replies,
            ],
            interrupted,
            cpu_wait: CpuWait::default(),
            excludes_cpu_wait: true,
        })
    }

    /// Begins a new case and clears the streams. CPU time beyond `cpu_before`, the CPU time of the
    /// earlier cases, counts towards the new case. Returns whether the program sent a reply before
    /// it received the case.
    pub(crate) fn begin_case(&mut self, cpu_before: Duration) -> Result<bool, SandboxError> {
        (self.started, self.cpu_before) = (Instant::now(), cpu_before);
        self.streams.iter_mut().for_each(Stream::clear);
        if let Some(fd) = self.process.reply_channel() {
            self.streams[REPLY_STREAM_INDEX].drain(fd, 0)?;
        }
        Ok(self.streams[REPLY_STREAM_INDEX].received.length() > 0)
    }

    /// Converts the total usage of the process tree to the usage since the current case began.
    /// Wall time spent waiting for a CPU is excluded.
    pub(crate) fn case_usage(&self, usage: &JobUsage) -> Usage {
        let wall = self.started.elapsed().saturating_sub(self.cpu_wait.longest);
        let cpu = usage.cpu.saturating_sub(self.cpu_before);
        Usage::new(cpu, wall.div_f64(self.wall_factor), usage.memory)
    }

    /// Returns the CPU time and memory that the process tree has used so far.
    pub(crate) fn tree_usage(&self) -> Result<JobUsage, SandboxError> {
        self.process.read_usage()
    }

    /// Resets the peak memory usage to the current memory usage.
    pub(crate) fn reset_peak_memory(&self) {
        self.process.reset_peak_memory();
    }

    /// Sends `input`, closes standard input afterwards if `close` is set, and waits for a reply
    /// line. If the process has no reply channel, waits until the process ends. Stops waiting when
    /// the case has reached one of `limits`.
    pub(crate) fn send_and_wait(
        &mut self,
        input: &[u8],
        close: bool,
        limits: &Limits,
    ) -> Result<StopReason, JudgeError> {
        let max_cpu = self.cpu_before + limits.cpu;
        let wall_deadline = self.started + limits.wall.mul_f64(self.wall_factor);
        let mut unsent = input;
        let mut deadline = wall_deadline;
        self.cpu_wait = CpuWait::default();
        let begun = Instant::now();
        let mut checked = begun;
        let talks = self.streams[REPLY_STREAM_INDEX].is_open;
        loop {
            self.send(&mut unsent, close)?;
            let ended = self.wait(!unsent.is_empty(), deadline, limits.output.0)?;
            let mut streams = self.streams.iter();
            if let Some(stream) = streams.find(|stream| stream.exceeds_limit(limits.output.0)) {
                return Ok(StopReason::Killed(Ending::Output(stream.name)));
            }
            if self.reply_bytes().contains(&b'\n') {
                return Ok(StopReason::Line);
            }
            if ended {
                return Ok(StopReason::Ended);
            }
            if self.interrupted.load(Ordering::Relaxed) {
                return Err(JudgeError::Interrupted);
            }
            let now = Instant::now();
            if talks && !self.streams[REPLY_STREAM_INDEX].is_open {
                deadline = deadline.min(now + EXIT_GRACE_PERIOD);
            }
            if self.excludes_cpu_wait && now - begun >= CpuWait::READ_INTERVAL {
                self.cpu_wait.update(&self.process, now);
                if now >= deadline && deadline >= wall_deadline {
                    deadline = self
                        .cpu_wait
                        .extended_deadline(wall_deadline, &self.process, now);
                }
            }
            if now >= deadline {
                let closed =
                    talks && !self.streams[REPLY_STREAM_INDEX].is_open && now < wall_deadline;
                let ending = if closed { Ending::Closed } else { Ending::Wall };
                return Ok(StopReason::Killed(ending));
            }
            if now - checked >= Duration::from_millis(5) {
                checked = now;
                if self.tree_usage()?.cpu >= max_cpu {
                    return Ok(StopReason::Killed(Ending::Cpu));
                }
            }
        }
    }

    /// Writes as much of the input as the pipe accepts.
    fn send(&mut self, unsent: &mut &[u8], close: bool) -> Result<(), SandboxError> {
        while let (Some(fd), false) = (self.process.stdin(), unsent.is_empty()) {
            match rustix::io::write(fd, unsent) {
                Ok(n) => *unsent = &unsent[n..],
                Err(Errno::AGAIN) => return Ok(()),
                Err(Errno::INTR) => {}
                // The process has closed its standard input, so the remaining input is dropped.
                Err(Errno::PIPE) => *unsent = &[],
                Err(error) => return Err(SandboxError::in_step("writing to a process")(error)),
            }
        }
        if close && unsent.is_empty() {
            self.process.close_stdin();
        }
        Ok(())
    }

    /// Waits for the next event and reads the streams. `max_output` is the maximum size in bytes of
    /// a stream with an output limit. Returns whether the main process has ended.
    fn wait(
        &mut self,
        sending: bool,
        deadline: Instant,
        max_output: u64,
    ) -> Result<bool, SandboxError> {
        let left = deadline.saturating_duration_since(Instant::now());
        let timeout = left.min(POLL_INTERVAL);
        let timeout = Timespec {
            tv_sec: timeout.as_secs() as i64,
            tv_nsec: i64::from(timeout.subsec_nanos()),
        };
        let process = &self.process;
        let mut polled = vec![PollFd::from_borrowed_fd(
            process.exit_notification(),
            PollFlags::IN,
        )];
        for (stream, fd) in self.streams.iter().zip(stream_descriptors(process)) {
            if let (true, Some(fd)) = (stream.is_open, fd) {
                polled.push(PollFd::from_borrowed_fd(fd, PollFlags::IN));
            }
        }
        if let (true, Some(fd)) = (sending, process.stdin()) {
            polled.push(PollFd::from_borrowed_fd(fd, PollFlags::OUT));
        }
        match poll(&mut polled, Some(&timeout)) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(SandboxError::in_step("waiting for a process")(error)),
        }
        let ready: Vec<bool> = polled.iter().map(|fd| !fd.revents().is_empty()).collect();
        drop(polled);
        let mut ready = ready.into_iter();
        let ended = ready.next().unwrap_or(false);
        for (stream, fd) in self.streams.iter_mut().zip(stream_descriptors(process)) {
            if let (true, Some(fd)) = (stream.is_open, fd)
                && (ready.next().unwrap_or(false) || ended)
            {
                stream.drain(fd, max_output)?;
            }
        }
        Ok(ended)
    }

    /// Returns the bytes that arrived through the reply channel for this case.
    pub(crate) fn reply_bytes(&self) -> &[u8] {
        self.streams[REPLY_STREAM_INDEX].received.bytes()
    }

    /// Returns the standard output and standard error of this case. Reads both streams once more
    /// first, because output that was written before a reply can arrive after the reply.
    pub(crate) fn read_output(&mut self) -> Result<Output, SandboxError> {
        let (stdout, stderr) = (self.process.stdout(), self.process.stderr());
        self.streams[STDOUT_INDEX].drain(stdout, u64::MAX)?;
        self.streams[STDERR_INDEX].drain(stderr, u64::MAX)?;
        Ok(Output {
            stdout: self.streams[STDOUT_INDEX].received.clone(),
            stderr: self.streams[STDERR_INDEX].excerpt_of_both_ends(),
        })
    }

    /// Kills the process tree. `stop` is the reason why the judge stopped waiting. The result
    /// contains the output and the usage since the case began.
    pub(crate) fn kill_and_collect_result(
        self,
        stop: StopReason,
        limits: &Limits,
    ) -> Result<FinishedJob, SandboxError> {
        let wall = self.case_usage(&JobUsage::default()).wall;
        let [stdout, stderr, _] = self.streams;
        let (exit, usage) = self.process.kill_and_reap()?;
        let cpu = usage.cpu.saturating_sub(self.cpu_before);
        let case_usage = Usage::new(cpu, wall, usage.memory);
        let exceeded = Ending::exceeded_limit(&usage, case_usage, limits);
        Ok(FinishedJob {
            ending: Ending::new(stop, exit, exceeded),
            stop,
            usage: case_usage,
            output: Output {
                stdout: stdout.received,
                stderr: stderr.excerpt_of_both_ends(),
            },
        })
    }

    /// Kills the process tree.
    pub(crate) fn kill(self) -> Result<(), SandboxError> {
        self.process.kill_and_reap().map(drop)
    }
}

/// Returns the descriptors of [`RunningProcess::streams`], in the same order.
fn stream_descriptors<'p>(process: &'p Process<'_>) -> [Option<BorrowedFd<'p>>; 3] {
    [
        Some(process.stdout()),
        Some(process.stderr()),
        process.reply_channel(),
    ]
}
