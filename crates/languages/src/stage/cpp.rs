//! Rewrites C++ lambdas with an explicit object parameter, such as `[&](this auto&& self, int i)`.
//! GCC before version 14 does not support them.

use super::task::{StagedFile, StagingTask};
use crate::source::{Pattern, SourceText};
use mousetrap_model::Form;

pub(super) fn wrap(task: &StagingTask<'_>) -> StagedFile {
    let text = match task.form {
        Form::Function => {
            let helper = task.add_suffix("mousetrap::recursive");
            rewrite_recursive_lambdas(task.code, &helper)
        }
        Form::Program => task.code.text.clone(),
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
