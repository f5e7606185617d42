//! Tests of wrapping submissions for their drivers.

use std::collections::BTreeMap;

use super::task::{StagingTask, name_suffix};
use crate::source::SourceText;
use crate::{Detection, Languages};
use mousetrap_model::Form;

/// Each row has a language, the driver's text before the submission, the submission, the name of
/// the staged file with the value of the placeholder for the main class or module, and the staged
/// text. `=` stands for the text of the submission, `⏎` for a line feed and `␍` for a carriage
/// return.
const WRAPPED_FUNCTIONS: &str = r#"
php |  | class Solution {} | solution.php | <?php class Solution {}
php |  | <?php⏎class A {} | solution.php | <?php ⏎class A {}
php |  | ␍⏎ <?PHP⏎class A {} | solution.php | <?php ␍⏎ ⏎class A {}
php |  | #!/usr/bin/php⏎<?php 1; | solution.php | =
racket | a | ; a⏎#| #lang |#⏎#lang typed/racket⏎1 | solution.rkt | ; a⏎#| #lang |#⏎#lang typed/racket a⏎1
racket |  | #!/usr/bin/env racket⏎#lang racket/base⏎ | solution.rkt | #!/usr/bin/env racket⏎#lang racket/base⏎
racket | a | (module a racket 1) | solution.rkt | =
racket |  | (define x 1) | solution.rkt | #lang racket (define x 1)
racket | a  | ; #lang none⏎1 | solution.rkt | #lang racket a ; #lang none⏎1
rust |  | #![allow(unused)]⏎impl Solution {} | solution.rs |                  ⏎impl Solution {}
rust |  | #![allow(⏎  unused⏎)]⏎fn f() {} | solution.rs |          ⏎        ⏎  ⏎fn f() {}
rust |  | // #![a]⏎#[derive(Clone)]⏎struct A; | solution.rs | =
erlang | a.  | f() -> 1. | solution.erl solution | -module(solution). a. f() -> 1.
erlang |  | %% -module(a).⏎-module( cat ).⏎f() -> 1. | cat.erl cat | =
erlang |  | #!/usr/bin/env escript⏎main(_) -> ok. | solution.erl solution | -module(solution). %% #!/usr/bin/env escript⏎main(_) -> ok.
cpp |  | auto f = [&](this auto&& f, int i) -> int { return f(a[i]); }; | solution.cpp | auto f = mousetrap::recursive->*[&]( auto&& f, int i) -> int { return f(a[i]); };
cpp |  | g([=, k = 1] (⏎  this const auto& g) {}, [](auto x) {}); | solution.cpp | g(mousetrap::recursive->*[=, k = 1] (⏎   const auto& g) {}, [](auto x) {});
cpp |  | // [](this auto f) {}⏎int a[3]; b(this, 1); | solution.cpp | =
go |  | func f() { sort.Ints(nil) } | solution.go | package main; import "sort"; func f() { sort.Ints(nil) }⏎var _ = sort.Ints⏎
go |  | // fmt.Print⏎package leet⏎⏎import (⏎"fmt"⏎s "sort"⏎)⏎func f() { fmt.Print(s.Ints, "math.Abs") } | solution.go | =
go |  | package a⏎import "fmt"⏎func f() { fmt.Print(math.Pi) } | solution.go | package a; import "math"⏎import "fmt"⏎func f() { fmt.Print(math.Pi) }⏎var _ = math.Abs⏎
go |  | package a⏎type heap struct{}⏎func f() { x.list.Len(); heap.Push() } | solution.go | =
go |  | package a⏎var (⏎    k, n int⏎    list *N⏎)⏎func f() { list.Len() } | solution.go | =
java |  | // package a;⏎package b.c;⏎class A {} | Solution.java Solution | // package a;⏎            ⏎class A {}
java |  | package⏎ a⏎ .ü;⏎package c⏎class A {} | Solution.java Solution |        ⏎  ⏎     ⏎         ⏎class A {}
java |  | class A { public static class B {} } public final class C {} | C.java Solution | =
java |  | class A { public class B {} } | Solution.java Solution | =
scala |  | package object a {} | solution.scala Main | =
scala |  | class A { } class B { class C { } def main(a: Int) { } } | solution.scala B | =
kotlin | import b;  | @file:Suppress("a")⏎class A | solution.kt SolutionKt | @file:Suppress("a") import b; ⏎class A
kotlin | b;  | class A | solution.kt SolutionKt | b; class A
"#;

#[test]
fn wrapped_function_has_the_name_and_text_that_its_driver_expects() {
    let languages = Languages::embedded();
    for row in WRAPPED_FUNCTIONS.lines().skip(1) {
        let row = row.replace('⏎', "\n").replace('␍', "\r");
        let [id, before, source, name, expected] = row.split(" | ").collect::<Vec<_>>()[..] else {
            panic!("a row has five columns: {row}");
        };
        let language = languages.by_id(id).unwrap();
        let detected = Detection {
            language,
            form: Form::Function,
            problem: None,
            problems: &[],
            code: SourceText::new(source, &language.syntax),
            ambiguity: None,
        };
        let mut task = StagingTask {
            detected: &detected,
            before: before.to_owned(),
            after: String::new(),
            suffix: name_suffix(source),
            driver: Vec::new(),
            values: BTreeMap::new(),
        };
        let file = language.wrap.wrap_submission(&mut task);
        let placeholders = task.values.values().map(|value| format!(" {value}"));
        let found_name = file.name + &placeholders.collect::<String>();
        assert_eq!(found_name, name, "{row}");
        let expected = if expected == "=" { source } else { expected };
        assert_eq!(file.text, expected, "{row}");
    }
}
