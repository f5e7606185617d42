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

/// The plot as SVG on a logarithmic scale. `show` writes the numbers of its
/// axis.
pub(super) fn boxes(rows: &[Distribution], show: &dyn Fn(f64) -> String) -> Option<String> {
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
    draw(&area, &rows, (low / 1.5, high * 1.5), show).expect("drawing into memory does not fail");
    drop(area);
    Some(themed(&svg))
}

type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;

fn draw(
    area: &Area<'_>,
    rows: &[&Distribution],
    (low, high): (f64, f64),
    show: &dyn Fn(f64) -> String,
) -> Result<(), Box<dyn std::error::Error>> {
    // The first row stands on top.
    let at = |index: usize| rows.len() - 1 - index;
    let mut chart = ChartBuilder::on(area)
        .margin_right(20)
        .x_label_area_size(30)
        .y_label_area_size(LABELS)
        .build_cartesian_2d(
            (low as f32..high as f32).log_scale(),
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
            SegmentValue::CenterOf(index) if *index < rows.len() => rows[at(*index)].label.clone(),
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
        let svg = boxes(&rows, &|value| format!("{value:.0}")).unwrap();
        assert!(svg.contains("fast &lt;one&gt;"));
        assert!(svg.contains("slow"));
        assert!(!svg.contains("never run"));
        assert!(svg.contains("var(--limit)"));
        assert!(!svg.contains("\"#0102"), "{svg}");
    }

    #[test]
    fn nothing_to_plot_is_no_plot() {
        assert_eq!(boxes(&[], &|_| String::new()), None);
        assert_eq!(boxes(&[row("a", &[])], &|_| String::new()), None);
    }
}
