//! Wraps submissions in languages that need only small changes. Adds what `LeetCode` omits: PHP's
//! opening tag, Racket's `#lang` line and Erlang's `-module` attribute. Blanks crate attributes of
//! Rust files, and rewrites recursive lambdas in C++.

use super::task::{StagedFile, StagingTask};
use crate::source::{Pattern, SourceText, blank_text};
use mousetrap_model::Form;

pub(super) fn wrap_php(task: &StagingTask<'_>) -> StagedFile {
    StagedFile::new("solution.php", with_opening_tag(&task.detected.code.text))
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
    StagedFile::new("solution.rkt", add_lang_line(&task.detected.code, &before))
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
    let (text, module) = add_module_attribute(&task.detected.code, &before);
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
    let text = match task.detected.form {
        Form::Function => blank_crate_attributes(&task.detected.code),
        Form::Program => task.detected.code.text.clone(),
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

/// Rewrites lambdas with an explicit object parameter, such as `[&](this auto&& self, int i)`. GCC
/// before version 14 does not support them.
pub(super) fn wrap_cpp(task: &StagingTask<'_>) -> StagedFile {
    let text = match task.detected.form {
        Form::Function => {
            let helper = task.add_suffix("mousetrap::recursive");
            rewrite_recursive_lambdas(&task.detected.code, &helper)
        }
        Form::Program => task.detected.code.text.clone(),
    };
    StagedFile::new("solution.cpp", text)
}

/// Replaces each recursive lambda with `helper->*[&](auto&& self, int i)`. The helper is defined in
/// the driver's `prelude.hpp`.
fn rewrite_recursive_lambdas(code: &SourceText, helper: &str) -> String {
    let lambda = Pattern::built_in(r"(\[[^\[\];{}]*\])\s*\(\s*(this)\s+(?:const\s+)?auto\b");
    let mut text = String::with_capacity(code.text.len());
    let mut at = 0;
    for found in lambda.captures_iter(&code.bare) {
        let [captures, this] = [1, 2].map(|group| found.get(group).map_or(0..0, |it| it.range()));
        text += &code.text[at..captures.start];
        text += helper;
        text += "->*";
        text += &code.text[captures.start..this.start];
        at = this.end;
    }
    text + &code.text[at..]
}

/// Wraps a JavaScript submission. Node.js infers the module type of a complete program from its file
/// name.
pub(super) fn wrap_javascript(task: &StagingTask<'_>) -> StagedFile {
    let module = Pattern::built_in(r"(?m)^\s*(?:import\b[^(.]|export\b)");
    let name = match task.detected.form {
        Form::Function => "solution.js",
        Form::Program if module.is_match(&task.detected.code.bare) => "solution.mjs",
        Form::Program => "solution.cjs",
    };
    StagedFile::new(name, &task.detected.code.text)
}
