//! Reads cases in JSON Lines, the format of `mousetrap export jsonl`. Each line is an object that
//! has the `arguments` of the `LeetCode` function or the text of the case in `input`. Optional keys
//! are `problem`, `id` and `answer`.

use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

use super::imported_case::{ImportedCase, WrittenCase, error_at};
use crate::error::SuiteError;
use cat_and_mouse::Game;
use mousetrap_util::toml_file::suggest;

#[derive(Deserialize)]
struct JsonCase {
    problem: Option<Value>,
    id: Option<String>,
    arguments: Option<Vec<Value>>,
    input: Option<String>,
    answer: Option<Value>,
}

/// Returns whether the first line of a text is a JSON object.
pub(super) fn is_json_lines(text: &str) -> bool {
    let first = text.lines().find(|line| !line.trim().is_empty());
    first.is_some_and(|line| matches!(serde_json::from_str(line), Ok(Value::Object(_))))
}

/// Reads all cases in a text, in order.
///
/// # Errors
/// Returns the line and the broken rule.
pub(super) fn read_cases(
    file: &Path,
    text: &str,
    game: Option<Game>,
) -> Result<Vec<ImportedCase>, SuiteError> {
    let lines = text.lines().enumerate();
    lines
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(index, line)| read_case(file, index + 1, line, game))
        .collect()
}

fn read_case(
    file: &Path,
    line: usize,
    text: &str,
    game: Option<Game>,
) -> Result<ImportedCase, SuiteError> {
    let wrong = |message: String| error_at(file, line, message);
    let written: JsonCase = serde_json::from_str(text)
        .map_err(|error| wrong(format!("not a valid JSON case: {error}")))?;
    let input = match (written.arguments, written.input) {
        (Some(arguments), _) => {
            let lines: Vec<String> = arguments.iter().map(Value::to_string).collect();
            lines.join("\n")
        }
        (None, Some(input)) => input,
        (None, None) => {
            return Err(wrong(
                "the object needs the key \"arguments\" or the key \"input\"".to_owned(),
            ));
        }
    };
    let own = written.problem.map(|id| {
        let id = unquoted(&id);
        Game::by_id(&id).ok_or_else(|| {
            let ids: Vec<&str> = Game::ALL.iter().map(|game| game.id()).collect();
            wrong(format!("unknown problem \"{id}\"; {}", suggest(&id, &ids)))
        })
    });
    let own = own.transpose()?;
    if let (Some(own), Some(game)) = (own, game)
        && own != game
    {
        return Err(wrong(format!(
            "this is a case of problem {own}; omit --problem {game}, or remove the line"
        )));
    }
    let answer = written.answer.as_ref().map(unquoted);
    let found = WrittenCase {
        game: own.or(game),
        answer: answer.as_deref().map(|answer| (answer, line)),
        name: written
            .id
            .map(|id| id.rsplit('/').next().unwrap_or_default().to_owned()),
        ..WrittenCase::new(file, line, &input)
    };
    // A line number within the text of the case is not a line number of the file.
    found.parse_and_solve().map_err(|error| match error {
        SuiteError::Rule { message, .. } => wrong(message),
        other => other,
    })
}

/// Returns a JSON value as text, and a string without its quotes.
fn unquoted(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
