//! Regular expressions of the language table.

use std::fmt::{self, Debug, Formatter};
use std::ops::Deref;
use std::sync::OnceLock;

use regex::Regex;
use serde::de::Error;
use serde::{Deserialize, Deserializer};

use super::embedded_rows::{fill_with_samples, is_known_valid};

/// A regular expression of the language table, which is compiled when it is first used.
#[derive(Clone)]
pub struct Expression {
    text: String,
    compiled: OnceLock<Regex>,
}

impl Deref for Expression {
    type Target = Regex;

    fn deref(&self) -> &Regex {
        let compile = || Regex::new(&self.text).expect("checked on deserialization");
        self.compiled.get_or_init(compile)
    }
}

/// Prints only the text, so that the output does not depend on earlier uses.
impl Debug for Expression {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.text.fmt(f)
    }
}

impl<'de> Deserialize<'de> for Expression {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let compiled = OnceLock::new();
        if !is_known_valid(&text) || fill_with_samples(&text) != text {
            let _ =
                compiled.set(Regex::new(&text).map_err(|error| invalid_expression_error(&error))?);
        }
        Ok(Self { text, compiled })
    }
}

/// Returns a one-line error for an invalid expression.
fn invalid_expression_error<E: Error>(error: &regex::Error) -> E {
    let message = error.to_string();
    let last = message.lines().last().unwrap_or_default();
    let reason = last.trim().trim_start_matches("error: ");
    E::custom(format!("not a regular expression: {reason}"))
}

/// A regular expression with placeholders in braces, which are replaced before use.
#[derive(Clone, Debug, Default)]
pub struct ExpressionTemplate(String);

impl Deref for ExpressionTemplate {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl<'de> Deserialize<'de> for ExpressionTemplate {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        if !is_known_valid(&text) {
            Regex::new(&fill_with_samples(&text))
                .map_err(|error| invalid_expression_error(&error))?;
        }
        Ok(Self(text))
    }
}
