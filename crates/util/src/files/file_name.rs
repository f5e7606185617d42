//! Names that may occur in file names.

/// Returns whether file names with `name` in them work in every online judge: `name` must consist
/// of lower-case letters, digits, `-` and `_`, and begin with a letter or digit.
pub fn is_portable_name(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    name.starts_with(plain) && name.chars().all(|c| plain(c) || matches!(c, '-' | '_'))
}
