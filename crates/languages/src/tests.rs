//! Tests that detecting and staging a submission takes linear time, whatever its text.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use crate::source::scanned_bytes_counter;
use crate::{KnownFacts, Language, Languages, Toolchain, detect, entry_point_hint, stage};
use mousetrap_model::{Checker, Form, Problem};

/// The problems that have drivers and stubs.
pub(crate) fn problems() -> &'static [Arc<Problem>] {
    static PROBLEMS: LazyLock<Vec<Arc<Problem>>> = LazyLock::new(|| {
        let graph = "int catMouseGame(int[][] graph)";
        let board = "boolean canMouseWin(string[] grid, int catJump, int mouseJump)";
        let problems = [("913", graph), ("1728", board)].map(|(id, signature)| {
            Arc::new(Problem {
                id: id.to_owned(),
                title: String::new(),
                signature: signature.parse().unwrap(),
                checker: Checker::Exact,
                replies: Vec::new(),
                game: Some(id.to_owned()),
            })
        });
        problems.into()
    });
    &PROBLEMS
}

/// Returns what detection knows if only the problems are known.
pub(crate) fn facts_with_problems() -> KnownFacts<'static> {
    KnownFacts {
        problems: problems(),
        ..KnownFacts::default()
    }
}

/// Returns how many bytes are scanned to detect and stage a text, and to find a misplaced entry
/// point.
fn scanned_bytes(
    languages: &Languages,
    language: &Language,
    known: KnownFacts<'_>,
    text: &str,
) -> usize {
    let path = format!("a.{}", language.extensions[0]);
    let scanned = scanned_bytes_counter::count_scanned_bytes(|| {
        let found = detect(languages, Path::new(&path), text.as_bytes(), known);
        if let Ok(detected) = found {
            stage(&detected, &Toolchain::default());
            entry_point_hint(&detected);
        }
    });
    assert!(scanned >= text.len(), "the text is scanned: {scanned}");
    scanned
}

/// Returns the openings of all constructs that detection and staging search for in a language.
fn construct_openings(language: &Language) -> Vec<String> {
    let syntax = &language.syntax;
    let pairs = [&syntax.block_comments, &syntax.strings, &syntax.raw_strings];
    let opens = pairs.into_iter().flatten().map(|(open, _)| open.clone());
    let opens: Vec<String> = opens.chain(syntax.line_comments.clone()).collect();
    let escaped = opens.iter().map(|open| format!("\\{open}"));
    let alone = opens.iter().map(|open| format!("{open}\n"));
    let words = "{|}|(|<|\n|é| |package a.b\n|import (\n|import \"a|; import |@file:A(|\
                 class A |class A {|public final class A |object A extends App\n|void main(|\
                 def main(|<?php |#!|export |func |type heap|sort.I|catMouseGame(|mousetrap1|\
                 ,catMouseGame() var catMouseGame |@file:A(@file:A |class A\n |class Solution\n";
    let words = words.split('|').map(str::to_owned);
    escaped
        .chain(alone)
        .chain(words)
        .chain(opens.clone())
        .collect()
}

/// Returns complete and incomplete definitions of an entry point that match the language's pattern.
fn entry_definitions(language: &Language, problem: &Problem) -> Vec<String> {
    let before = "|var |const |let |function |function* |function &|exports.|async |static |\
                  export default function |module.exports = function |public static int |\
                  int |def |async def |self.|def self.|fn |func |fun |,|{|} |\n |\
                  class A { |class A {}; |class A:\n  def |module A\n def |impl A { fn |\
                  (define/contract (|(define |-spec |defmodule A do\n  def |\
                  struct A { int |object A { def |class A { fun |class A { function ";
    let behind = "| |)|(|() |()\n|() {|() { }|(g)\n{\n|=(g)=>{| = |=1;\n|: function|<T>(|[T](|(a<";
    let detect = language.detect.as_ref().unwrap();
    let entry = detect.entry_point(problem);
    let pattern = detect.entry_pattern(&entry).unwrap();
    let definitions = before.split('|').flat_map(|before| {
        let definitions = behind
            .split('|')
            .map(|behind| format!("{before}{entry}{behind}"));
        definitions.collect::<Vec<_>>()
    });
    definitions
        .filter(|piece| pattern.is_match(&piece.repeat(2)))
        .collect()
}

#[test]
fn scanned_bytes_grow_linearly_with_text() {
    let languages = Languages::embedded();
    let entry = "catMouseGame( def cat_mouse_game fn cat_mouse_game CatMouseGame( \
                 func catMouseGame( fun catMouseGame( function catMouseGame(\n\
                 cat_mouse_game(\n(define (cat-mouse-game \n";
    let check = |language: &Language, known: KnownFacts<'_>, piece: &str| {
        let text = |size| {
            let all = piece.repeat(size / piece.len());
            format!("{entry}{all}\n  {entry}")
        };
        let small = scanned_bytes(&languages, language, known, &text(1 << 11));
        let large = scanned_bytes(&languages, language, known, &text(1 << 12));
        let (is_linear, id) = (large * 10 <= small * 22 + 10_000, &language.id);
        assert!(is_linear, "{id}: {piece:?}: {small} steps, then {large}");
    };
    let known = |problem, form| KnownFacts {
        problems: problems(),
        problem: Some(problem),
        form: Some(form),
    };
    for language in languages.iter() {
        for problem in problems() {
            let definitions = entry_definitions(language, problem);
            assert!(!definitions.is_empty(), "{}", language.id);
            for piece in construct_openings(language).iter().chain(&definitions) {
                check(language, known(problem, Form::Function), piece);
            }
        }
        // For complete programs, the problem does not matter.
        for piece in construct_openings(language) {
            check(language, known(&problems()[0], Form::Program), &piece);
        }
    }
}
