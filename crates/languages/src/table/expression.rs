//! Regular expressions of the language table.

use std::fmt::{self, Debug, Formatter};
use std::ops::Deref;
use std::sync::OnceLock;

use regex::Regex;
use serde::de::Error;
use serde::{Deserialize, Deserializer};

use super::embedded_rows::{is_sound, sample};

/// A regular expression of the language table, compiled when it is first used.
#[derive(Clone)]
pub struct Expression {
    text: String,
    compiled: OnceLock<Regex>,
}

impl Deref for Expression {
    type Target = Regex;

    fn deref(&self) -> &Regex {
        let compile = || Regex::new(&self.text).expect("checked when it was deserialized");
        self.compiled.get_or_init(compile)
    }
}

/// Prints the text only, so that the output does not depend on earlier use.
impl Debug for Expression {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.text.fmt(f)
    }
}

impl<'de> Deserialize<'de> for Expression {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let compiled = OnceLock::new();
        if !is_sound(&text) || sample(&text) != text {
            let _ = compiled.set(Regex::new(&text).map_err(|error| unsound(&error))?);
        }
        Ok(Self { text, compiled })
    }
}

/// Shortens the message of an invalid expression to one line.
fn unsound<E: Error>(error: &regex::Error) -> E {
    let message = error.to_string();
    let last = message.lines().last().unwrap_or_default();
    let reason = last.trim().trim_start_matches("error: ");
    E::custom(format!("not a regular expression: {reason}"))
}

/// A regular expression with placeholders in braces, which are filled in before use.
#[derive(Clone, Debug, Default)]
pub struct Template(String);

impl Deref for Template {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl<'de> Deserialize<'de> for Template {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        if !is_sound(&text) {
            Regex::new(&sample(&text)).map_err(|error| unsound(&error))?;
        }
        Ok(Self(text))
    }
}
