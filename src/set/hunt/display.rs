//! The progress line of a hunt.

use indicatif::{HumanCount, ProgressBar, ProgressStyle};

use super::plies;
use crate::cli::common::Global;
use mousetrap_report::counted;
use mousetrap_setter::hunt::{Progress, Target};

/// Shows the best instance of the target that was last improved, with its board, and the
/// rate. If standard error is not a terminal, prints a line for each improvement.
pub(super) struct Display<'a> {
    targets: &'a [Target],
    bar: ProgressBar,
    board: String,
    lines: bool,
}

impl<'a> Display<'a> {
    pub(super) fn new(targets: &'a [Target], global: &Global) -> Self {
        let drawn = global.draw_target();
        let lines = drawn.is_hidden() && !global.quiet;
        let style = ProgressStyle::with_template("{spinner} {msg}").expect("the template is right");
        let bar = ProgressBar::with_draw_target(None, drawn);
        bar.set_style(style);
        bar.set_message(format!("{} targets", targets.len()));
        Self {
            targets,
            bar,
            board: String::new(),
            lines,
        }
    }

    /// Shows the progress. `improved` is the target that has a new best instance.
    pub(super) fn show(&mut self, improved: Option<usize>, progress: &Progress, rate: f64) {
        if let Some(number) = improved
            && let Some(best) = &progress.best[number]
        {
            let target = self.targets[number];
            let line = format!(
                "{target}: {} in restart {}",
                plies(best.score),
                best.restart
            );
            if self.lines {
                errln!("{line}");
            }
            self.board = format!("{line}\n{}", best.instance.draw());
        }
        self.bar.set_message(format!(
            "{} · {} instances · {} per second\n{}",
            counted(progress.restarts(), "restart"),
            HumanCount(progress.scored),
            HumanCount(rate as u64),
            self.board
        ));
        self.bar.tick();
    }

    pub(super) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}
