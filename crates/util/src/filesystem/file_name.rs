//! Names that are safe as parts of file names.

/// Returns whether every online judge allows `name` in file names: it must consist of lower-case
/// letters, digits, `-` and `_`, and must begin with a letter or digit.
pub fn is_portable_name(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
    name.starts_with(plain) && name.chars().all(|c| plain(c) || matches!(c, '-' | '_'))
}
