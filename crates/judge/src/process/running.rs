//! A running process tree and its streams, watched from outside.

use std::os::fd::BorrowedFd;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

use crate::process::excerpt::Excerpt;
use crate::process::job::{Account, Budget, End, Ended, Stop};
use crate::process::stream::Stream;
use mousetrap_model::{Limits, Usage};
use mousetrap_sandbox::{CpuWaits, Exit, Job, Process, Sandbox, SandboxError, TreeUsage};

/// How long a signal to stop may go unnoticed.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// How long a process may take to end once it has closed its replies.
const EXIT_GRACE: Duration = Duration::from_secs(1);

/// A running process tree and its streams.
pub(crate) struct Live<'sandbox> {
    process: Process<'sandbox>,
    stretch: f64,
    /// When setting the process up began.
    since: Instant,
    streams: [Stream; 3],
    interrupted: &'sandbox AtomicBool,
    /// Whether standard input has ended, since nothing was done.
    pub(crate) starved: bool,
    /// How long the last exchange waited for a processor.
    cpu_wait: CpuWait,
}

const STDOUT: usize = 0;
const STDERR: usize = 1;
const REPLIES: usize = 2;

/// Bytes kept of the start of a stream that is only shown to people.
pub(crate) const EXCERPT: usize = 4 * 1024;

/// Runs a job without input to its end. The limits are those at which it is
/// stopped; of standard output `keep_stdout` bytes are kept.
pub(crate) fn run(
    sandbox: &mut Sandbox,
    job: &Job,
    keep_stdout: usize,
    limits: &Limits,
    interrupted: &AtomicBool,
) -> Result<Ended, SandboxError> {
    let mut live = Live::start(sandbox, job, keep_stdout, interrupted)?;
    let account = live.account();
    let stop = live.exchange(&[], true, account.budget(limits, limits.cpu))?;
    live.end(stop, account, limits)
}

impl<'sandbox> Live<'sandbox> {
    /// Starts `job` and watches it; of standard output `keep_stdout` bytes are kept.
    ///
    /// # Errors
    /// If the job cannot be started.
    pub(crate) fn start(
        sandbox: &'sandbox mut Sandbox,
        job: &Job,
        keep_stdout: usize,
        interrupted: &'sandbox AtomicBool,
    ) -> Result<Self, SandboxError> {
        let since = Instant::now();
        let stretch = sandbox.pace().max(1.0);
        let process = sandbox.start(job)?;
        // Replies are judged whole; the budget of a case is their cap.
        let mut replies = Stream::limited("reply channel", usize::MAX);
        replies.open = process.replies().is_some();
        Ok(Self {
            process,
            stretch,
            since,
            streams: [
                Stream::limited("standard output", keep_stdout),
                Stream::unlimited("standard error", EXCERPT),
                replies,
            ],
            interrupted,
            starved: false,
            cpu_wait: CpuWait::default(),
        })
    }

    /// Starts the account of a new case. Returns whether the reply channel
    /// already holds something that no case has asked for.
    pub(crate) fn begin(&mut self) -> Result<bool, SandboxError> {
        for (stream, fd) in self.streams.iter_mut().zip(fds(&self.process)) {
            let Some(fd) = fd else { continue };
            stream.clear();
            if stream.name == "reply channel" {
                stream
                    .drain(fd, 0)
                    .map_err(|error| SandboxError::stream("read", error))?;
            }
        }
        Ok(self.streams[REPLIES].came.length() > 0)
    }

    /// The account of all that it does.
    pub(crate) fn account(&self) -> Account {
        self.account_from(Duration::ZERO, self.since)
    }

    /// The account of what it does from there on.
    pub(crate) fn account_from(&self, cpu: Duration, started: Instant) -> Account {
        Account {
            cpu,
            started,
            stretch: self.stretch,
        }
    }

    /// What the tree has used for this account.
    pub(crate) fn measured(&self, account: Account, usage: &TreeUsage) -> Usage {
        account.measured(usage, self.cpu_wait.longest)
    }

    /// Wall time of this account, without the time spent waiting for a processor.
    pub(crate) fn wall(&self, account: Account) -> Duration {
        account.wall(self.cpu_wait.longest)
    }

    /// What the tree has used so far.
    pub(crate) fn usage(&self) -> Result<TreeUsage, SandboxError> {
        self.process.usage()
    }

    /// Restarts the memory peak.
    pub(crate) fn reset_peak(&self) {
        self.process.reset_peak();
    }

    /// Sends `input`, closes standard input after it if asked to, and waits
    /// for a reply line (or, without a reply channel, for the end).
    pub(crate) fn exchange(
        &mut self,
        input: &[u8],
        close: bool,
        budget: Budget,
    ) -> Result<Stop, SandboxError> {
        let mut unsent = input;
        let mut deadline = budget.deadline;
        self.cpu_wait = CpuWait::default();
        let begun = Instant::now();
        let mut checked = begun;
        let talks = self.streams[REPLIES].open;
        let mut quiet = None;
        loop {
            self.send(&mut unsent, close)?;
            let ended = self.wait(!unsent.is_empty(), deadline, &budget)?;
            if let Some(stream) = self.streams.iter().find(|s| s.is_over(budget.output)) {
                return Ok(Stop::Output(stream.name));
            }
            if self.replies().contains(&b'\n') {
                return Ok(Stop::Line);
            }
            if ended {
                return Ok(Stop::Ended);
            }
            if self.interrupted.load(Ordering::Relaxed) {
                return Ok(Stop::Interrupted);
            }
            let now = Instant::now();
            if talks && !self.streams[REPLIES].open {
                deadline = deadline.min(now + EXIT_GRACE);
            }
            if budget.excludes_cpu_wait && now - begun >= CpuWait::INTERVAL {
                self.cpu_wait.update(&self.process, now);
                if now >= deadline && deadline >= budget.deadline {
                    deadline = self.cpu_wait.moved(budget.deadline, &self.process, now);
                }
            }
            if now >= deadline {
                let closed = talks && !self.streams[REPLIES].open && now < budget.deadline;
                return Ok(if closed { Stop::Closed } else { Stop::Wall });
            }
            if now - checked >= Duration::from_millis(5) {
                checked = now;
                let cpu = self.usage()?.cpu;
                if cpu >= budget.cpu {
                    return Ok(Stop::Cpu);
                }
                let (since, before) = *quiet.get_or_insert((now, cpu));
                if let Some(idle) = budget.idle
                    && now - since >= idle
                {
                    // Runtimes do some work of their own now and then.
                    if cpu.saturating_sub(before) < idle / 20 && unsent.is_empty() {
                        self.process.close_stdin();
                        self.starved = true;
                    }
                    quiet = Some((now, cpu));
                }
            }
        }
    }

    /// Writes as much of the input as the pipe takes.
    fn send(&mut self, unsent: &mut &[u8], close: bool) -> Result<(), SandboxError> {
        while let (Some(fd), false) = (self.process.stdin(), unsent.is_empty()) {
            match rustix::io::write(fd, unsent) {
                Ok(n) => *unsent = &unsent[n..],
                Err(Errno::AGAIN) => return Ok(()),
                Err(Errno::INTR) => {}
                // Nobody reads any more: what is left is of no interest.
                Err(Errno::PIPE) => *unsent = &[],
                Err(error) => return Err(SandboxError::stream("write standard input", error)),
            }
        }
        if close && unsent.is_empty() {
            self.process.close_stdin();
        }
        Ok(())
    }

    /// Sleeps until something happens and takes what came; returns whether
    /// the main process has ended.
    fn wait(
        &mut self,
        sending: bool,
        deadline: Instant,
        budget: &Budget,
    ) -> Result<bool, SandboxError> {
        let left = deadline.saturating_duration_since(Instant::now());
        let timeout = left.min(POLL_INTERVAL);
        let timeout = Timespec {
            tv_sec: timeout.as_secs() as i64,
            tv_nsec: i64::from(timeout.subsec_nanos()),
        };
        let process = &self.process;
        let mut polled = vec![PollFd::from_borrowed_fd(process.ended(), PollFlags::IN)];
        for (stream, fd) in self.streams.iter().zip(fds(process)) {
            if let (true, Some(fd)) = (stream.open, fd) {
                polled.push(PollFd::from_borrowed_fd(fd, PollFlags::IN));
            }
        }
        if let (true, Some(fd)) = (sending, process.stdin()) {
            polled.push(PollFd::from_borrowed_fd(fd, PollFlags::OUT));
        }
        match poll(&mut polled, Some(&timeout)) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(SandboxError::stream("poll", error)),
        }
        let ready: Vec<bool> = polled.iter().map(|fd| !fd.revents().is_empty()).collect();
        drop(polled);
        let mut ready = ready.into_iter();
        let ended = ready.next().unwrap_or(false);
        for (stream, fd) in self.streams.iter_mut().zip(fds(process)) {
            if let (true, Some(fd)) = (stream.open, fd)
                && (ready.next().unwrap_or(false) || ended)
            {
                stream
                    .drain(fd, budget.output)
                    .map_err(|error| SandboxError::stream("read", error))?;
            }
        }
        Ok(ended)
    }

    /// The bytes that came through the reply channel for this case.
    pub(crate) fn replies(&self) -> &[u8] {
        self.streams[REPLIES].came.bytes()
    }

    /// What came on standard output and standard error for this case. What was
    /// written before a reply may come after it.
    pub(crate) fn texts(&mut self) -> Result<(Excerpt, Excerpt), SandboxError> {
        for (stream, fd) in self
            .streams
            .iter_mut()
            .zip(fds(&self.process))
            .take(REPLIES)
        {
            if let Some(fd) = fd {
                stream
                    .drain(fd, u64::MAX)
                    .map_err(|error| SandboxError::stream("read", error))?;
            }
        }
        Ok((self.streams[STDOUT].came.clone(), self.stderr()))
    }

    /// What came on standard error for this case; of much of it the start and
    /// the end.
    fn stderr(&self) -> Excerpt {
        self.streams[STDERR].both_ends()
    }

    /// Kills what is left of the tree once waiting has ended by `stop`, and takes
    /// stock of what it has used since `account` began.
    pub(crate) fn end(
        self,
        stop: Stop,
        account: Account,
        limits: &Limits,
    ) -> Result<Ended, SandboxError> {
        let wall = self.wall(account);
        let cpu_wait = self.cpu_wait.longest;
        let stderr = self.stderr();
        let [stdout, _, _] = self.streams;
        let (exit, usage) = self.process.finish()?;
        let measured = Usage {
            wall,
            ..account.measured(&usage, cpu_wait)
        };
        Ok(Ended {
            end: End::of(stop, exit, &usage, measured, limits),
            crashed: stop == Stop::Ended && exit != Exit::Code(0),
            stopped: stop == Stop::Cpu,
            measured,
            stdout: stdout.came,
            stderr,
        })
    }

    /// Kills what is left of the tree.
    pub(crate) fn kill(self) -> Result<(), SandboxError> {
        self.process.finish().map(drop)
    }
}

/// Measures how long a program waits for a processor while it should reply. On an
/// overloaded machine this is most of the wall time, and says nothing about the program.
#[derive(Debug, Default)]
struct CpuWait {
    /// The first reading, and when the last one was made.
    readings: Option<(CpuWaits, Instant)>,
    /// The longest wait of one thread since the first reading.
    longest: Duration,
}

impl CpuWait {
    /// Time between readings, and before the first one: short runs are not read at all.
    const INTERVAL: Duration = Duration::from_millis(200);

    /// The kernel counts a wait when it is over. A thread that is ready to run at the
    /// deadline may have waited for so long already.
    const MAX_UNCOUNTED: Duration = Duration::from_secs(5);

    /// Reads again if the last reading is old.
    fn update(&mut self, process: &Process<'_>, now: Instant) {
        let is_due = |(_, last): &(_, Instant)| now - *last >= Self::INTERVAL;
        if self.readings.as_ref().is_none_or(is_due) {
            self.read(process, now);
        }
    }

    /// The deadline without the time that was spent waiting. A deadline in the future
    /// may move again.
    fn moved(&mut self, deadline: Instant, process: &Process<'_>, now: Instant) -> Instant {
        let is_runnable = self.read(process, now);
        let moved = deadline + self.longest;
        if now >= moved && is_runnable && now < moved + Self::MAX_UNCOUNTED {
            return now + POLL_INTERVAL;
        }
        moved
    }

    /// Returns whether a thread is ready to run.
    fn read(&mut self, process: &Process<'_>, now: Instant) -> bool {
        let waits = process.cpu_waits();
        let is_runnable = waits.has_runnable_thread();
        match &mut self.readings {
            Some((first, last)) => {
                *last = now;
                self.longest = self.longest.max(waits.longest_since(first));
            }
            None => self.readings = Some((waits, now)),
        }
        is_runnable
    }
}

/// The descriptors behind [`Live::streams`], in that order.
fn fds<'p>(process: &'p Process<'_>) -> [Option<BorrowedFd<'p>>; 3] {
    [
        Some(process.stdout()),
        Some(process.stderr()),
        process.replies(),
    ]
}
