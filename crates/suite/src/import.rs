//! Imports cases from other sources: pasted cases, the examples in a problem statement, or JSON
//! Lines.

use std::path::Path;

use serde_json::Value;

use crate::error::SuiteError;
use crate::write::AddedCase;
use cat_and_mouse::game::Bounds;
use cat_and_mouse::{Game, Instance};
use mousetrap_problems::cases::format_arguments;
use mousetrap_problems::examples::{self, ExampleError, ExampleErrorKind};
use mousetrap_util::printable::escape_path;
use mousetrap_util::regular_file::read_text_or_stdin;

/// Reads the cases in a file, or in standard input if the path is `-`. The text must be one case in
/// any form that [`Game::parse`] accepts, examples with `Input:` and `Output:`, or JSON Lines with
/// `arguments` and `answer`. If no game is given, the text determines the game. The cases are named
/// after the file, and their origin is the file and the line.
///
/// # Errors
/// Returns an error with the file, the line and the mistake if a case is invalid.
pub fn read_cases(path: &Path, game: Option<Game>) -> Result<Vec<AddedCase>, SuiteError> {
    let shown = if path == Path::new("-") {
        Path::new("standard input")
    } else {
        path
    };
    let text = read_text_or_stdin(path)
        .map_err(|error| SuiteError::new(escape_path(shown), format!("cannot be read: {error}")))?;
    let place = |line| format!("{}:{line}", escape_path(shown));
    let stem = path.file_stem().filter(|stem| *stem != "-");
    let stem = stem.map_or("pasted".into(), |stem| stem.to_string_lossy());
    let read = |game| {
        let cases = parse_cases(game, &text);
        let cases = cases.map_err(|(line, message)| SuiteError::new(place(line), message))?;
        let cases = cases.into_iter().map(|(line, instance)| AddedCase {
            instance,
            name: stem.clone().into_owned(),
            from: place(line),
        });
        Ok(cases.collect())
    };
    if let Some(game) = game {
        return read(game);
    }
    // A text is never valid for both games.
    let mut found = Game::ALL.into_iter().filter_map(|game| read(game).ok());
    let likely = Game::guess_from_syntax(&text).unwrap_or(Game::CatAndMouse2);
    found.next().map_or_else(|| read(likely), Ok)
}

/// Parses a text into cases, each with its line number. If the text has a mistake, returns the line
/// number of the mistake and an error message.
fn parse_cases(game: Game, text: &str) -> Result<Vec<(usize, Instance)>, (usize, String)> {
    let parse = |text: &str| game.parse(text, Bounds::Contest);
    let parse_error = match parse(text) {
        Ok(instance) => return Ok(vec![(1, instance)]),
        Err(error) => error,
    };
    let found = match examples::read(&strip_redundant_input_keys(text), &game.problem().signature) {
        Ok(found) => found,
        Err(ExampleError { line, problem }) => {
            return Err(match problem {
                ExampleErrorKind::None { .. } => (parse_error.line, parse_error.rule.to_string()),
                problem => (line, problem.to_string()),
            });
        }
    };
    let read = |example: examples::Example| {
        let instance = parse(&format_arguments(&example.arguments));
        let instance = instance.map_err(|error| (example.line, error.rule.to_string()))?;
        let (answer, correct) = (example.answer, instance.reply(instance.solve()));
        if answer.to_string() != correct {
            let message = format!(
                "the expected answer is {answer}, but the reference solver finds {correct}; correct it"
            );
            return Err((example.line, message));
        }
        Ok((example.line, instance))
    };
    found.into_iter().map(read).collect()
}

/// Removes the key `input` from each line of JSON Lines that also has `arguments`. The value of
/// `input` is redundant: it is the same case in the format that complete programs read.
fn strip_redundant_input_keys(text: &str) -> String {
    let lines = text.lines().map(|line| match serde_json::from_str(line) {
        Ok(Value::Object(mut case)) if case.contains_key("arguments") => {
            case.remove("input");
            Value::Object(case).to_string()
        }
        _ => line.to_owned(),
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Imports a text. Returns each case's line number and `LeetCode` form, or the first error in
    /// the text.
    fn import_text(text: &[u8]) -> Result<Vec<String>, String> {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("a.txt");
        std::fs::write(&file, text).unwrap();
        let shown = format!("{}:", escape_path(&file));
        let found = read_cases(&file, None);
        let found = found.map_err(|error| error.to_string().replace(&shown, ""))?;
        let lines = found.iter().map(|found| {
            let form = found.instance.leetcode_text().trim().replace('\n', " ");
            format!("{}: {form}", found.from.replace(&shown, ""))
        });
        Ok(lines.collect())
    }

    #[test]
    fn case_is_read_in_each_form() {
        let board = "1: [\"####F\",\"#C...\",\"M....\"] 1 2";
        for text in [
            "[\"####F\",\"#C...\",\"M....\"]\n1\n2",
            "grid = ['####F','#C...','M....'], catJump = 1, mouseJump = 2",
            "Input: grid = [\"####F\",\"#C...\",\"M....\"], catJump = 1, mouseJump = 2\nOutput: true",
            "\u{feff}3 5 1 2\n####F\n#C...\nM....\n",
            "{\"id\":\"a/b\",\"arguments\":[[\"####F\",\"#C...\",\"M....\"],1,2],\"input\":\"3\",\"answer\":true}",
        ] {
            assert_eq!(import_text(text.as_bytes()).unwrap(), [board], "{text}");
        }
        let graph = "[[1,3],[0],[3],[0,2]]";
        let examples = format!(
            "Example 1:\nInput: graph = {graph}\nOutput: 1\n\nExample 2:\nInput: graph = {graph}\n\
             Output: 1\n"
        );
        let expected = [format!("2: {graph}"), format!("6: {graph}")];
        assert_eq!(import_text(examples.as_bytes()).unwrap(), expected);
        assert_eq!(import_text(graph.as_bytes()).unwrap().len(), 1);
    }

    #[test]
    fn error_has_the_line_of_the_mistake() {
        let wrong_answer = b"\nInput: graph = [[1,3],[0],[3],[0,2]]\nOutput: 2\n";
        let without_food = b"{\"arguments\":[[\"M.C....\"],1,4],\"answer\":true}";
        for (text, expected) in [
            (&b""[..], "1: "),
            (b"1 7\n\xff", " cannot be read: it is not UTF-8"),
            (b"[[1,3],[0],\n[3],[0,2,1]]", "2: "),
            (wrong_answer, "2: the expected answer is 2, but"),
            (without_food, "1: "),
        ] {
            let error = import_text(text).unwrap_err();
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
