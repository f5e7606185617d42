//! Box plots of time and memory, one row per submission, with limits drawn.

use plotters::prelude::*;

/// One row of a plot.
#[derive(Clone, Debug)]
pub(super) struct Distribution {
    /// What stands beside it.
    pub(super) label: String,
    /// A value per case, all above zero.
    pub(super) values: Vec<f64>,
    /// The limit, above zero.
    pub(super) limit: f64,
}

/// Stand for colours of the page, which knows light and dark; see [`themed`].
const INK: RGBColor = RGBColor(1, 2, 3);
const FAINT: RGBColor = RGBColor(1, 2, 4);
const BOX: RGBColor = RGBColor(1, 2, 5);
const LIMIT: RGBColor = RGBColor(1, 2, 6);

const WIDTH: u32 = 760;
const ROW_HEIGHT: u32 = 20;
const LABELS: u32 = 250;

/// Characters of a label that have room.
const LABEL: usize = 36;

/// The plot as SVG on a logarithmic scale with powers of `base`. `show` writes the
/// numbers of its axis.
pub(super) fn boxes(
    rows: &[Distribution],
    base: f64,
    show: &dyn Fn(f64) -> String,
) -> Option<String> {
    let rows: Vec<&Distribution> = rows.iter().filter(|row| !row.values.is_empty()).collect();
    let all = rows
        .iter()
        .flat_map(|row| row.values.iter().copied().chain([row.limit]));
    let (low, high) = all.fold((f64::MAX, 0.0_f64), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    if rows.is_empty() || low <= 0.0 {
        return None;
    }
    let mut svg = String::new();
    let height = ROW_HEIGHT * rows.len() as u32 + 40;
    let area = SVGBackend::with_string(&mut svg, (WIDTH, height)).into_drawing_area();
    draw(&area, &rows, (low / 1.5, high * 1.5), base, show)
        .expect("drawing into memory does not fail");
    drop(area);
    Some(themed(&svg))
}

type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;

fn draw(
    area: &Area<'_>,
    rows: &[&Distribution],
    (low, high): (f64, f64),
    base: f64,
    show: &dyn Fn(f64) -> String,
) -> Result<(), Box<dyn std::error::Error>> {
    // The first row stands on top.
    let at = |index: usize| rows.len() - 1 - index;
    let mut chart = ChartBuilder::on(area)
        .margin_right(20)
        .x_label_area_size(30)
        .y_label_area_size(LABELS)
        .build_cartesian_2d(
            (low as f32..high as f32).log_scale().base(base),
            (0..rows.len()).into_segmented(),
        )?;
    let ink = ("sans-serif", 12).into_font().color(&INK);
    chart
        .configure_mesh()
        .disable_y_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(FAINT)
        .axis_style(FAINT)
        .x_labels(7)
        .y_labels(rows.len())
        .x_label_formatter(&|value| show(f64::from(*value)))
        .y_label_formatter(&|segment| match segment {
            SegmentValue::CenterOf(index) if *index < rows.len() => {
                shortened(&rows[at(*index)].label)
            }
            _ => String::new(),
        })
        .label_style(ink)
        .draw()?;
    for (index, row) in rows.iter().enumerate() {
        let y = SegmentValue::CenterOf(at(index));
        let quartiles = Quartiles::new(&row.values);
        chart.draw_series([Boxplot::new_horizontal(y.clone(), &quartiles)
            .width(9)
            .style(BOX)])?;
        let most = row.values.iter().copied().fold(low, f64::max);
        chart.draw_series([
            Circle::new((most as f32, y.clone()), 3, BOX.filled()),
            Circle::new((row.limit as f32, y), 3, LIMIT.filled()),
        ])?;
    }
    Ok(())
}

/// The label, or its end, which tells names in a directory apart.
fn shortened(label: &str) -> String {
    let length = label.chars().count();
    if length <= LABEL {
        return label.to_owned();
    }
    let end = label.chars().skip(length - LABEL + 1);
    "…".chars().chain(end).collect()
}

/// The plot with the page's colours in place of the stand-ins, and sized by the
/// page.
fn themed(svg: &str) -> String {
    let mut svg = svg.to_owned();
    for (colour, name) in [
        (INK, "ink"),
        (FAINT, "line"),
        (BOX, "box"),
        (LIMIT, "limit"),
    ] {
        let RGBColor(r, g, b) = colour;
        svg = svg.replace(
            &format!("\"#{r:02X}{g:02X}{b:02X}\""),
            &format!("\"var(--{name})\""),
        );
    }
    svg.replacen("<svg ", "<svg aria-hidden=\"true\" class=\"plot\" ", 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(label: &str, values: &[f64]) -> Distribution {
        Distribution {
            label: label.to_owned(),
            values: values.to_vec(),
            limit: 2e6,
        }
    }

    #[test]
    fn a_plot_has_a_labelled_row_per_submission_and_no_colour_of_its_own() {
        let rows = [
            row("fast <one>", &[900.0, 1_000.0, 1_200.0]),
            row("slow", &[1e5]),
            row("never run", &[]),
        ];
        let svg = boxes(&rows, 10.0, &|value| format!("{value:.0}")).unwrap();
        assert!(svg.contains("fast &lt;one&gt;"));
        assert!(svg.contains("slow"));
        assert!(!svg.contains("never run"));
        assert!(svg.contains("var(--limit)"));
        assert!(!svg.contains("\"#0102"), "{svg}");
    }

    #[test]
    fn ticks_are_powers_of_the_base_and_a_long_label_says_that_it_is_cut() {
        let name = "Python class/a-long-name-of-a-directory/anna.py";
        let rows = [row(name, &[20_000.0, 2e5])];
        let svg = boxes(&rows, 2.0, &|value| format!("at {}", value.round())).unwrap();
        assert!(!svg.contains(name) && svg.contains("…"), "{svg}");
        assert!(svg.contains("directory/anna.py"), "{svg}");
        let ticks = svg.split("at ").skip(1);
        let ticks = ticks.map(|text| text.split_whitespace().next().unwrap().parse::<u32>());
        let ticks: Vec<u32> = ticks.map(Result::unwrap).collect();
        assert!(ticks.len() > 2, "{ticks:?}");
        assert!(ticks.iter().all(|tick| tick.is_power_of_two()), "{ticks:?}");
    }

    #[test]
    fn nothing_to_plot_is_no_plot() {
        assert_eq!(boxes(&[], 10.0, &|_| String::new()), None);
        assert_eq!(boxes(&[row("a", &[])], 10.0, &|_| String::new()), None);
    }
}
