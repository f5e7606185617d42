//! Rewrites a constraint line as plain text in standard phrases.

use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::patterns::{LazyRegex, compile_table};

/// Markup and the text that replaces it. The replacements are applied in this order. A single
/// symbol in backticks, such as `#`, denotes that character itself.
const MARKUP_TABLE: &str = r#"
\*\*([^*\s][^*]*[^*\s])\*\* => $1
<sub>[^<]*[-+][^<]*</sub> => ?
</?(?:code|ul|ol|li|p|b|i|em|strong|span|font|br|div|u|tt|pre|sub|var)(?:\s+[\w-]+="[^"]*")*\s*/?> =>
^\s+|\s+$ =>
^(?:[-*•+]\s+|•|\d+[.)]\s+) =>
^\$+|\$+$ =>
`([^\w\s`])` => '$1'
"#;

/// Phrases and the standard forms that replace them. The replacements are applied in this order.
/// Remarks, introductions and clauses that add no rule are removed. The replacement `?` makes the
/// parser refuse a line with two meanings. For example, `All values of a and b are pairwise
/// distinct` leaves open whether `a` and `b` may have a value in common.
const PHRASE_RULES: &str = r"
\.? \(i\.e\.[^()]*\)\.?$ =>
[., ;]+$ =>
^(?:it(?: is|'s) guaranteed that|you (?:may|can) assume(?: that)?|assume(?: that)?|note that) =>
^(?:the )?(?:test ?cases|tests|inputs?) (?:is|are) generated (?:such|so) that =>
^\s+ =>
,? if (?:it is|they are) (?:non-|not )empty$|,? and may contain leading zero(?:s|\(s\))?$ =>
^([a-z]\w*) ==? (\w+)\[0\]\.length$ => $1 == $2[i].length
^(?:0 <= )?sum\((.+)\) <= (.+)$ => the sum of $1 is at most $2
^(?:(?:all|the|each|every|any|two|adjacent|consecutive) )*words? (?:are|is) (?:only )?separated by (?:exactly )?(?:a single|a|one|single) spaces?$ => string has single spaces
^(?:(?:all|the|each|every|any|two|adjacent|consecutive) )*words? (?:in|of) (.+?) (?:are|is) (?:only )?separated by (?:exactly )?(?:a single|a|one|single) spaces?$ => $1 has single spaces
^there (?:is|are|will be) at least one word in (.+)$ => $1 has some word
^there (?:is|are|will be) at most one (\w+) (?:between|connecting) (?:every|any|each) (?:two|pair of) \w+$ => there are no repeated ${1}s
\b(?:do|does|will)(?: not|n't) (?:contain|have)(?: any)?\b => has no
 for each node in the .+$ =>
^each node in the (?:linked )?list has (.+<= ?node\.val.*)$ => $1
^(\w+) <= (\w+) <= (the (?:number|length) of .+)$ => $2 is at least $1 and is at most $3
^(\w+) <= (the (?:number|length) of .+)$ => $1 is at most $2
\bthe number of nodes$ => the number of nodes in the tree or list
\bsorted in ([a-z -]+ order) by (\w+)$ => sorted by $2 in $1
\bboth (are|have|consist|contain)\b => $1
^.+ (?:of|in) .+ and .+ pairwise\b => ?
\band/or\b => and
\b(digits?) in the range \[('?\d'?), ?('?\d'?)\]$ => $1 from $2 to $3
\b((?:for|where)(?: [a-z]+)*) ([ijk](?:, [ijk])*) >= (\d+)$ => $1 $3 <= $2
\b((?:for|where)(?: [a-z]+)*) ([ijk](?:, [ijk])*) > 0$ => $1 1 <= $2
\b((?:for|where)(?: [a-z]+)*) 0 < ([ijk](?:, [ijk])*)\b => $1 1 <= $2
^(\w+)\[u\] has no u$ => $1[u][j] != u
^(\w+)\[i\] has no i$ => $1[i][j] != i
\b(?:does|do|will)(?: not|n't) exceed\b => is at most
\b(?:(?:will|can|must|(?:is|are) (?:always )?guaranteed to) )?fits? (?:in|into|within) an? (?:signed )?(32|64)[- ]bits? (?:signed )?(?:integer|int)$ => is in the range of $1 bits
range of 32 bits$ => range [-2^31, 2^31 - 1]
range of 64 bits$ => range [-2^63, 2^63 - 1]
";

type Replacements = Vec<(Regex, &'static str)>;

fn compile_replacements(table: &'static str) -> Replacements {
    compile_table(table, |pattern| format!("(?i){pattern}")).collect()
}

/// Removes markup, bullets, remarks, introductions and the final full stop from a line, converts
/// symbols such as `≤` to ASCII, and replaces phrases with their standard forms.
pub(super) fn normalize_line(line: &str) -> String {
    static POWER_PATTERN: LazyRegex =
        LazyRegex::new(r"(?i)<sup>\s*([^<>]*?)\s*</sup>|\^\{([^{}]*)\}|([⁰¹²³⁴⁵⁶⁷⁸⁹]+)");
    static SYMBOL_PATTERN: LazyRegex =
        LazyRegex::new(r"&#?\w+;|\\(?:[a-z]+|_)|\*\*|[^\x00-\x7f]|`");
    static MARKUP_REPLACEMENTS: LazyLock<Replacements> =
        LazyLock::new(|| compile_replacements(MARKUP_TABLE));
    static PHRASE_REPLACEMENTS: LazyLock<Replacements> =
        LazyLock::new(|| compile_replacements(PHRASE_RULES));
    let powers = POWER_PATTERN.replace_all(line, |found: &Captures<'_>| {
        let digits = found.iter().skip(1).flatten().next();
        let digits = digits.map_or("", |digits| digits.as_str()).chars();
        let plain = digits.map(|c| match "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().position(|it| it == c)
        {
            Some(digit) => (b'0' + digit as u8).into(),
            None => c,
        });
        format!("^({})", plain.collect::<String>())
    });
    let text = apply_replacements(&MARKUP_REPLACEMENTS, &powers);
    let text = SYMBOL_PATTERN.replace_all(&text, |found: &Captures<'_>| {
        to_ascii_symbol(&found[0]).unwrap_or(&found[0]).to_owned()
    });
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    apply_replacements(&PHRASE_REPLACEMENTS, &text)
}

fn apply_replacements(table: &Replacements, text: &str) -> String {
    table.iter().fold(text.to_owned(), |text, (pattern, to)| {
        pattern.replace_all(&text, *to).into_owned()
    })
}

/// Returns the ASCII form of a symbol that is spelled in HTML, LaTeX or Unicode, such as `<=` for
/// `≤` or `\leq`.
fn to_ascii_symbol(spelling: &str) -> Option<&'static str> {
    Some(match spelling.trim_matches(['&', ';', '\\']) {
        "lt" => "<",
        "gt" => ">",
        "le" | "leq" | "≤" | "⩽" => "<=",
        "ge" | "geq" | "≥" | "⩾" => ">=",
        "ne" | "neq" | "≠" => "!=",
        "minus" | "−" | "–" => "-",
        "times" | "cdot" | "×" | "·" => "*",
        "ldots" | "…" => "...",
        "#39" | "apos" | "‘" | "’" => "'",
        "quot" | "“" | "”" => "\"",
        "nbsp" | "\u{a0}" => " ",
        "amp" => "&",
        "**" => "^",
        "_" => "_",
        "`" => "",
        _ => return None,
    })
}
