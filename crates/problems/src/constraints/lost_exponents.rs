//! Finds powers whose exponents were lost when a statement was copied, such as `105` for 10⁵.

use super::patterns::LazyRegex;

/// Returns a remark about the first limit in a line that may be a power without its exponent mark.
pub(super) fn describe_lost_exponent(line: &str) -> Option<String> {
    static LIMIT_PATTERN: LazyRegex = LazyRegex::new(
        r"(?:[-*,] ?|< ?|<= ?|(?:at most|exceed|than|and|to) |^)(?:(10)([3-9]|1[0-8])|(2)(31|63))(?:[^\w.]|$)",
    );
    let found = LIMIT_PATTERN.captures(line)?;
    let mut digits = found.iter().skip(1).flatten().map(|it| it.as_str());
    let (base, exponent) = (digits.next()?, digits.next()?);
    let number: u32 = format!("{base}{exponent}").parse().ok()?;
    Some(format!(
        "for a power, write {base}^{exponent}; for the number {number}, write {} + {}",
        number / 100 * 100,
        number % 100
    ))
}
