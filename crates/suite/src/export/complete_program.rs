//! Converts a submission to a complete program in one source file, for judges that do not accept
//! functions in `LeetCode`'s form. The prelude and the driver are placed around the function.

use std::path::Path;

use regex::Regex;

use super::templates::embedded_text;
use crate::project_files::{NewFile, new_file};
use mousetrap_judge::Submission;
use mousetrap_languages::driver_files;
use mousetrap_model::Form;

/// Returns the source file of the complete program for a submission, or `None` if functions in its
/// language cannot be converted. A Java file is named after its main class. A Java submission that
/// is already a program keeps its class name and gets its own directory.
pub fn complete_program(submission: &Submission<'_>) -> Option<NewFile> {
    let detected = &submission.detected;
    let language = detected.language.id.as_str();
    let extension = match language {
        "c" | "cpp" | "java" => language,
        "pypy" | "python" => "py",
        "rust" => "rs",
        _ => return None,
    };
    let stem = file_stem(&submission.path, language);
    let name = format!("{stem}.{extension}");
    let code = &detected.code;
    if detected.form == Form::Program {
        let text = code.text.clone();
        let name = match language {
            "java" => format!("{stem}/{}.java", main_class(&code.bare)),
            _ => name,
        };
        return Some(new_file(name, text));
    }
    let commands = detected.language.function.as_ref()?;
    let mut parts = driver_files(commands, Some(submission.problem));
    let (head, solution) = split_imports(language, &code.text, &code.bare);
    parts.push(("solution".to_owned(), solution));
    let path = format!("{}/input_format.{extension}", submission.problem.id);
    parts.push(("input_format".to_owned(), embedded_text(&path).to_owned()));
    parts.push(("future".to_owned(), head.clone()));
    parts.push(("imports".to_owned(), head));
    // The placeholder `{{NAME}}` on a line stands for the file NAME of the language's driver.
    let template = embedded_text(&format!("programs/complete_program_template.{extension}"));
    let text = fill_template(&template.replace("{{stem}}", &stem), &parts);
    Some(new_file(name, text))
}

/// Returns a file's name without its extension. Characters other than letters and digits become
/// `_`; for Java, the name is in camel case.
fn file_stem(path: &Path, language: &str) -> String {
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
        // A Python solution may have the same file name.
        "pypy" => plain + "_pypy",
        _ => plain,
    }
}

/// Returns the main class of a complete Java program, which is the public class.
fn main_class(bare: &str) -> &str {
    let class = Regex::new(r"\bpublic\s+(?:final\s+)?class\s+(\w+)").expect("the pattern is valid");
    let found = class.captures(bare).and_then(|found| found.get(1));
    found.map_or("Main", |name| name.as_str())
}

/// Splits a submission into the lines that must be at the top of a file, and the other lines.
fn split_imports(language: &str, text: &str, bare: &str) -> (String, String) {
    let pattern = match language {
        "java" => r"^\s*import\s[^;]*;\s*$",
        "pypy" | "python" => r"^from\s+__future__\s+import\b",
        _ => return (String::new(), text.to_owned()),
    };
    let at_top = Regex::new(pattern).expect("the pattern is valid");
    // A Java file has at most one public class, and here it is the class of the program.
    let public =
        Regex::new(r"^public\s+((?:final\s+|abstract\s+)*(?:class|interface|enum|record)\s)")
            .expect("the pattern is valid");
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

/// Inserts the parts into a template. Omits driver lines that are redundant in a single file.
fn fill_template(template: &str, parts: &[(String, String)]) -> String {
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
        let is_driver = name != "solution" && name != "future" && name != "imports";
        for line in part.lines() {
            if is_driver && is_include_or_import(line) {
                continue;
            }
            // Lines of a submission are not indented, because strings may span several lines.
            if is_driver && !line.is_empty() {
                text.push_str(indent);
            }
            text.push_str(line);
            text.push('\n');
        }
    }
    text
}

/// Returns whether a driver line is redundant in a single file: it includes another driver file, or
/// its import is already in the template.
fn is_include_or_import(line: &str) -> bool {
    line.starts_with("#pragma once")
        || line.starts_with("#include \"")
        || (line.starts_with("import ") && line.ends_with(';'))
}
