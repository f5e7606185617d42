//! Formats counts in human-readable form.

use indicatif::HumanCount;

/// Formats a number with thousands separators, such as `26,112`.
pub fn format_number(number: usize) -> String {
    HumanCount(number as u64).to_string()
}

/// Formats a number with its noun, such as `1 submission` or `45 submissions`.
pub fn format_count(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", format_number(number))
}
