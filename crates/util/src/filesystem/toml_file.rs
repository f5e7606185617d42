//! Parsing of TOML files, with errors that name the file, the line, the violated rule and the
//! remedy:
//! `judge.toml:14: unknown key "tmie"; did you mean "time"?`

use std::path::Path;

use serde::de::DeserializeOwned;
use thiserror::Error;

/// An error in a TOML file.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{file}:{line}: {message}")]
pub struct TomlError {
    /// The path of the file, as the user specified it.
    pub file: String,
    /// The line number, counted from 1.
    pub line: usize,
    /// The problem and how to correct it.
    pub message: String,
}

/// Parses `text`, the content of `file`. If `T` denies unknown fields, the error for a misspelt
/// key suggests a similar key.
///
/// # Errors
/// Returns an error with the line number for invalid syntax, an unknown key or a value of the wrong
/// type.
pub fn parse<T: DeserializeOwned>(file: &Path, text: &str) -> Result<T, TomlError> {
    toml::from_str(text).map_err(|error| {
        let offset = error.span().map_or(0, |span| span.start);
        error_at(file, text, offset, rewrite_serde_message(error.message()))
    })
}

/// Returns an error for the line of `text` that contains the byte at `offset`.
pub fn error_at(file: &Path, text: &str, offset: usize, message: String) -> TomlError {
    TomlError {
        file: file.display().to_string(),
        line: line_number(text, offset),
        message,
    }
}

/// Returns the line number of a byte offset, counted from 1.
pub fn line_number(text: &str, offset: usize) -> usize {
    let before = text.as_bytes().iter().take(offset);
    1 + before.filter(|&&byte| byte == b'\n').count()
}

/// Rewrites an error message of serde in terms that users understand. For an unknown name, suggests
/// a similar known name.
fn rewrite_serde_message(message: &str) -> String {
    let wrong = ["invalid type: ", "invalid value: "];
    let wrong = wrong.iter().find_map(|start| message.strip_prefix(start));
    if let Some((found, expected)) = wrong.and_then(|pair| pair.split_once(", expected ")) {
        return format!(
            "expected {}, found {}",
            describe_expected_type(expected.trim_end()),
            describe_found_value(found)
        );
    }
    if let Some(name) = message.strip_prefix("missing field ") {
        let name = name.trim_end().trim_matches('`');
        return format!("\"{name}\" is missing");
    }
    let kind = if message.starts_with("unknown field") {
        "key"
    } else if message.starts_with("unknown variant") {
        "value"
    } else {
        return message.trim_end().replace('\n', "; ");
    };
    let mut quoted = message.split('`').skip(1).step_by(2);
    let unknown = quoted.next().unwrap_or_default().to_owned();
    let known: Vec<&str> = quoted.collect();
    format!(
        "unknown {kind} \"{unknown}\"; {}",
        suggest_known_name(&unknown, &known)
    )
}

/// Describes the type that serde expected, in terms that users understand.
fn describe_expected_type(name: &str) -> &str {
    match name {
        "u8" | "u16" | "u32" | "u64" | "usize" => "a non-negative integer",
        "a nonzero u32" => "a positive integer",
        "i8" | "i16" | "i32" | "i64" | "isize" => "an integer",
        "f32" | "f64" => "a number",
        "a string" => "text in quotes",
        "a boolean" => "true or false",
        "a sequence" => "a list in [ ]",
        _ if name.starts_with("struct ") || name == "a map" => "a table",
        other => other,
    }
}

/// Describes the value that serde found, in terms that users understand.
fn describe_found_value(found: &str) -> String {
    let (kind, value) = found.split_once(' ').unwrap_or((found, ""));
    match kind {
        "sequence" => "a list".to_owned(),
        "map" => "a table".to_owned(),
        "integer" | "boolean" => value.trim_matches('`').to_owned(),
        "floating" => value.replace("point ", "").replace('`', ""),
        "string" => value.to_owned(),
        _ => found.to_owned(),
    }
}

/// Returns `did you mean "x"?` if a known name is similar, otherwise the list of known names.
pub fn suggest_known_name(unknown: &str, known: &[&str]) -> String {
    match closest_name(unknown, known) {
        Some(candidate) => format!("did you mean \"{candidate}\"?"),
        None if known.is_empty() => "no names are allowed here".to_owned(),
        None => format!("expected one of: {}", known.join(", ")),
    }
}

/// Returns the known name that is most similar to `unknown`, or `None` if no name is similar.
pub fn closest_name<'a>(unknown: &str, known: &[&'a str]) -> Option<&'a str> {
    let distances = known
        .iter()
        .map(|candidate| (strsim::damerau_levenshtein(unknown, candidate), *candidate));
    distances
        .filter(|(distance, candidate)| *distance <= 1 + candidate.len() / 4)
        .min()
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(deny_unknown_fields)]
    struct SampleConfig {
        time: u32,
        memory: Option<u32>,
    }

    fn error_text(text: &str) -> String {
        parse::<SampleConfig>(Path::new("judge.toml"), text)
            .unwrap_err()
            .to_string()
    }

    #[test]
    fn mistake_is_reported_with_its_line_and_rule() {
        let similar = "unknown key \"tmie\"; did you mean \"time\"?";
        let known = "unknown key \"zzz\"; expected one of: time, memory";
        let expected_integer = "expected a non-negative integer, found ";
        for (text, line, expected) in [
            ("# a\ntime = 1\n\ntmie = 2\n", 4, similar),
            ("time = 1\nzzz = 2\n", 2, known),
            ("time = \"x\"", 1, &format!("{expected_integer}\"x\"")),
            ("time = -1", 1, &format!("{expected_integer}-1")),
            ("time = 1.5", 1, &format!("{expected_integer}1.5")),
            ("time = [1]", 1, &format!("{expected_integer}a list")),
            ("time = true", 1, &format!("{expected_integer}true")),
            ("time = {}", 1, &format!("{expected_integer}a table")),
        ] {
            assert_eq!(error_text(text), format!("judge.toml:{line}: {expected}"));
        }
        assert!(error_text("memory = 1\n").ends_with(": \"time\" is missing"));
        assert!(error_text("time = 1\n[[[\n").starts_with("judge.toml:2: "));
    }
}
