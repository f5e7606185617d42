//! Progress of a search.

use std::path::Path;
use std::time::Duration;

use super::text::{LONG_RUN, effort, live};
use crate::cli::common::Global;
use crate::cli::progress_line::ProgressLine;
use mousetrap_report::time;
use mousetrap_setter::stress::SearchState;
use mousetrap_util::printable::named;

/// The progress display of one submission.
pub(super) struct Display<'a> {
    path: &'a Path,
    time_limit: Duration,
    line: ProgressLine,
    shrinking: bool,
    /// Whether a line says that the search exceeds its time limit.
    overrun: bool,
}

impl<'a> Display<'a> {
    /// Shows that the submission is being compiled.
    pub(super) fn new(global: &Global, path: &'a Path, time_limit: Duration) -> Self {
        let mut display = Self {
            path,
            time_limit,
            line: ProgressLine::new(global),
            shrinking: false,
            overrun: false,
        };
        if display.line.is_hidden() {
            let limit = time(time_limit);
            display.print(&format!("compiling, then searching for at most {limit}"));
        }
        display.line.show(&format!("{}: compiling", named(path)));
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
        let text = live(state, self.time_limit);
        let is_long = state.run.is_some_and(|run| run.elapsed >= LONG_RUN);
        if is_long && state.elapsed >= self.time_limit && !self.overrun {
            self.overrun = true;
            if self.line.is_hidden() {
                self.print(&text);
            }
        }
        self.line.show(&format!("{}: {text}", named(self.path)));
    }

    /// Prints a line that stays visible.
    fn print(&mut self, text: &str) {
        self.line.print(&format!("{}: {text}", named(self.path)));
    }
}
