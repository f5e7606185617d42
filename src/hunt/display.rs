//! What is seen while a hunt goes on.

use indicatif::{HumanCount, ProgressBar, ProgressStyle};

use crate::common::Global;
use cat_and_mouse::game::Bounds;
use mousetrap_lab::hunt::{Event, Standing};
use mousetrap_report::counted;

/// The best of the target that was last
/// improved, with its board, rate and restarts. Where nothing can be drawn, a
/// line for each improvement.
pub(super) struct Display {
    bar: ProgressBar,
    board: String,
    lines: bool,
}

impl Display {
    pub(super) fn new(targets: usize, global: &Global) -> Self {
        let drawn = global.draw_target();
        let lines = drawn.is_hidden() && !global.quiet;
        let style = ProgressStyle::with_template("{spinner} {msg}").expect("the template is right");
        let bar = ProgressBar::with_draw_target(None, drawn);
        bar.set_style(style);
        bar.set_message(format!("{targets} targets"));
        Self {
            bar,
            board: String::new(),
            lines,
        }
    }

    pub(super) fn show(&mut self, event: Event, standing: &Standing, rate: f64) {
        if let Event::Better(target) = event
            && let Some(progress) = standing.targets.get(&target.to_string())
            && let Some(best) = &progress.best
            && let Ok(instance) = target.problem().parse(&best.input, Bounds::Contest)
        {
            let line = format!(
                "{target}: {} in restart {}",
                target.with_unit(best.score),
                best.restart
            );
            if self.lines {
                errln!("{line}");
            }
            self.board = format!("{line}\n{}", instance.draw());
        }
        self.bar.set_message(format!(
            "{} · {} instances · {} per second\n{}",
            counted(standing.restarts(), "restart"),
            HumanCount(standing.scored),
            HumanCount(rate as u64),
            self.board
        ));
        self.bar.tick();
    }

    pub(super) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}
