//! The progress display of a command: one line that is redrawn in place on a terminal, or else
//! lines on standard error.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::cli::context::GlobalOptions;

/// Interval between printed progress lines if standard error is not a terminal.
const PRINT_INTERVAL: Duration = Duration::from_secs(10);

/// Interval at which the progress line is redrawn even if its text has not changed.
const REDRAW_INTERVAL: Duration = Duration::from_millis(200);

/// A progress line. Dropping this value erases the line.
pub(crate) struct ProgressLine {
    bar: ProgressBar,
    quiet: bool,
    /// The time at which the last line was printed.
    printed: Instant,
}

impl ProgressLine {
    /// Shows an empty progress line.
    pub(crate) fn new(global: &GlobalOptions) -> Self {
        let style = ProgressStyle::with_template("{spinner} {wide_msg}");
        let target = if global.quiet {
            ProgressDrawTarget::hidden()
        } else {
            ProgressDrawTarget::stderr()
        };
        let style = style.expect("the template is valid");
        let bar = ProgressBar::with_draw_target(None, target).with_style(style);
        bar.enable_steady_tick(REDRAW_INTERVAL);
        Self {
            bar,
            quiet: global.quiet,
            printed: Instant::now(),
        }
    }

    /// Returns whether the line is disabled: there is no terminal, or the command is quiet.
    pub(crate) fn is_hidden(&self) -> bool {
        self.bar.is_hidden()
    }

    /// Shows this text on the progress line. Without a terminal, prints the text if enough time has
    /// passed since the last printed line.
    pub(crate) fn show(&mut self, text: &str) {
        if self.is_hidden() && self.printed.elapsed() >= PRINT_INTERVAL {
            self.print(text);
        }
        self.bar.set_message(text.to_owned());
    }

    /// Prints a line that stays visible.
    pub(crate) fn print(&mut self, text: &str) {
        self.printed = Instant::now();
        if !self.is_hidden() {
            self.bar.println(text);
        } else if !self.quiet {
            errln!("{text}");
        }
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
