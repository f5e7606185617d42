//! Turns a submission into a whole program in one source file, for judges without the
//! function form: prelude and driver are written around the function.

use std::path::Path;

use regex::Regex;

use super::templates::text;
use mousetrap_judge::Submission;
use mousetrap_languages::driver;
use mousetrap_model::Form;

/// A source file that is a whole program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The name of the file, which in Java is that of the main class. A Java program with its
    /// own class name has a directory of its own.
    pub name: String,
    /// The text.
    pub text: String,
}

/// Returns the whole program of a submission, or `None` if its language has no program
/// around functions.
pub fn program(submission: &Submission<'_>) -> Option<Program> {
    let detected = &submission.detected;
    let language = detected.language.id.as_str();
    let extension = match language {
        "c" | "cpp" | "java" => language,
        "pypy" | "python" => "py",
        "rust" => "rs",
        _ => return None,
    };
    let stem = stem(&submission.path, language);
    let name = format!("{stem}.{extension}");
    let code = &detected.code;
    if detected.form == Form::Program {
        let text = code.text.clone();
        let name = match language {
            "java" => format!("{stem}/{}.java", main_class(&code.bare)),
            _ => name,
        };
        return Some(Program { name, text });
    }
    let commands = detected.language.function.as_ref()?;
    let mut parts = driver(commands, Some(submission.problem));
    let (head, solution) = split_head(language, &code.text, &code.bare);
    parts.push(("solution".to_owned(), solution));
    let translation = format!("{}/text.{extension}", submission.problem.id);
    parts.push(("text".to_owned(), text(&translation).to_owned()));
    parts.push(("future".to_owned(), head.clone()));
    parts.push(("imports".to_owned(), head));
    // A line `{{NAME}}` stands for the file NAME of the language's driver.
    let template = text(&format!("programs/program.{extension}"));
    let text = filled(&template.replace("{{stem}}", &stem), &parts);
    Some(Program { name, text })
}

/// Returns the name of a file without its extension, made of letters, digits and `_`, and in
/// camel case for Java.
fn stem(path: &Path, language: &str) -> String {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let plain: String = stem
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
        .collect();
    match language {
        "java" => plain
            .split('_')
            .map(|word| {
                let (first, rest) = word.split_at(word.len().min(1));
                first.to_ascii_uppercase() + rest
            })
            .collect(),
        // A Python solution may have the same name.
        "pypy" => plain + "_pypy",
        _ => plain,
    }
}

/// Returns the main class of a whole Java program, the public one.
fn main_class(bare: &str) -> &str {
    let class = Regex::new(r"\bpublic\s+(?:final\s+)?class\s+(\w+)").expect("the pattern is ours");
    let found = class.captures(bare).and_then(|found| found.get(1));
    found.map_or("Main", |name| name.as_str())
}

/// Splits a submission into the lines that must stand at the top of a file, and all others.
fn split_head(language: &str, text: &str, bare: &str) -> (String, String) {
    let pattern = match language {
        "java" => r"^\s*import\s[^;]*;\s*$",
        "pypy" | "python" => r"^from\s+__future__\s+import\b",
        _ => return (String::new(), text.to_owned()),
    };
    let at_top = Regex::new(pattern).expect("the pattern is ours");
    // A file has at most one public class, which is that of the program.
    let public =
        Regex::new(r"^public\s+((?:final\s+|abstract\s+)*(?:class|interface|enum|record)\s)")
            .expect("the pattern is ours");
    let (mut head, mut rest) = (String::new(), String::new());
    for (line, bare) in text.lines().zip(bare.lines()) {
        let to = if at_top.is_match(bare) {
            &mut head
        } else {
            &mut rest
        };
        match language {
            "java" if bare.starts_with("package ") => {}
            "java" => to.push_str(&public.replace(line, "$1")),
            _ => to.push_str(line),
        }
        to.push('\n');
    }
    (head, rest)
}

/// Inserts the parts into a template, without lines that only bind files together.
fn filled(template: &str, parts: &[(String, String)]) -> String {
    let mut text = String::new();
    for line in template.lines() {
        let indent = &line[..line.len() - line.trim_start().len()];
        let name = line
            .trim()
            .strip_prefix("{{")
            .and_then(|rest| rest.strip_suffix("}}"));
        let part = name.and_then(|name| parts.iter().find(|(known, _)| known == name));
        let Some((name, part)) = part else {
            text.push_str(line);
            text.push('\n');
            continue;
        };
        let ours = name != "solution" && name != "future" && name != "imports";
        for line in part.lines() {
            if ours && binds_files(line) {
                continue;
            }
            // Strings of a submission may span lines.
            if ours && !line.is_empty() {
                text.push_str(indent);
            }
            text.push_str(line);
            text.push('\n');
        }
    }
    text
}

/// Returns whether a line of a driver only includes another file, or what the program
/// around it has already imported.
fn binds_files(line: &str) -> bool {
    line.starts_with("#pragma once")
        || line.starts_with("#include \"")
        || (line.starts_with("import ") && line.ends_with(';'))
}
