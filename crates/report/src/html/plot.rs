//! A box plot of CPU times: a row per submission, with its limit.

use std::time::Duration;

use askama::Template;

use crate::text::units::format_duration;

/// The values in one row of a plot.
#[derive(Clone, Debug)]
pub(super) struct Distribution {
    pub(super) label: String,
    /// The maximum CPU time and the limit, as text.
    pub(super) slowest: String,
    /// The CPU time of each case in microseconds. All values are positive.
    pub(super) values: Vec<f64>,
    /// The CPU time limit in microseconds; always positive.
    pub(super) limit: f64,
}

/// The data of the template `plot.html`. Horizontal positions are percentages of the width.
#[derive(Template)]
#[template(path = "plot.html")]
struct Plot {
    ticks: Vec<(f64, String)>,
    rows: Vec<PlotRow>,
}

struct PlotRow {
    label: String,
    slowest: String,
    /// The minimum, the three quartiles and the maximum.
    values: [f64; 5],
    limit: f64,
}

/// Maximum number of ticks on the time axis.
const MAX_TICKS: i32 = 5;

/// Returns a box plot on a logarithmic scale as HTML, or `None` if there are no values.
pub(super) fn box_plot(rows: &[Distribution]) -> Option<String> {
    let rows: Vec<&Distribution> = rows.iter().filter(|row| !row.values.is_empty()).collect();
    let all = || {
        rows.iter()
            .flat_map(|row| row.values.iter().chain([&row.limit]))
    };
    let low = all().copied().reduce(f64::min)?.log10() - 0.2;
    let high = all().copied().reduce(f64::max)?.log10() + 0.2;
    let x = |value: f64| ((value.log10() - low) / (high - low) * 1000.0).round() / 10.0;
    let powers = low.ceil() as i32..=high.floor() as i32;
    let step = (powers.end() - powers.start()) / MAX_TICKS + 1;
    let ticks = powers.step_by(step as usize).map(|power| 10f64.powi(power));
    let plot = Plot {
        ticks: ticks
            .map(|us| (x(us), format_duration(Duration::from_micros(us as u64))))
            .collect(),
        rows: (rows.iter())
            .map(|row| PlotRow {
                label: row.label.clone(),
                slowest: row.slowest.clone(),
                values: quartiles(&row.values).map(x),
                limit: x(row.limit),
            })
            .collect(),
    };
    Some(plot.render().expect("writing to memory does not fail"))
}

/// Returns the minimum, the three quartiles and the maximum of the values, which must not be empty.
fn quartiles(values: &[f64]) -> [f64; 5] {
    let mut sorted = values.to_vec();
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

    fn distribution(label: &str, values: &[f64]) -> Distribution {
        Distribution {
            label: label.to_owned(),
            slowest: "9 ms / 2 s".to_owned(),
            values: values.to_vec(),
            limit: 2e6,
        }
    }

    #[test]
    fn plot_has_a_labelled_row_per_submission() {
        let rows = [
            distribution("fast <one>", &[900.0, 1_000.0, 1_200.0]),
            distribution("slow", &[1e5]),
            distribution("never run", &[]),
        ];
        let svg = box_plot(&rows).unwrap();
        assert!(svg.contains("fast &#60;one&#62;"));
        assert!(svg.contains("slow"));
        assert!(!svg.contains("never run"));
        assert!(svg.contains("class=\"limit\""));
        assert!(!svg.contains("=\"#"), "{svg}");
    }

    #[test]
    fn quartiles_lie_between_values() {
        let text = |values| format!("{:?}", quartiles(values));
        assert_eq!(text(&[7.0]), "[7.0, 7.0, 7.0, 7.0, 7.0]");
        assert_eq!(text(&[4.0, 1.0, 2.0]), "[1.0, 1.5, 2.0, 3.0, 4.0]");
    }

    #[test]
    fn axis_is_labelled_with_times() {
        let plot = box_plot(&[distribution("anna.py", &[20_000.0, 2e5])]).unwrap();
        assert!(
            plot.contains(">100 ms<") && plot.contains(">1 s<"),
            "{plot}"
        );
    }

    #[test]
    fn plot_without_values_is_omitted() {
        assert_eq!(box_plot(&[]), None);
        assert_eq!(box_plot(&[distribution("a", &[])]), None);
    }
}
