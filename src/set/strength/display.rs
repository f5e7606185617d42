//! Progress of a measurement.

use std::sync::{Mutex, PoisonError};

use crate::cli::common::Global;
use crate::cli::progress_line::ProgressLine;
use cat_and_mouse::Game;
use mousetrap_report::{count, counted};
use mousetrap_setter::stress::WitnessSearch;

/// The progress display of one problem.
pub(super) struct Display {
    game: Game,
    /// Worker threads report their progress, too.
    line: Mutex<ProgressLine>,
}

impl Display {
    /// Shows that the cases are being loaded.
    pub(super) fn new(global: &Global, game: Game) -> Self {
        let display = Self {
            game,
            line: Mutex::new(ProgressLine::new(global)),
        };
        display.show("loading the cases");
        display
    }

    /// Shows how many of the cases all wrong solutions were run on.
    pub(super) fn show_cases(&self, done: usize, cases: usize, mutants: usize) {
        self.show(&format!(
            "{} of {} run on {}",
            count(done),
            counted(cases, "case"),
            counted(mutants, "wrong solution")
        ));
    }

    /// Shows the progress of the search for instances that kill `sought` wrong solutions.
    pub(super) fn show_search(&self, search: &WitnessSearch, sought: usize, max: usize) {
        self.show(&format!(
            "searching: {} of {} tried, {} of {} killed",
            count(search.tried),
            counted(max, "instance"),
            count(search.found),
            counted(sought, "wrong solution")
        ));
    }

    fn show(&self, text: &str) {
        let mut line = self.line.lock().unwrap_or_else(PoisonError::into_inner);
        line.show(&format!("{}: {text}", self.game.id()));
    }
}
