//! Every language, judged for real: what people paste must be accepted with no
//! edit. The submissions do not play: they compute the *probe*, a value that
//! hangs on every argument, so that they stay short.
//!
//! - 1728: whether the number of walls is even and the cat jumps less far than
//!   the mouse.
//! - 913: the number of nodes plus the first neighbour of each, modulo 3.

mod c;
mod cpp;
mod csharp;
mod elixir;
mod erlang;
mod exceptions;
mod forms;
mod go;
mod java;
mod javascript;
mod kotlin;
mod misnamed;
mod names;
mod php;
mod python;
mod racket;
mod recursion;
mod returned;
mod ruby;
mod rust;
mod scala;
mod staging;
mod typescript;

use cat_and_mouse::problem::Problem;
use mousetrap_judge::language::Form;
use mousetrap_judge::{FindOptions, Verdict};
use mousetrap_suite::Case;

use crate::support::{Report, case, judge_source};

/// Boards and graphs with the probe's value.
fn probes(problem: &str) -> Vec<Case> {
    let cases: &[(&str, &'static str)] = match problem {
        "1728" => &[
            ("[\"M.C...F\"]\n1\n4", "true"),
            ("[\"M.C...F\"]\n4\n1", "false"),
            ("[\"####F\",\"#C...\",\"M....\"]\n1\n2", "false"),
            (
                "[\".M...\",\"..#..\",\"#..#.\",\"C#.#.\",\"...#F\"]\n1\n3",
                "true",
            ),
            ("[\"CMF\"]\n2\n2", "false"),
        ],
        _ => &[
            ("[[1,3],[0],[3],[0,2]]", "2"),
            ("[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]", "2"),
            ("[[2,3],[3,4],[0,4],[0,1],[1,2]]", "2"),
            ("[[1,2],[0,2],[0,1]]", "1"),
            ("[[1,2,3],[0,2,3],[0,1,3],[0,1,2]]", "2"),
        ],
    };
    cases
        .iter()
        .map(|(input, answer)| case(problem, input, answer))
        .collect()
}

/// A whole program need not say which problem it is for, so that is told.
fn report(file: &str, problem: &str, form: Form, source: &[u8]) -> Report {
    let wanted = FindOptions {
        problem: Problem::by_id(problem).filter(|_| form == Form::Program),
        form: None,
        leave: false,
    };
    judge_source(file, source, wanted, probes(problem))
        .unwrap_or_else(|error| panic!("{error}\n{}", String::from_utf8_lossy(source)))
}

/// Asserts that `source`, as a file called `file`, computes the probe of
/// `problem` and was taken for `form`; also with Windows line ends and after a
/// byte-order mark.
#[track_caller]
fn accepts(file: &str, problem: &str, form: Form, source: &str) {
    let source = source.trim_start_matches('\n');
    let windows = format!("\u{feff}{}", source.replace('\n', "\r\n"));
    for source in [source, &windows] {
        let report = report(file, problem, form, source.as_bytes());
        assert!(
            report.verdict == Verdict::Accepted && report.form == form && report.problem == problem,
            "{report}\n{source}"
        );
    }
}

/// Asserts that `source` in function form earns `verdict` for a reason that
/// has `text` in it: in the compiler's words, in the detail or in what a case
/// wrote to standard error.
#[track_caller]
fn earns(file: &str, problem: &str, verdict: Verdict, text: &str, source: &str) {
    let source = source.trim_start_matches('\n');
    let report = report(file, problem, Form::Function, source.as_bytes());
    assert!(
        report.verdict == verdict && report.to_string().contains(text),
        "{report}\n{source}"
    );
}
