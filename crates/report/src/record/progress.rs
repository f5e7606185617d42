//! The progress display of a run.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write as _};
use std::sync::Arc;
use std::time::Duration;

use console::Term;
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::progress_lines::event_line;
use super::time_left::TimeLeft;
use crate::Model;
use crate::text::units::{format_count, format_number};
use mousetrap_model::{Event, SubmissionInfo, SubmissionOutcome};
use mousetrap_util::format_duration;
use mousetrap_util::printable::{escape_line, escape_path};

/// The progress display of a run.
#[derive(Debug, Default)]
pub enum Progress {
    /// Progress bars that are redrawn in place: one for the run, and one per worker.
    Live(LiveDisplay),
    /// Prints a line per finished submission on standard error.
    Plain,
    /// Shows nothing.
    #[default]
    Quiet,
}

/// The progress bars of a [`Progress::Live`] display.
#[derive(Debug, Default)]
pub struct LiveDisplay {
    bars: MultiProgress,
    total: Option<ProgressBar>,
    /// The progress bar of each worker, indexed by worker number.
    workers: Vec<ProgressBar>,
    /// The number of cases on which a submission was run, keyed by submission.
    runs: BTreeMap<usize, u64>,
    time_left: Arc<TimeLeft>,
}

impl Progress {
    /// Returns a display on standard error: progress bars if it is a terminal, otherwise lines.
    pub fn stderr() -> Self {
        let term = Term::stderr();
        if term.is_term() && std::env::var_os("TERM").is_none_or(|term| term != "dumb") {
            Self::new_live(ProgressDrawTarget::stderr())
        } else {
            Self::Plain
        }
    }

    fn new_live(target: ProgressDrawTarget) -> Self {
        Self::Live(LiveDisplay {
            bars: MultiProgress::with_draw_target(target),
            ..LiveDisplay::default()
        })
    }

    /// Updates the display after an event, which has already been applied to `model`. If `redact`
    /// is set, the display reveals no more about hidden cases than a redacted report.
    pub(crate) fn show(&mut self, event: &Event, model: &Model, redact: bool) {
        match self {
            Self::Live(live) => live.show(event, model, redact),
            Self::Plain => {
                if let Some(line) = event_line(event, model, redact) {
                    // Ignores errors, because a closed pipe must not end the run.
                    let _ = writeln!(io::stderr(), "{line}");
                }
            }
            Self::Quiet => {}
        }
    }

    /// Prints the number of submissions that the interrupted run had already judged.
    pub(crate) fn print_judged_count(&self, judged: usize, all: usize) {
        if let Self::Plain = self {
            let (judged, all) = (format_number(judged), format_number(all));
            let _ = writeln!(io::stderr(), "{judged} of {all} have already been judged");
        }
    }

    /// Removes the progress bars, so that later output starts on an empty line.
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

impl LiveDisplay {
    fn show(&mut self, event: &Event, model: &Model, redact: bool) {
        let info = |submission: &usize| &model.submissions[*submission].info;
        let name = |submission: &usize| escape_path(&info(submission).path);
        match event {
            Event::RunStarted {
                submissions, jobs, ..
            } => {
                let jobs = *jobs;
                let runs = submissions.iter().map(|info| info.case_count as u64).sum();
                let cost = submissions.iter().map(|info| u64::from(info.cost)).sum();
                self.time_left.set_total_work(cost);
                let time_left = Arc::clone(&self.time_left);
                let left = move |state: &ProgressState, text: &mut dyn fmt::Write| {
                    if let Some(left) = time_left.estimate(state.elapsed(), jobs) {
                        let _ = write!(text, " · {} left", format_estimate(left));
                    }
                };
                let style = bar_style("{bar:32} {human_pos}/{human_len} runs · {per_sec:0}{left}");
                let total = ProgressBar::new(runs).with_style(style.with_key("left", left));
                let total = self.bars.add(total);
                // Keeps the clock running while every worker compiles.
                total.enable_steady_tick(Duration::from_millis(200));
                self.total = Some(total);
            }
            Event::Compiling { submission, worker } => {
                self.time_left.end_preparation(*worker);
                let message = format!("{} · compiling", name(submission));
                self.worker_bar(*worker).set_message(message);
            }
            Event::Preparing {
                submission,
                worker,
                failed,
            } => {
                let language = &info(submission).language_name;
                let message = format!("preparing {language} (needed only once per compiler)");
                if failed.is_none() {
                    self.time_left.begin_preparation(*worker);
                    self.worker_bar(*worker).set_message(message);
                } else if let Some(line) = event_line(event, model, redact) {
                    // Ignores errors, because a closed terminal must not end the run.
                    let _ = self.bars.println(line);
                }
            }
            Event::Started { submission, worker } => {
                let cases = format_count(info(submission).case_count, "case");
                self.time_left.end_preparation(*worker);
                let bar = self.worker_bar(*worker);
                if redact {
                    // A clock that restarts for each case would reveal the case's duration.
                    bar.set_style(bar_style("  {prefix} {wide_msg}"));
                }
                bar.set_message(format!("{} · {cases}", name(submission)));
            }
            Event::CaseStarted {
                submission,
                worker,
                case,
                number,
            } if !redact => {
                let cases = format_number(info(submission).case_count);
                let (number, case) = (format_number(*number), escape_line(&case.0));
                let message = format!("{} · case {number} of {cases}: {case}", name(submission));
                self.restart_worker_bar(*worker, message);
            }
            Event::Case { submission, .. } => {
                *self.runs.entry(*submission).or_default() += 1;
                // A bar that moves after each case would reveal the case's duration.
                if let Some(total) = self.total.as_ref().filter(|_| !redact) {
                    total.inc(1);
                    self.time_left.finish_work(cost_per_case(info(submission)));
                }
            }
            Event::Checking { submission, worker } => {
                let message = format!("{} · checking again with sanitizers", name(submission));
                self.restart_worker_bar(*worker, message);
            }
            Event::Outcome(submission, outcome) => {
                let runs = self.runs.remove(submission).unwrap_or_default();
                let info = info(submission);
                let shown = if redact { 0 } else { runs };
                let rest = u64::from(info.cost).saturating_sub(shown * cost_per_case(info));
                let took_no_time = match outcome {
                    SubmissionOutcome::Skipped(_) | SubmissionOutcome::SameAs(_) => true,
                    SubmissionOutcome::Judged(judgement) => judgement.from_cache,
                    _ => false,
                };
                if took_no_time {
                    self.time_left.cancel_work(rest);
                } else {
                    self.time_left.finish_work(rest);
                }
                if let Some(total) = &self.total {
                    if redact {
                        total.inc(runs);
                    }
                    // The remaining cases will not be run.
                    total.dec_length((info.case_count as u64).saturating_sub(runs));
                }
            }
            Event::CaseStarted { .. } => {}
            Event::RunFinished { .. } => self.clear(),
        }
    }

    /// Sets the message of a worker's progress bar and resets its elapsed time to zero.
    fn restart_worker_bar(&mut self, worker: usize, message: String) {
        let bar = self.worker_bar(worker);
        bar.reset_elapsed();
        bar.set_message(message);
    }

    fn worker_bar(&mut self, worker: usize) -> &ProgressBar {
        while self.workers.len() <= worker {
            // A bar must not be drawn before it is added to the other bars.
            let bar = ProgressBar::no_length()
                .with_style(bar_style("  {prefix} {wide_msg} {elapsed}"))
                .with_prefix(format!("worker {}:", self.workers.len() + 1));
            let bar = self.bars.add(bar);
            // Keeps the clock running during a long case.
            bar.enable_steady_tick(Duration::from_secs(1));
            self.workers.push(bar);
        }
        &self.workers[worker]
    }

    fn clear(&mut self) {
        for bar in self.workers.drain(..).chain(self.total.take()) {
            bar.finish_and_clear();
        }
        // Ignores errors, because a closed terminal need not be cleared.
        let _ = self.bars.clear();
    }
}

/// Returns the estimated cost of judging a submission on one case.
fn cost_per_case(info: &SubmissionInfo) -> u64 {
    u64::from(info.cost) / (info.case_count as u64).max(1)
}

/// Formats an estimated time. An estimate of at least a minute is rounded up to a multiple of ten
/// seconds.
fn format_estimate(estimate: Duration) -> String {
    let seconds = estimate.as_secs();
    let step = if seconds < 60 { 1 } else { 10 };
    format_duration(Duration::from_secs(seconds.next_multiple_of(step).max(1)))
}

fn bar_style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template)
        .expect("the templates in this file are valid")
        .progress_chars("━╸─")
}

#[cfg(test)]
pub(crate) mod tests {
    use indicatif::InMemoryTerm;

    use super::*;
    use crate::RecorderOptions;
    use crate::tests::sample;
    use mousetrap_model::MachineFacts;

    /// Returns the progress lines that a run prints if standard error is not a terminal.
    pub(crate) fn plain_lines(events: Vec<Event>, is_redacted: bool) -> String {
        let mut model = Model::default();
        let lines = events.into_iter().filter_map(|event| {
            model.apply(&event);
            Some(event_line(&event, &model, is_redacted)? + "\n")
        });
        lines.collect()
    }

    #[test]
    fn plain_display_has_a_line_per_finished_submission() {
        insta::assert_snapshot!(plain_lines(sample::events(true), false));
    }

    #[test]
    fn live_display_shows_what_each_worker_does_and_is_removed_at_the_end() {
        let checking = Some(Event::Checking {
            submission: 8,
            worker: 1,
        });
        // A redacted display has no clock.
        for (is_redacted, more, expected, has_clock) in [
            (false, None, "case 2 of 4: hidden/walls-002 ", true),
            (false, checking, "checking again with sanitizers ", true),
            (true, None, "4 cases", false),
        ] {
            let term = InMemoryTerm::new(10, 100);
            let target = ProgressDrawTarget::term_like(Box::new(term.clone()));
            let options = RecorderOptions {
                progress: Progress::new_live(target),
                is_redacted,
                ..RecorderOptions::default()
            };
            let mut events = sample::events(true);
            let last = events.pop().unwrap();
            events.extend(more);
            let mut recorder = sample::record(options, events);
            let seen = term.contents();
            assert!(seen.contains(" runs · "), "{seen}");
            let line = seen.lines().find(|line| line.contains("/tmp/mine.py"));
            let line = line.unwrap_or_default().trim_end();
            let expected = format!("  worker 2: /tmp/mine.py · {expected}");
            assert!(line.starts_with(&expected), "{seen}");
            assert_eq!(line.len() > expected.len(), has_clock, "{seen}");
            recorder.record(&last).unwrap();
            recorder.finish(MachineFacts::default()).unwrap();
            assert_eq!(term.contents(), "");
        }
    }
}
