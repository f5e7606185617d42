//! Numbers as people read them.

use std::time::Duration;

use indicatif::HumanCount;

/// A time with about three significant digits: `840 µs`, `12 ms`, `1.24 s`,
/// `41.2 s`, `2 min 5 s`, `1 h 2 min`.
pub fn time(time: Duration) -> String {
    let micros = time.as_micros();
    let seconds = time.as_secs_f64();
    let whole = seconds.round() as u64;
    if micros < 1_000 {
        format!("{micros} µs")
    } else if micros < 9_995 {
        format!("{} ms", decimals(seconds * 1e3, 2))
    } else if micros < 999_500 {
        format!("{} ms", decimals(seconds * 1e3, 0))
    } else if seconds < 9.995 {
        format!("{} s", decimals(seconds, 2))
    } else if seconds < 59.95 {
        format!("{} s", decimals(seconds, 1))
    } else if whole < 3600 {
        two_units((whole / 60, "min"), (whole % 60, "s"))
    } else {
        two_units((whole / 3600, "h"), (whole % 3600 / 60, "min"))
    }
}

/// `2 min 5 s`, or `2 min` if the second number is zero.
fn two_units((large, unit): (u64, &str), (small, small_unit): (u64, &str)) -> String {
    match small {
        0 => format!("{large} {unit}"),
        _ => format!("{large} {unit} {small} {small_unit}"),
    }
}

/// At most `places` decimals, without trailing zeros.
fn decimals(value: f64, places: usize) -> String {
    let text = format!("{value:.places$}");
    if places == 0 {
        return text;
    }
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A count with separators: `26,112`.
pub fn count(number: usize) -> String {
    HumanCount(number as u64).to_string()
}

/// A count and its noun: `1 submission`, `45 submissions`.
pub fn counted(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", count(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_a_unit_that_fits() {
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
            assert_eq!(time(Duration::from_micros(micros)), expected);
        }
    }

    #[test]
    fn counts_are_grouped_by_thousands() {
        for (number, expected) in [
            (0, "0"),
            (999, "999"),
            (1_000, "1,000"),
            (26_112, "26,112"),
            (1_234_567, "1,234,567"),
        ] {
            assert_eq!(count(number), expected);
        }
    }
}
