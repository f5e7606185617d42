//! Cases in JSON Lines, the format of `mousetrap export jsonl`: an object per line with the
//! `arguments` of the `LeetCode` function or the text of the case in `input`, and optionally
//! `problem`, `id` and `answer`.

use std::path::Path;

use serde::Deserialize;
use serde_json::Value;

use super::imported_case::{ImportedCase, WrittenCase, error_at};
use crate::error::SuiteError;
use cat_and_mouse::Game;
use mousetrap_util::toml_file::suggest;

#[derive(Deserialize)]
struct Line {
    problem: Option<Value>,
    id: Option<String>,
    arguments: Option<Vec<Value>>,
    input: Option<String>,
    answer: Option<Value>,
}

/// Returns whether the first line of a text is a JSON object.
pub(super) fn recognises(text: &str) -> bool {
    let first = text.lines().find(|line| !line.trim().is_empty());
    first.is_some_and(|line| matches!(serde_json::from_str(line), Ok(Value::Object(_))))
}

/// Reads the cases of a text, in order.
///
/// # Errors
/// Names the line and the rule.
pub(super) fn cases(
    file: &Path,
    text: &str,
    game: Option<Game>,
) -> Result<Vec<ImportedCase>, SuiteError> {
    let lines = text.lines().enumerate();
    lines
        .filter(|(_, line)| !line.trim().is_empty())
        .map(|(index, line)| case(file, index + 1, line, game))
        .collect()
}

fn case(
    file: &Path,
    line: usize,
    text: &str,
    game: Option<Game>,
) -> Result<ImportedCase, SuiteError> {
    let wrong = |message: String| error_at(file, line, message);
    let written: Line = serde_json::from_str(text)
        .map_err(|error| wrong(format!("no JSON object of a case: {error}")))?;
    let input = match (written.arguments, written.input) {
        (Some(arguments), _) => {
            let lines: Vec<String> = arguments.iter().map(Value::to_string).collect();
            lines.join("\n")
        }
        (None, Some(input)) => input,
        (None, None) => {
            return Err(wrong(
                "neither \"arguments\" nor \"input\" is there; one of them holds the case"
                    .to_owned(),
            ));
        }
    };
    let own = written.problem.map(|id| {
        let id = plain(&id);
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
            "a case of problem {own}; leave --problem {game} out, or the line"
        )));
    }
    let answer = written.answer.as_ref().map(plain);
    let found = WrittenCase {
        game: own.or(game),
        answer: answer.as_deref().map(|answer| (answer, line)),
        name: written
            .id
            .map(|id| id.rsplit('/').next().unwrap_or_default().to_owned()),
        ..WrittenCase::new(file, line, &input)
    };
    // A line number within the text of the case is not one of the file.
    found.read().map_err(|error| match error {
        SuiteError::Rule { message, .. } => wrong(message),
        other => other,
    })
}

/// Returns a value as text, a string without its quotes.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
