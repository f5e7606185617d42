//! Progress of a run, shown while the judge works.

use std::collections::BTreeMap;
use std::fmt;
use std::io::Write;
use std::time::Duration;

use console::Term;
use indicatif::{
    HumanDuration, MultiProgress, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle,
};

use super::lines::line;
use crate::Model;
use crate::text::units::{count, counted};
use mousetrap_model::Event;
use mousetrap_util::printable::{named, one_line};

/// The progress display of a run.
pub enum Progress {
    /// Bars that are redrawn in place: one for the run, one per worker.
    Live(Live),
    /// A line per finished submission.
    Plain(Box<dyn Write + Send>),
    /// Nothing.
    Quiet,
}

/// The bars of a [`Progress::Live`] display.
#[derive(Debug)]
pub struct Live {
    bars: MultiProgress,
    total: Option<ProgressBar>,
    /// Keyed by worker number; grows when a worker first reports.
    workers: Vec<ProgressBar>,
    /// Keyed by submission: the worker that runs it.
    running: BTreeMap<usize, usize>,
    /// Keyed by submission: the number of cases that were run.
    runs: BTreeMap<usize, u64>,
}

impl Progress {
    /// Bars if standard error is a terminal, else lines.
    pub fn stderr() -> Self {
        let term = Term::stderr();
        if term.is_term() && std::env::var_os("TERM").is_none_or(|term| term != "dumb") {
            Self::live(ProgressDrawTarget::stderr())
        } else {
            Self::Plain(Box::new(std::io::stderr()))
        }
    }

    fn live(target: ProgressDrawTarget) -> Self {
        Self::Live(Live {
            bars: MultiProgress::with_draw_target(target),
            total: None,
            workers: Vec::new(),
            running: BTreeMap::new(),
            runs: BTreeMap::new(),
        })
    }

    /// Shows an event that `model` has taken in. With `redact`, it shows no more of a hidden
    /// case than a redacted report.
    pub(crate) fn show(&mut self, event: &Event, model: &Model, redact: bool) {
        match self {
            Self::Live(live) => live.show(event, model, redact),
            Self::Plain(out) => {
                if let Some(line) = line(event, model, redact) {
                    // A closed pipe on the display must not end the judging.
                    let _ = writeln!(out, "{line}");
                }
            }
            Self::Quiet => {}
        }
    }

    /// Shows how many submissions an earlier run has judged, on this many cases.
    pub(crate) fn resume(&mut self, judged: usize, all: usize, cases: u64) {
        match self {
            Self::Live(live) => {
                if let Some(total) = &live.total {
                    total.dec_length(cases);
                }
            }
            Self::Plain(out) => {
                let (judged, all) = (count(judged), count(all));
                let _ = writeln!(out, "{judged} of {all} are judged already");
            }
            Self::Quiet => {}
        }
    }

    /// Removes the display. Later output starts on a clean line.
    pub fn clear(&mut self) {
        if let Self::Live(live) = self {
            live.clear();
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}

impl fmt::Debug for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Progress").finish_non_exhaustive()
    }
}

impl Live {
    fn show(&mut self, event: &Event, model: &Model, redact: bool) {
        let info = |submission: &usize| &model.submissions[*submission].info;
        let name = |submission: &usize| named(&info(submission).path);
        match event {
            Event::RunStarted { submissions, .. } => {
                let runs = submissions.iter().map(|info| info.case_count as u64).sum();
                let style = style("{bar:32} {human_pos}/{human_len} runs · {per_sec:0}{left}");
                let total = ProgressBar::new(runs).with_style(style.with_key("left", left));
                let total = self.bars.add(total);
                // The clock moves even while every worker compiles.
                total.enable_steady_tick(Duration::from_millis(200));
                self.total = Some(total);
            }
            Event::Compiling { submission, worker } => {
                let message = format!("{} · compiling", name(submission));
                self.worker(*worker).set_message(message);
            }
            Event::Preparing {
                submission,
                worker,
                failed,
            } => {
                let language = &info(submission).language_name;
                let message = format!("preparing {language}, once for this compiler");
                if failed.is_none() {
                    self.worker(*worker).set_message(message);
                } else if let Some(line) = line(event, model, redact) {
                    // A terminal that has gone away must not end the judging.
                    let _ = self.bars.println(line);
                }
            }
            Event::Started { submission, worker } => {
                let cases = counted(info(submission).case_count, "case");
                self.running.insert(*submission, *worker);
                let bar = self.worker(*worker);
                if redact {
                    // A clock that starts again would reveal the time of each case.
                    bar.set_style(style("  {prefix} {wide_msg}"));
                }
                bar.set_message(format!("{} · {cases}", name(submission)));
            }
            Event::CaseStarted {
                submission,
                case,
                number,
            } if !redact => {
                if let Some(&worker) = self.running.get(submission) {
                    let cases = count(info(submission).case_count);
                    let (number, case) = (count(*number), one_line(&case.0));
                    let message = format!("case {number} of {cases}: {case}");
                    self.restart(worker, format!("{} · {message}", name(submission)));
                }
            }
            Event::Case { submission, .. } => {
                *self.runs.entry(*submission).or_default() += 1;
                // If the bar moved, it would reveal the time of each case.
                if let Some(total) = self.total.as_ref().filter(|_| !redact) {
                    total.inc(1);
                }
            }
            Event::Checking { submission, worker } => {
                let message = format!("{} · checking again with sanitizers", name(submission));
                self.restart(*worker, message);
            }
            Event::Skipped { submission, .. }
            | Event::SameAs { submission, .. }
            | Event::Judged { submission, .. }
            | Event::Failed { submission, .. } => {
                let runs = self.runs.remove(submission).unwrap_or_default();
                self.running.remove(submission);
                if let Some(total) = &self.total {
                    if redact {
                        total.inc(runs);
                    }
                    // The remaining cases will not be run.
                    total.dec_length((info(submission).case_count as u64).saturating_sub(runs));
                }
            }
            Event::CaseStarted { .. } | Event::FilesFound { .. } | Event::SimilarFound(_) => {}
            Event::RunFinished { .. } => self.clear(),
        }
    }

    /// Sets the message of a worker, and its clock to zero.
    fn restart(&mut self, worker: usize, message: String) {
        let bar = self.worker(worker);
        bar.reset_elapsed();
        bar.set_message(message);
    }

    fn worker(&mut self, worker: usize) -> &ProgressBar {
        while self.workers.len() <= worker {
            // Nothing may be drawn before the bar has its place among the others.
            let bar = ProgressBar::no_length()
                .with_style(style("  {prefix} {wide_msg} {elapsed}"))
                .with_prefix(format!("worker {}:", self.workers.len() + 1));
            let bar = self.bars.add(bar);
            // The clock moves even while a case takes long.
            bar.enable_steady_tick(Duration::from_secs(1));
            self.workers.push(bar);
        }
        &self.workers[worker]
    }

    fn clear(&mut self) {
        for bar in self.workers.drain(..).chain(self.total.take()) {
            bar.finish_and_clear();
        }
        // A terminal that has gone away needs no clearing.
        let _ = self.bars.clear();
    }
}

/// The longest time left that is shown. While only programs run that do not end, the
/// speed falls to nothing, and the estimate grows without meaning.
const MAX_TIME_LEFT: Duration = Duration::from_hours(24);

/// The time left, once there is something to estimate it from.
fn left(state: &ProgressState, text: &mut dyn fmt::Write) {
    let left = state.eta();
    if state.pos() > 0 && left <= MAX_TIME_LEFT {
        let _ = write!(text, " · {:#} left", HumanDuration(left));
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template)
        .expect("the templates in this file are valid")
        .progress_chars("━╸─")
}

#[cfg(test)]
pub(crate) mod tests {
    use std::io;
    use std::sync::{Arc, Mutex};

    use indicatif::InMemoryTerm;

    use super::*;
    use crate::Recorder;
    use crate::tests::sample;

    #[derive(Clone, Default)]
    struct Shared(Arc<Mutex<Vec<u8>>>);

    impl Write for Shared {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// What a run shows while it lasts, without a terminal.
    pub(crate) fn plain(events: Vec<Event>, redact: bool) -> String {
        let shared = Shared::default();
        let progress = Progress::Plain(Box::new(shared.clone()));
        let mut recorder = Recorder::new(progress, Vec::new()).redacted(redact);
        for event in events {
            recorder.record(event).unwrap();
        }
        let bytes = shared.0.lock().unwrap().clone();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn without_a_terminal_each_finished_submission_is_a_line() {
        insta::assert_snapshot!(plain(sample::events(true), false));
    }

    /// The live display of a run after these events and just before it ends, and after it.
    fn live(redact: bool, more: &[Event]) -> [String; 2] {
        let term = InMemoryTerm::new(10, 100);
        let target = ProgressDrawTarget::term_like(Box::new(term.clone()));
        let recorder = Recorder::new(Progress::live(target), Vec::new());
        let mut recorder = recorder.redacted(redact);
        let mut events = sample::events(true);
        let last = events.pop().unwrap();
        events.extend_from_slice(more);
        for event in events {
            recorder.record(event).unwrap();
        }
        let seen = term.contents();
        recorder.record(last).unwrap();
        recorder.finish().unwrap();
        [seen, term.contents()]
    }

    #[test]
    fn live_display_names_the_running_case_and_leaves_nothing_behind() {
        let [seen, left] = live(false, &[]);
        assert!(seen.contains(" runs · "), "{seen}");
        let line = seen.lines().find(|line| line.contains("/tmp/mine.py"));
        let line = line.unwrap_or_default();
        let running = "worker 2: /tmp/mine.py · case 2 of 4: hidden/walls-002 ";
        assert!(line.contains(running), "{seen}");
        assert!(line.ends_with('s'), "the clock of the case: {seen}");
        assert_eq!(left, "");
    }

    #[test]
    fn live_display_names_the_check_with_sanitizers() {
        let checking = Event::Checking {
            submission: 8,
            worker: 1,
        };
        let [seen, _] = live(false, &[checking]);
        let line = "worker 2: /tmp/mine.py · checking again with sanitizers ";
        assert!(seen.contains(line), "{seen}");
    }

    #[test]
    fn redacted_live_display_hides_case_and_clock() {
        let [seen, _] = live(true, &[]);
        let line = seen.lines().find(|line| line.contains("/tmp/mine.py"));
        assert_eq!(
            line.map(str::trim_end),
            Some("  worker 2: /tmp/mine.py · 4 cases"),
            "{seen}"
        );
    }
}
