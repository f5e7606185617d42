//! Progress of a search: one line that is redrawn in place on a terminal, otherwise lines
//! on standard error.

use std::path::Path;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::text::{LONG_RUN, effort, live};
use crate::common::Global;
use mousetrap_base::printable::named;
use mousetrap_lab::stress::SearchState;
use mousetrap_report::time;

/// Interval between lines without a terminal.
const LINE_INTERVAL: Duration = Duration::from_secs(10);

/// The progress display of one submission.
pub(super) struct Display<'a> {
    path: &'a Path,
    time_limit: Duration,
    bar: ProgressBar,
    quiet: bool,
    shrinking: bool,
    /// Whether a line says that the search exceeds its time limit.
    overrun: bool,
    /// When the last line was printed.
    printed: Instant,
}

impl<'a> Display<'a> {
    /// Shows that the submission is being compiled.
    pub(super) fn new(global: &Global, path: &'a Path, time_limit: Duration) -> Self {
        let bar = ProgressBar::with_draw_target(None, global.draw_target()).with_style(
            ProgressStyle::with_template("{spinner} {wide_msg}").expect("the template is valid"),
        );
        bar.set_message(format!("{} · compiling", named(path)));
        bar.enable_steady_tick(Duration::from_millis(200));
        let mut display = Self {
            path,
            time_limit,
            bar,
            quiet: global.quiet,
            shrinking: false,
            overrun: false,
            printed: Instant::now(),
        };
        if display.bar.is_hidden() {
            let limit = time(time_limit);
            display.print(&format!("compiling, then searching for at most {limit}"));
        }
        display
    }

    /// Shows the progress of the search.
    pub(super) fn show(&mut self, state: &SearchState) {
        if let (Some(shrinking), false) = (state.shrinking, self.shrinking) {
            self.shrinking = true;
            self.print(&format!(
                "failure found after {}; shrinking for at most {}",
                effort(state.cases, shrinking.found_after),
                time(shrinking.left)
            ));
        }
        let line = live(state, self.time_limit);
        let is_long = state.run.is_some_and(|run| run.elapsed >= LONG_RUN);
        let overruns = is_long && state.elapsed >= self.time_limit;
        let is_due = self.printed.elapsed() >= LINE_INTERVAL || overruns && !self.overrun;
        if self.bar.is_hidden() && is_due {
            self.print(&line);
            self.overrun |= overruns;
        }
        self.bar
            .set_message(format!("{} · {line}", named(self.path)));
    }

    /// Prints a line that stays visible.
    fn print(&mut self, text: &str) {
        self.printed = Instant::now();
        let line = format!("{}: {text}", named(self.path));
        if !self.bar.is_hidden() {
            self.bar.println(line);
        } else if !self.quiet {
            errln!("{line}");
        }
    }
}

impl Drop for Display<'_> {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
