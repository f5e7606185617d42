//! Parses examples in the format of problem pages or of JSON lines, and marks the examples in a
//! statement as code.

use std::borrow::Cow;

use mousetrap_model::{Signature, Type, Value, ValueError};
use regex::Captures;
use serde::Deserialize;
use serde_json::Value as Json;
use thiserror::Error;

use crate::constraints::patterns::LazyRegex;

/// An example: arguments and the expected answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Example {
    /// The line on which the example begins, counted from 1.
    pub line: usize,
    /// The arguments of the example.
    pub arguments: Vec<Value>,
    /// The expected answer.
    pub answer: Value,
}

/// An error in a text that contains examples.
#[derive(Debug, Error)]
#[error("line {line}: {problem}")]
pub struct ExampleError {
    /// The line number, counted from 1.
    pub line: usize,
    /// The error on this line.
    pub problem: ExampleErrorKind,
}

/// The kinds of errors in examples.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "the messages explain them")]
pub enum ExampleErrorKind {
    #[error("there is no value for {name}; write `{name} = …`")]
    Missing { name: String },
    #[error("there are two values for {name}; remove one of them")]
    Repeated { name: String },
    #[error("{signature} has no parameter {name}; correct the name, or remove `{name} = …`")]
    Unknown { name: String, signature: String },
    #[error("{place} is not valid JSON: {error}")]
    Json {
        place: String,
        error: serde_json::Error,
    },
    #[error("unexpected text {rest:?} after {place}; write only values")]
    Rest { place: String, rest: String },
    #[error("no `Output:` follows this `Input:`")]
    NoOutput,
    #[error("two outputs follow one `Input:`; remove one of them")]
    SecondOutput,
    #[error(
        "there is no example; write `Input: {input}` and `Output: …`, or a JSON object with \
         arguments and answer on each line"
    )]
    None { input: String },
    #[error(transparent)]
    Value(#[from] ValueError),
}

/// An example on a single line of JSON.
#[derive(Deserialize)]
struct JsonExample {
    #[serde(alias = "input", alias = "args")]
    arguments: Vec<Json>,
    #[serde(alias = "expected", alias = "output")]
    answer: Json,
}

/// Parses all examples in a text. An example is either a line such as
/// `Input: nums = [1,2], k = 3` that is followed, possibly after other text, by `Output: 4`, or a
/// line with a JSON object that contains `arguments` and `answer`.
///
/// # Errors
/// Returns an error if an example is invalid, or if the text contains no example.
pub fn read(text: &str, signature: &Signature) -> Result<Vec<Example>, ExampleError> {
    let mut examples = Vec::new();
    let mut sections = split_into_sections(text).into_iter().peekable();
    while let Some(section) = sections.next() {
        let at = |line| move |problem| ExampleError { line, problem };
        match section.keyword.as_str() {
            "{" => examples.push(parse_json(&section, signature).map_err(at(section.line))?),
            "Input" => {
                let output = sections.next_if(|next| next.keyword == "Output");
                let output = output.ok_or(ExampleErrorKind::NoOutput);
                let output = output.map_err(at(section.line))?;
                if let Some(second) = sections.next_if(|next| next.keyword == "Output") {
                    return Err(at(second.line)(ExampleErrorKind::SecondOutput));
                }
                let arguments = parse_named_arguments(&section.text, signature);
                let arguments = arguments.map_err(at(section.line))?;
                let answer = parse_first_value(&output.text, "the output", signature.answer_type());
                let (answer, _) = answer.map_err(at(output.line))?;
                examples.push(Example {
                    line: section.line,
                    arguments,
                    answer,
                });
            }
            _ => {}
        }
    }
    if examples.is_empty() {
        let names = signature
            .parameters
            .iter()
            .map(|it| format!("{} = …", it.name));
        let input = names.collect::<Vec<_>>().join(", ");
        return Err(ExampleError {
            line: 1,
            problem: ExampleErrorKind::None { input },
        });
    }
    Ok(examples)
}

/// A keyword and the text up to the next keyword, or a line of JSON.
struct Section {
    /// The keyword, or `{` for a line of JSON.
    keyword: String,
    line: usize,
    text: String,
}

/// Splits a text at lines of JSON and at keywords. A keyword can have Markdown's markers for
/// emphasis, quotations and headings.
fn split_into_sections(text: &str) -> Vec<Section> {
    static KEYWORD_PATTERN: LazyRegex = LazyRegex::new(
        r#"^[*>#\-`\s]*(?:(Input|Output)(?:[*\s]*:|[*\s]*$)|(Explanation|Example|Constraints|Note)|\s*(\{)")[:*`\s]*"#,
    );
    let mut sections: Vec<Section> = Vec::new();
    let text = text.trim_start_matches('\u{feff}');
    for (number, line) in (1..).zip(text.lines()) {
        if let Some(found) = KEYWORD_PATTERN.captures(line) {
            let keyword = found.iter().skip(1).flatten().next();
            let keyword = keyword.map_or("", |keyword| keyword.as_str()).to_owned();
            let text = match keyword.as_str() {
                "{" => line,
                _ => &line[found[0].len()..],
            };
            sections.push(Section {
                keyword,
                line: number,
                text: text.to_owned(),
            });
        } else if let Some(last) = sections.last_mut() {
            last.text.extend(["\n", line]);
        }
    }
    sections
}

/// Returns a Markdown text in which the examples are code blocks, so that their lines and special
/// characters are kept. Each paragraph that begins with `Input:` counts as an example if a line
/// with `Output:` follows.
pub fn to_code_blocks(markdown: &str) -> Cow<'_, str> {
    // The first alternative skips existing code blocks.
    static PATTERN: LazyRegex = LazyRegex::new(
        r"(?m)^ {0,3}(?:```|~~~)[\s\S]*?(?:^ {0,3}(?:```|~~~)\s*$|\z)|^(\**(?:Input|输入)\**[:：].*(?:\n *[^\s`~].*)*?\n+\**(?:Output|输出)\**[:：].*(?:\n *(?:[^\s#`~*+-]|[*+-]\S).*)*)",
    );
    static BOLD_LABEL_PATTERN: LazyRegex = LazyRegex::new(r"(?m)^\*+(\w+)\**([:：])\**");
    let block = |found: &Captures<'_>| match found.get(1) {
        Some(example) => {
            let lines = BOLD_LABEL_PATTERN.replace_all(example.as_str(), "$1$2");
            format!("~~~\n{lines}\n~~~\n")
        }
        None => found[0].to_owned(),
    };
    PATTERN.replace_all(markdown, block)
}

/// Returns HTML in which labels of examples, such as `Input:`, are bold if they begin a line.
pub fn mark_labels(html: &str) -> Cow<'_, str> {
    static LABEL_PATTERN: LazyRegex = LazyRegex::new(
        r"(?m)^(<p>|<pre><code[^>]*>)?((?:Input|Output|Explanation|输入|输出|解释)[:：])",
    );
    LABEL_PATTERN.replace_all(html, "$1<strong>$2</strong>")
}

fn parse_json(section: &Section, signature: &Signature) -> Result<Example, ExampleErrorKind> {
    let line: JsonExample =
        serde_json::from_str(&section.text).map_err(|error| ExampleErrorKind::Json {
            place: "the line".to_owned(),
            error,
        })?;
    Ok(Example {
        line: section.line,
        arguments: signature.arguments_from_json(&line.arguments)?,
        answer: Value::from_json(&line.answer, signature.answer_type())?,
    })
}

/// A name with its `=`, at the start of arguments such as `nums = [1,2], k = 3`.
static NAME_PATTERN: LazyRegex = LazyRegex::new(r"^\s*(\w+)\s*=");

/// Parses arguments that are given either with names as in a statement, such as
/// `nums = [1,2], k = 3`, or in JSON, one per line. The text may also be an entire example.
///
/// # Errors
/// Returns an error if an argument is missing or does not have the type of its parameter, or if the
/// text contains anything else.
pub fn parse_arguments(text: &str, signature: &Signature) -> Result<Vec<Value>, ExampleErrorKind> {
    let text = text.trim_start_matches('\u{feff}');
    let sections = split_into_sections(text);
    let input = sections.iter().find(|section| section.keyword == "Input");
    let text = input.map_or(text, |section| &section.text);
    if NAME_PATTERN.is_match(text) {
        return parse_named_arguments(text, signature);
    }
    Ok(signature.parse_arguments(text)?)
}

/// Parses arguments such as `nums = [1,2], k = 3`, in any order. If there is only one parameter,
/// its name may be omitted.
fn parse_named_arguments(
    text: &str,
    signature: &Signature,
) -> Result<Vec<Value>, ExampleErrorKind> {
    let parameters = &signature.parameters;
    let mut values = vec![None; parameters.len()];
    let mut place = "`Input:`".to_owned();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (index, value) = match NAME_PATTERN.captures(rest) {
            Some(found) => {
                let index = parameters.iter().position(|it| it.name == found[1]);
                let unknown = || ExampleErrorKind::Unknown {
                    name: found[1].to_owned(),
                    signature: signature.to_string(),
                };
                (index.ok_or_else(unknown)?, &rest[found[0].len()..])
            }
            None if parameters.len() == 1 && values[0].is_none() => (0, rest),
            None => {
                let rest = rest.lines().next().unwrap_or_default().to_owned();
                return Err(ExampleErrorKind::Rest { place, rest });
            }
        };
        let name = &parameters[index].name;
        place = format!("the value of {name}");
        let (value, after) = parse_first_value(value, &place, &parameters[index].ty)?;
        if values[index].replace(value).is_some() {
            return Err(ExampleErrorKind::Repeated { name: name.clone() });
        }
        rest = after.trim_start_matches(|c: char| c == ',' || c.is_whitespace());
    }
    let values = parameters.iter().zip(values).map(|(parameter, value)| {
        let name = parameter.name.clone();
        value.ok_or(ExampleErrorKind::Missing { name })
    });
    values.collect()
}

/// Parses the JSON value at the start of a text, and returns the text after it. Error messages
/// refer to the text by the name in `place`.
fn parse_first_value<'a>(
    text: &'a str,
    place: &str,
    ty: &Type,
) -> Result<(Value, &'a str), ExampleErrorKind> {
    let json_error = |error| ExampleErrorKind::Json {
        place: place.to_owned(),
        error,
    };
    // Problem pages put single characters and some strings in single quotes.
    let quoted = text.trim_start().strip_prefix('\'');
    let (json, after) = if let Some((inner, after)) = quoted.and_then(|it| it.split_once('\'')) {
        (Json::from(inner), after)
    } else {
        let mut values = serde_json::Deserializer::from_str(text).into_iter::<Json>();
        let json = match values.next() {
            Some(json) => json.map_err(json_error)?,
            None => serde_json::from_str("").map_err(json_error)?,
        };
        (json, &text[values.byte_offset()..])
    };
    let after = after.trim_start_matches(['`', '*', '.', ' ', '\u{a0}']);
    let rest = after.lines().next().unwrap_or_default().trim();
    if !rest.is_empty() && !rest.starts_with(',') {
        return Err(ExampleErrorKind::Rest {
            place: place.to_owned(),
            rest: rest.to_owned(),
        });
    }
    Ok((Value::from_json(&json, ty)?, after))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::rows;

    /// Returns the arguments and the answer of each example in a text, or the error.
    fn examples(signature: &str, text: &str) -> Result<String, String> {
        let signature: Signature = signature.parse().unwrap();
        let examples = read(text, &signature).map_err(|error| error.to_string())?;
        let examples = examples.into_iter().map(|example| {
            let arguments: Vec<_> = example.arguments.iter().map(ToString::to_string).collect();
            format!("{} -> {}", arguments.join(" "), example.answer)
        });
        Ok(examples.collect::<Vec<_>>().join(", "))
    }

    #[test]
    fn examples_are_read_in_problem_page_format() {
        let table = r#"
int[] f(int[] nums, int k) | Example 1:\n\nInput: nums = [2,7], k = 9\nOutput: [0,1]\nExplanation: k = 3\n\nExample 2:\n**Input:** nums = [3],\n k = 6\n**Output:** [1] | [2,7] 9 -> [0,1], [3] 6 -> [1]
boolean f(string s, string t) | Input: s = "t = 1, \"", t = "b"\nOutput: true | "t = 1, \"" "b" -> true
int f(TreeNode root) | Input\n[1,null,2]\nOutput\n2\n | [1,null,2] -> 2
char f(char[][] grid, char c) | Input: grid = [["1"]], c = 'x'\nOutput: "y" | [["1"]] "x" -> "y"
int f(int x) | {"arguments":[1],"answer":2}\n{"input":[2],"expected":3} | 1 -> 2, 2 -> 3
"#;
        for [signature, text, expected] in rows(table) {
            assert_eq!(examples(&signature, &text).unwrap(), expected, "{text}");
        }
    }

    #[test]
    fn arguments_are_read_with_and_without_names() {
        let signature: Signature = "int f(string s, int[] n)".parse().unwrap();
        let table = r#"
"a"\n[1,2]\n | "a" [1,2]
s = "a", n = [1,2] | "a" [1,2]
Input: n = [1,\n 2]\ns = "n = 3"\n | "n = 3" [1,2]
"n = 3"\n[1] | "n = 3" [1]
s = 'n = [7], b', n = [1] | "n = [7], b" [1]
Example 1:\nInput: s = "", n = [1]\nOutput: 2\nExplanation: x | "" [1]
s = "a", n = [1], s = "b" | there are two values for s; remove one of them
s = "a", n = [1], m = 4 | int f(string s, int[] n) has no parameter m; correct the name, or remove `m = …`
s = "a", n = [1], junk\nx | unexpected text "junk" after the value of n; write only values
n = [1]\ns = 'it's' | unexpected text "s'" after the value of s; write only values
n = [1] | there is no value for s; write `s = …`
"a" | expected 2 arguments, found 1
"#;
        for [text, expected] in rows(table) {
            let found = match parse_arguments(&text, &signature) {
                Ok(values) => values
                    .iter()
                    .map(ToString::to_string)
                    .collect::<Vec<_>>()
                    .join(" "),
                Err(error) => error.to_string(),
            };
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn examples_of_a_statement_become_code_blocks() {
        let table = r#"
1:\nInput: s = "a*b*"\nOutput: 1\nExplanation: x\n\nEnd | 1:\n~~~\nInput: s = "a*b*"\nOutput: 1\nExplanation: x\n~~~\n\n\nEnd
**Input:** a = 1,\n b = 2\n\n**Output**: 3\n# 2 | ~~~\nInput: a = 1,\n b = 2\n\nOutput: 3\n~~~\n\n# 2
输入：a = 1\n输出：2 | ~~~\n输入：a = 1\n输出：2\n~~~\n
Input:\n~~~\n1\n~~~\nOutput: 2 | Input:\n~~~\n1\n~~~\nOutput: 2
Input: 1\nOutput: -1\n-1\nExplanation: x\n- k > 1 | ~~~\nInput: 1\nOutput: -1\n-1\nExplanation: x\n~~~\n\n- k > 1
```\nInput: 1\nOutput: 2\n```\nInput: the number | ```\nInput: 1\nOutput: 2\n```\nInput: the number
"#;
        for [markdown, expected] in rows(table) {
            assert_eq!(to_code_blocks(&markdown), expected, "{markdown}");
        }
    }

    #[test]
    fn error_names_line_and_mistake() {
        let table = r#"
nothing | line 1: there is no example; write `Input: a = …, b = …`
Input: a = 1, b = 2 | line 1: no `Output:` follows this `Input:`
Input: a = 1, b = 2\nOutput: 3\nOutput: 4 | line 3: two outputs follow one `Input:`
x\nInput: a = 1\nOutput: 2 | line 2: there is no value for b
Input: a = 1, b = 2\nOutput: 1 or 2 | line 2: unexpected text "or 2" after the output
Input: 1, 2\nOutput: 2 | line 1: unexpected text "1, 2" after `Input:`
Input: a = 1, b = x\nOutput: 2 | line 1: the value of b is not valid JSON
Input: a = 1, b = 2\nOutput: "2" | line 2: expected int, found "2"
"#;
        for [text, expected] in rows(table) {
            let error = examples("int f(int a, int b)", &text).unwrap_err();
            assert!(error.starts_with(&expected), "{error}");
        }
    }
}
