//! Rules for the sources: unsafe code, typed errors, ignored tests.

use std::collections::BTreeSet;

use proc_macro2::{TokenStream, TokenTree};

use super::data::{COMPILED_WITH_SUBMISSIONS, UNSAFE_PLACES};
use super::{files, quoted, read};

/// Every Rust source of the workspace below these directories, with its tokens.
fn sources(directories: &[&str]) -> impl Iterator<Item = (String, Vec<TokenTree>)> {
    let names = directories.iter().flat_map(|name| files(name, ".rs"));
    let is_ours = |name: &String| {
        !COMPILED_WITH_SUBMISSIONS
            .iter()
            .any(|it| name.starts_with(it))
    };
    names.filter(is_ours).map(|name| {
        let tokens: TokenStream = read(&name).parse().unwrap();
        (name, tokens.into_iter().collect())
    })
}

/// Calls `look` for each pair of brackets, with the tokens that precede the pair and the
/// tokens inside it, and then walks the inside unless `look` returned `false`.
fn walk(tokens: &[TokenTree], look: &mut impl FnMut(&[TokenTree], &[TokenTree]) -> bool) {
    for (index, token) in tokens.iter().enumerate() {
        if let TokenTree::Group(group) = token {
            let inner: Vec<TokenTree> = group.stream().into_iter().collect();
            if look(&tokens[..index], &inner) {
                walk(&inner, look);
            }
        }
    }
}

/// Returns whether one of the tokens is this word, at any depth.
fn contains_word(tokens: &[TokenTree], word: &str) -> bool {
    let mut found = tokens.iter().any(|token| is_word(token, word));
    walk(tokens, &mut |_, inner| {
        found |= inner.iter().any(|token| is_word(token, word));
        !found
    });
    found
}

fn is_word(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(ident) if ident == word)
}

fn is_sign(token: &TokenTree, sign: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == sign)
}

#[test]
fn unsafe_code_is_where_the_architecture_says() {
    let manifest: toml::Table = read("Cargo.toml").parse().unwrap();
    let lint = &manifest["workspace"]["lints"]["rust"]["unsafe_code"];
    assert_eq!(lint.as_str(), Some("deny"));
    let directories = ["src", "crates", "tests", "benches", "fuzz"];
    let used: BTreeSet<String> = sources(&directories)
        .filter(|(_, tokens)| {
            ["unsafe", "unsafe_code"]
                .iter()
                .any(|word| contains_word(tokens, word))
        })
        .map(|(file, _)| {
            let place = UNSAFE_PLACES
                .iter()
                .find(|(_, directory)| file.starts_with(directory));
            place.map_or(file, |(name, _)| (*name).to_owned())
        })
        .collect();
    let page = read("ARCHITECTURE.md");
    let (_, rule) = page.split_once("Invariant: unsafe code ").unwrap();
    let allowed = quoted(rule.split("\n\n").next().unwrap());
    let allowed: BTreeSet<String> = allowed.map(str::to_owned).collect();
    assert_eq!(used, allowed, "left: sources, right: ARCHITECTURE.md");
}

/// Returns the error type that `Result` has in the tokens that follow the word: the last
/// of several generic arguments.
fn error_type(after: &[TokenTree]) -> Option<&[TokenTree]> {
    let start = after.iter().position(|token| !is_sign(token, ':'));
    let start = start.filter(|&start| is_sign(&after[start], '<'))?;
    let mut comma = None;
    let mut depth = 0;
    for (index, token) in after.iter().enumerate().skip(start) {
        // The end of an arrow closes nothing.
        if is_sign(token, '<') {
            depth += 1;
        } else if is_sign(token, '>') && !is_sign(&after[index - 1], '-') {
            depth -= 1;
        } else if is_sign(token, ',') && depth == 1 && !is_sign(after.get(index + 1)?, '>') {
            comma = Some(index);
        }
        if depth == 0 {
            return Some(&after[comma? + 1..index]);
        }
    }
    None
}

/// Returns the error types in `tokens` that are text: those of `Result`, and those that
/// implementations of traits name.
fn text_errors(tokens: &[TokenTree]) -> Vec<String> {
    let types = tokens.iter().enumerate().filter_map(|(index, token)| {
        let after = &tokens[index + 1..];
        if is_word(token, "Result") {
            return error_type(after);
        }
        let [name, sign, after @ ..] = after else {
            return None;
        };
        let is_error = is_word(name, "Err") || is_word(name, "Error");
        (is_word(token, "type") && is_error && is_sign(sign, '='))
            .then(|| after.split(|token| is_sign(token, ';')).next())?
    });
    types
        .filter(|tokens| {
            let mut words = tokens.iter().rev();
            let last = words.find(|token| matches!(token, TokenTree::Ident(_)));
            last.is_some_and(|token| is_word(token, "String") || is_word(token, "str"))
        })
        .map(|tokens| tokens.iter().cloned().collect::<TokenStream>().to_string())
        .collect()
}

#[test]
fn libraries_return_typed_errors() {
    let mut untyped = Vec::new();
    for (file, tokens) in sources(&["crates"]).filter(|(name, _)| !name.contains("/tests")) {
        let mut note = |tokens: &[TokenTree]| {
            untyped.extend(
                text_errors(tokens)
                    .into_iter()
                    .map(|error| format!("{file}: {error}")),
            );
        };
        note(&tokens);
        walk(&tokens, &mut |before, inner| {
            let is_library = !matches!(before, [.., keyword, name]
                if is_word(keyword, "mod") && is_word(name, "tests"));
            if is_library {
                note(inner);
            }
            is_library
        });
    }
    assert_eq!(untyped, [""; 0]);
}

#[test]
fn no_test_is_ignored() {
    for (file, tokens) in sources(&["src", "crates", "tests"]) {
        walk(&tokens, &mut |before, inner| {
            let is_attribute = before.last().is_some_and(|token| is_sign(token, '#'));
            assert!(!is_attribute || !contains_word(inner, "ignore"), "{file}");
            true
        });
    }
}
