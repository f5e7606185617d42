//! A box plot of CPU times: a row per submission, with its limit.

use std::time::Duration;

use askama::Template;

use crate::Submission;
use mousetrap_util::format_duration;

/// The data of the template `plot.html`.
#[derive(Template)]
#[template(path = "plot.html")]
struct Plot {
    /// The ticks on the time axis: the position, as a percentage of the width, and the label.
    ticks: Vec<(f64, String)>,
    rows: Vec<PlotRow>,
}

/// A row of a plot. Initially, the values are positive numbers of microseconds. [`box_plot`]
/// replaces each value with its position in percent of the plot's width.
pub(super) struct PlotRow {
    label: String,
    /// The maximum CPU time and the limit, as text.
    slowest: String,
    /// The minimum, the three quartiles and the maximum of the CPU times of the cases.
    values: [f64; 5],
    /// The CPU time limit.
    limit: f64,
}

impl PlotRow {
    /// Returns the row of a submission, which must have been run on at least one case.
    pub(super) fn new(label: &str, submission: &Submission) -> Self {
        let micros = |time: Duration| (time.as_micros() as f64).max(1.0);
        let cases = || submission.cases().iter();
        let limits = cases().map(|case| micros(case.limits.cpu));
        Self {
            label: label.to_owned(),
            slowest: submission.max_cpu_time_text(),
            values: quartiles(cases().map(|case| micros(case.usage.cpu)).collect()),
            limit: limits.fold(1.0, f64::max),
        }
    }
}

/// Maximum number of ticks on the time axis.
const MAX_TICKS: i32 = 5;

/// Returns a box plot on a logarithmic scale as HTML, or `None` if there are no rows.
pub(super) fn box_plot(mut rows: Vec<PlotRow>) -> Option<String> {
    let all = || {
        rows.iter()
            .flat_map(|row| [row.values[0], row.values[4], row.limit])
    };
    let low = all().reduce(f64::min)?.log10() - 0.2;
    let high = all().reduce(f64::max)?.log10() + 0.2;
    let x = |value: f64| ((value.log10() - low) / (high - low) * 1000.0).round() / 10.0;
    for row in &mut rows {
        (row.values, row.limit) = (row.values.map(x), x(row.limit));
    }
    let powers = low.ceil() as i32..=high.floor() as i32;
    let step = (powers.end() - powers.start()) / MAX_TICKS + 1;
    let ticks = powers.step_by(step as usize).map(|power| 10f64.powi(power));
    let ticks = ticks.map(|us| (x(us), format_duration(Duration::from_micros(us as u64))));
    let plot = Plot {
        ticks: ticks.collect(),
        rows,
    };
    Some(plot.render().expect("writing to memory does not fail"))
}

/// Returns the minimum, the three quartiles and the maximum of a list of values that is not empty.
fn quartiles(mut sorted: Vec<f64>) -> [f64; 5] {
    sorted.sort_by(f64::total_cmp);
    [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| {
        let rank = share * (sorted.len() - 1) as f64;
        let [low, high] = [rank.floor(), rank.ceil()].map(|rank| sorted[rank as usize]);
        low + (high - low) * rank.fract()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(label: &str, values: &[f64]) -> PlotRow {
        PlotRow {
            label: label.to_owned(),
            slowest: "9 ms / 2 s".to_owned(),
            values: quartiles(values.to_vec()),
            limit: 2e6,
        }
    }

    #[test]
    fn plot_shows_names_limits_and_times() {
        let fast = row("fast <one>", &[900.0, 1_000.0, 1_200.0]);
        let svg = box_plot(vec![fast, row("slow", &[1e5])]).unwrap();
        for part in "fast &#60;one&#62;|slow|class=\"limit\"|>100 ms<|>1 s<".split('|') {
            assert!(svg.contains(part), "{part}: {svg}");
        }
        assert!(!svg.contains("=\"#"), "{svg}");
        assert_eq!(box_plot(Vec::new()), None);
    }

    #[test]
    fn quartiles_lie_between_values() {
        let text = |values: &[f64]| format!("{:?}", quartiles(values.to_vec()));
        assert_eq!(text(&[7.0]), "[7.0, 7.0, 7.0, 7.0, 7.0]");
        assert_eq!(text(&[4.0, 1.0, 2.0]), "[1.0, 1.5, 2.0, 3.0, 4.0]");
    }
}
