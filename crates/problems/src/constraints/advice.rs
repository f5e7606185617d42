//! Advice on how to reword lines that are not understood.

use std::sync::LazyLock;

use regex::Regex;

use super::patterns::{LazyRegex, compile_table};

/// Patterns of lines that are not understood, and the advice on them. The first match counts.
const ADVICE_TABLE: &str = r"
\b(?:contains?|has|have)\b.*['\d] => if nothing else is allowed, write `consists of only` instead
\b(?:in|de)creasing\b => write `non-decreasing` or `non-increasing` or, if values must not repeat, `strictly increasing` or `strictly decreasing`
\b(?:sorted|ascending|descending)\b => write for example `a[i] <= a[i + 1]` or, for the values of each row, `a[i][j] <= a[i][j + 1]`
\b(?:unique|distinct|different|duplicates?)\b => name the sequence whose items must differ, as in `All values of a[i] are unique`
\b(?:non-?empty|not empty|length|size|number of)\b => write for example `1 <= a.length` or, for each item, `1 <= a[i].length`
\b(?:tree|graph|connected|cycles?)\b => use a `generator` and a `validator`
[<>=] => every name must be a parameter or the name in a line such as `n == a.length` or `a[i] = [x, y]`
";

/// Returns advice on a normalized line that is not understood.
pub(super) fn advise(line: &str) -> Option<String> {
    static ADVICE: LazyLock<Vec<(Regex, &str)>> =
        LazyLock::new(|| compile_table(ADVICE_TABLE, |pattern| format!("(?i){pattern}")).collect());
    describe_lost_exponent(line).or_else(|| {
        let mut found = ADVICE.iter().filter(|(pattern, _)| pattern.is_match(line));
        found.next().map(|(_, advice)| (*advice).to_owned())
    })
}

/// Returns advice on the first limit in a line that may be a power without its exponent mark, such
/// as `105` for 10⁵. Exponents are often lost when a statement is copied.
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
