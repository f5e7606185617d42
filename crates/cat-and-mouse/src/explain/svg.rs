//! A game of best play as a small animation: SVG with style rules and no
//! script, so that it runs wherever pictures are shown.

use std::fmt::Write;

use super::Explanation;
use crate::{Instance, Picture};

/// Seconds that a move takes.
const PACE: f64 = 0.9;

/// Pixels of a cell.
const CELL: f64 = 40.0;

/// The animation. It starts anew when it is over.
pub fn svg(instance: &Instance, explanation: &Explanation) -> String {
    let picture = instance.picture();
    let scale = if picture.cells { 1.0 } else { 1.6 };
    let at = |place: u16| {
        let (x, y) = picture.places[usize::from(place)];
        ((x * scale + 0.5) * CELL, (y * scale + 0.5) * CELL)
    };
    let extent = |axis: fn(&(f64, f64)) -> f64| {
        let last = picture.places.iter().map(axis).fold(0.0, f64::max);
        (last * scale + 1.0) * CELL
    };
    let (width, height) = (extent(|place| place.0), extent(|place| place.1));
    let title = instance.describe(explanation.outcome);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         width=\"{width:.0}\" height=\"{height:.0}\" role=\"img\">\n<title>{title}</title>\n"
    );
    svg.push_str(&style(explanation, &at));
    svg.push_str(&ground(&picture, &at, width, height));
    for (class, letter) in [("mouse", 'M'), ("cat", 'C')] {
        let _ = writeln!(
            svg,
            "<g class=\"{class}\"><circle r=\"{:.0}\"/><text>{letter}</text></g>",
            CELL * 0.36
        );
    }
    svg.push_str("</svg>\n");
    svg
}

/// Where both players are after each move, as key frames.
fn style(explanation: &Explanation, at: &dyn Fn(u16) -> (f64, f64)) -> String {
    let steps = &explanation.steps;
    // Two beats of rest at the end show how the game is over.
    let beats = steps.len() as f64 + 2.0;
    let mut style = String::from(
        "<style>\n\
         text{font:bold 16px sans-serif;text-anchor:middle;dominant-baseline:central;fill:#fff}\n\
         .ground{fill:#f7f3ea}.wall{fill:#5b5348}.line{stroke:#b9ae9c;stroke-width:2;fill:none}\n\
         .home{fill:#f2c94c}.node{fill:#fff;stroke:#b9ae9c;stroke-width:2}\n\
         .name{font-weight:normal;font-size:12px;fill:#5b5348}\n\
         .mouse circle{fill:#2f6fde}.cat circle{fill:#d1432b}\n",
    );
    for (class, cat) in [("mouse", false), ("cat", true)] {
        let mut frames = String::new();
        let mut frame = |beat: f64, place: u16| {
            let (x, y) = at(place);
            let _ = write!(
                frames,
                "{:.3}%{{transform:translate({x:.1}px,{y:.1}px)}}",
                100.0 * beat / beats
            );
        };
        let pick = |position: crate::solve::play::Position| {
            if cat { position.cat } else { position.mouse }
        };
        for (beat, step) in steps.iter().enumerate() {
            let beat = beat as f64;
            frame(beat, pick(step.from));
            frame(beat + 0.4, pick(step.from));
        }
        if let Some(last) = steps.last() {
            frame(beats - 2.0, pick(last.to));
            frame(beats, pick(last.to));
        }
        let _ = writeln!(
            style,
            "@keyframes {class}{{{frames}}}\n.{class}{{animation:{class} {:.1}s linear infinite}}",
            beats * PACE
        );
    }
    style.push_str("</style>\n");
    style
}

/// Everything that does not move.
fn ground(picture: &Picture, at: &dyn Fn(u16) -> (f64, f64), width: f64, height: f64) -> String {
    let mut svg = format!("<rect class=\"ground\" width=\"{width:.0}\" height=\"{height:.0}\"/>\n");
    for &(from, to) in &picture.links {
        let ((x1, y1), (x2, y2)) = (at(from), at(to));
        let _ = writeln!(
            svg,
            "<line class=\"line\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>"
        );
    }
    for place in 0..picture.places.len() as u16 {
        let (x, y) = at(place);
        let home = place == picture.home;
        if picture.cells {
            let class = if picture.walls.contains(&place) {
                "wall"
            } else if home {
                "home"
            } else {
                "line"
            };
            let _ = writeln!(
                svg,
                "<rect class=\"{class}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{CELL}\" height=\"{CELL}\"/>",
                x - CELL / 2.0,
                y - CELL / 2.0
            );
        } else {
            let class = if home { "home" } else { "node" };
            let _ = writeln!(
                svg,
                "<circle class=\"{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{:.0}\"/>\
                 <text class=\"name\" x=\"{x:.1}\" y=\"{y:.1}\">{place}</text>",
                CELL * 0.42
            );
        }
    }
    svg
}
