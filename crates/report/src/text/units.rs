//! Formats times and counts in human-readable form.

use std::time::Duration;

use indicatif::HumanCount;

/// Formats a time with about three significant digits: `840 µs`, `12 ms`, `1.24 s`, `41.2 s`, `2
/// min 5 s`, `1 h 2 min`.
pub fn format_duration(time: Duration) -> String {
    let micros = time.as_micros();
    let seconds = time.as_secs_f64();
    if micros < 1_000 {
        return format!("{micros} µs");
    }
    if seconds >= 59.95 {
        let whole = seconds.round() as u64;
        let (large, unit, small, small_unit) = match whole / 3600 {
            0 => (whole / 60, "min", whole % 60, "s"),
            hours => (hours, "h", whole % 3600 / 60, "min"),
        };
        return match small {
            0 => format!("{large} {unit}"),
            _ => format!("{large} {unit} {small} {small_unit}"),
        };
    }
    let (value, unit, places) = match micros {
        ..999_500 => (seconds * 1e3, "ms", 0),
        _ => (seconds, "s", 1),
    };
    let text = if value < 9.995 {
        format!("{value:.2}")
    } else {
        format!("{value:.places$}")
    };
    let text = match text.split_once('.') {
        Some(_) => text.trim_end_matches('0').trim_end_matches('.'),
        None => &text,
    };
    format!("{text} {unit}")
}

/// Formats a number with thousands separators, such as `26,112`.
pub fn format_number(number: usize) -> String {
    HumanCount(number as u64).to_string()
}

/// Formats a number with its noun, such as `1 submission` or `45 submissions`.
pub fn format_count(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", format_number(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_unit_depends_on_the_magnitude() {
        for (micros, expected) in [
            (0, "0 µs"),
            (840, "840 µs"),
            (1_240, "1.24 ms"),
            (9_999, "10 ms"),
            (12_400, "12 ms"),
            (999_900, "1 s"),
            (1_240_000, "1.24 s"),
            (2_000_000, "2 s"),
            (41_230_000, "41.2 s"),
            (59_990_000, "1 min"),
            (125_000_000, "2 min 5 s"),
            (300_000_000, "5 min"),
            (3_600_000_000, "1 h"),
            (3_720_000_000, "1 h 2 min"),
        ] {
            assert_eq!(format_duration(Duration::from_micros(micros)), expected);
        }
    }
}
