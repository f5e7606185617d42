//! Racket: a module, whose language `LeetCode` leaves out, with a submodule that
//! hands the entry point out, whatever the submission itself provides.

use super::{Task, Wrapped};
use crate::language::pattern::Pattern;
use crate::language::{Code, Form};

pub(super) fn wrap(task: &Task<'_>) -> Wrapped {
    let mut text = module(task.code);
    if task.form == Form::Function {
        let hand = format!("\n(module* mousetrap #f (provide {}))\n", task.entry());
        text += &task.renamed(&hand);
    }
    task.wrapped("solution.rkt", &text)
}

/// The source with the language of its module, on the first line.
fn module(code: &Code) -> String {
    let is_module = Pattern::sound(r"\A(?:\s|#![^\n]*)*(?:#lang\b|#reader\b|\(\s*module\b)");
    let language = if is_module.is_match(&code.bare) {
        ""
    } else {
        "#lang racket "
    };
    format!("{language}{}", code.text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Languages;

    #[test]
    fn a_language_is_added_where_there_is_none() {
        let languages = Languages::embedded();
        let racket = languages.by_id("racket").unwrap();
        let check = |text: &str, expected: &str| {
            assert_eq!(module(&Code::new(text, &racket.syntax)), expected);
        };
        check("(define x 1)", "#lang racket (define x 1)");
        check("; #lang none\n1", "#lang racket ; #lang none\n1");
        for own in [
            "; a\n#| #lang |#\n#lang typed/racket\n1",
            "#!/usr/bin/env racket\n#lang racket/base\n",
            "(module a racket 1)",
        ] {
            check(own, own);
        }
    }
}
