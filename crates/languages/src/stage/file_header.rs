//! Changes the first lines of a submission. Adds what `LeetCode` omits: PHP's opening tag,
//! Racket's `#lang` line and Erlang's `-module` attribute. Blanks crate attributes of Rust files.

use super::task::{StagedFile, StagingTask};
use crate::source::{Pattern, SourceText, blank_text};
use mousetrap_model::Form;

pub(super) fn wrap_php(task: &StagingTask<'_>) -> StagedFile {
    StagedFile::new("solution.php", with_opening_tag(&task.code.text))
}

/// Returns the source with PHP's opening tag at the very start, so that nothing is printed before
/// the tag, and a namespace or `declare` can follow it. Line numbers do not change.
fn with_opening_tag(text: &str) -> String {
    let code = text.trim_start();
    if code.starts_with("#!") {
        return text.to_owned();
    }
    let space = &text[..text.len() - code.len()];
    let tag = code
        .get(..5)
        .filter(|tag| tag.eq_ignore_ascii_case("<?php"));
    let code = tag.map_or(code, |tag| &code[tag.len()..]);
    format!("<?php {space}{code}")
}

/// Adds the `#lang` line of a Racket module if it is missing.
pub(super) fn wrap_racket(task: &mut StagingTask<'_>) -> StagedFile {
    let before = std::mem::take(&mut task.before);
    StagedFile::new("solution.rkt", add_lang_line(task.code, &before))
}

/// Adds a `#lang` line to the source if it is missing, and inserts `before`, the driver's text,
/// into this line.
fn add_lang_line(code: &SourceText, before: &str) -> String {
    let module =
        Pattern::built_in(r"\A(?:\s|#![^\n]*)*(?:#lang[ \t]+[^\s]+|#reader\b|\(\s*module\b)");
    match module.find(&code.bare) {
        None => format!("#lang racket {before}{}", code.text),
        Some(own) if !before.is_empty() && own.as_str().contains("#lang") => {
            let (language, rest) = code.text.split_at(own.end());
            format!("{language} {before}{rest}")
        }
        Some(_) => code.text.clone(),
    }
}

/// Adds the `-module` attribute of an Erlang module if it is missing, and names the file after the
/// module.
pub(super) fn wrap_erlang(task: &mut StagingTask<'_>) -> StagedFile {
    let before = std::mem::take(&mut task.before);
    let (text, module) = add_module_attribute(task.code, &before);
    task.set_placeholder("module", &module);
    StagedFile::new(format!("{module}.erl"), text)
}

/// Inserts `before`, the driver's text, after the `-module` attribute, and adds the attribute if it
/// is missing. Returns the source, with unchanged line numbers, and the name of the module.
fn add_module_attribute(code: &SourceText, before: &str) -> (String, String) {
    let attribute = Pattern::built_in(r"(?m)^\s*-\s*module\s*\(\s*(\w+)\s*\)\s*\.");
    if let Some(found) = attribute.captures(&code.bare) {
        let (attribute, rest) = code.text.split_at(found.get_match().end());
        return (format!("{attribute}{before}{rest}"), found[1].to_owned());
    }
    let script = code.text.starts_with("#!");
    // The compiler, unlike escript, does not accept a line that starts with `#!`.
    let comment = if script { "%% " } else { "" };
    let text = format!("-module(solution). {before}{comment}{}", code.text);
    (text, "solution".to_owned())
}

/// Blanks crate attributes of a submission in function form, because the driver includes the
/// file in its own crate.
pub(super) fn wrap_rust(task: &StagingTask<'_>) -> StagedFile {
    let text = match task.form {
        Form::Function => blank_crate_attributes(task.code),
        Form::Program => task.code.text.clone(),
    };
    StagedFile::new("solution.rs", text)
}

/// Returns the source with crate attributes such as `#![allow(unused)]` blanked out, without
/// changing line numbers.
fn blank_crate_attributes(code: &SourceText) -> String {
    let attribute = Pattern::built_in(r"#!\[[^\]]*\]");
    let mut text = code.text.clone();
    for found in attribute.find_iter(&code.bare) {
        text.replace_range(found.range(), &blank_text(&code.text[found.range()]));
    }
    text
}
