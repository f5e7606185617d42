//! The syntax of comments and strings, which detection ignores.

use serde::Deserialize;

/// Comments and strings of a language.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Syntax {
    /// The starts of comments that last to the end of the line.
    pub line_comments: Vec<String>,
    /// Start and end of block comments, which may span lines.
    pub block_comments: Vec<(String, String)>,
    /// Whether block comments nest.
    pub nested: bool,
    /// Start and end of strings with backslash escapes. The first pair that matches
    /// counts. A string in quotes of one character ends at the end of its line at the
    /// latest.
    pub strings: Vec<(String, String)>,
    /// Start and end of strings without escapes, which may span lines.
    pub raw_strings: Vec<(String, String)>,
}
