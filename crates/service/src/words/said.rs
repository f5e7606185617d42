//! What the judge says of a case, a source or a run, in Chinese where there are words
//! for it: the judge itself speaks English.

use super::translations::ALL;
use super::{EN, Words};

/// What the judge said, and the language in which it is shown.
#[derive(Debug)]
pub(crate) struct Said {
    pub text: String,
    pub lang: &'static str,
}

/// What the judge says, in these words if there are any for it, else as it said it.
pub(crate) fn said(text: &str, words: &Words) -> Said {
    // There are no commands on a page.
    let text = text
        .replace("add --form program", "choose that form")
        .replace("add --form function", "choose that form");
    if words.code != EN.code
        && let Some(text) = chinese(&text)
    {
        return Said {
            text,
            lang: words.lang,
        };
    }
    Said {
        text,
        lang: EN.lang,
    }
}

fn chinese(text: &str) -> Option<String> {
    ALL.iter().find_map(|(pattern, words)| {
        let parts = parts(text, pattern)?;
        let mut told = (*words).to_owned();
        for (number, part) in parts.into_iter().enumerate() {
            let place = format!("{{{number}}}");
            if told.contains(&place) {
                // What stands in it may be said by itself.
                let part = chinese(part).unwrap_or_else(|| part.to_owned());
                told = told.replacen(&place, &part, 1);
            }
        }
        Some(told)
    })
}

/// What stands at each `{}` of a pattern.
fn parts<'a>(text: &'a str, pattern: &str) -> Option<Vec<&'a str>> {
    let mut between = pattern.split("{}");
    let mut rest = text.strip_prefix(between.next()?)?;
    let mut between = between.peekable();
    let mut parts = Vec::new();
    while let Some(next) = between.next() {
        let (part, after) = match between.peek() {
            Some(_) => rest.split_once(next)?,
            None => (rest.strip_suffix(next)?, ""),
        };
        parts.push(part);
        rest = after;
    }
    rest.is_empty().then_some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judging::read_case;
    use crate::words::ZH;
    use cat_and_mouse::problem::Problem;
    use mousetrap_model::Form;

    #[test]
    fn what_is_wrong_with_a_case_is_said_in_chinese() {
        let boards = [
            "",
            "x",
            "[]\n1\n1",
            "[\"\"]\n1\n1",
            "[1]\n1\n1",
            "[\"CMF\"]\n1",
            "[\"CMF\"]\n1\n[1]",
            "[\"CMF\"]\n1.5\n1",
            "[\"CMF\"\n1\n1",
            "[\"CMF\",",
            "[\"CMF]\n1\n1",
            "grid=",
            "grid=[\"CMF\"] grid=[\"CMF\"]",
            "board=[\"CMF\"]",
            "[[[[[[1]]]]]]",
            "[?]",
            "[\"CMF\",\"..\"]\n1\n1",
            "[\"CMF\",\"..C\"]\n1\n1",
            "[\"CMF\",\"..x\"]\n1\n1",
            "[\"MF\"]\n1\n1",
            "[\"CF\"]\n1\n1",
            "[\"CM\"]\n1\n1",
            "[\"CMF......\"]\n1\n1",
            "[\"CMF\"]\n0\n1",
            "[\"CMF\"]\n1\n9",
            "[\"CMF\"]\n1\n1\n1",
            "1 3 1\nCMF",
            "1 3 1 x\nCMF",
            "9 1 1 1\nC\nM\nF\n.\n.\n.\n.\n.\n.",
            "2 3 1 1\nCMF\n..",
            "2 3 1 1\nCMF",
            "1 3 1 1\nCMF\ntrue",
            "1 3 1 1\nC\0F",
        ];
        let graphs = [
            "",
            "3 3",
            "[[1],[0]]",
            "[1,2,3]",
            "[[2],[2],[0,\"1\"]]",
            "[[2],[2],[0,1]] [[2]]",
            "3\n1 2\n\n2 0 1",
            "3\n2 2\n1 2\n2 0 1",
            "3\n1 2\n0\n1 0",
            "3\n1 2\n1 3\n2 0 1",
            "3\n1 2\n1 1\n2 0 1",
            "3\n1 2\n2 2 2\n2 0 1",
            "3\n1 2\n1 2\n1 1",
            "3\n2 1 2\n1 0\n1 0",
        ];
        for (problem, cases) in [("1728", &boards[..]), ("913", &graphs[..])] {
            let problem = Problem::by_id(problem).unwrap();
            for case in cases {
                let wrong = read_case(problem, case).unwrap_err().0;
                let told = said(&wrong, &ZH);
                assert_eq!(told.lang, "zh-Hans", "{case:?}: {wrong}");
                let english = ["the ", " has ", " is ", " must "];
                let left = english.iter().any(|word| told.text.contains(word));
                assert!(!left && !told.text.contains('{'), "{wrong}: {}", told.text);
                assert_eq!(said(&wrong, &EN).text, wrong);
            }
        }
    }

    #[test]
    fn what_is_wrong_with_a_source_is_said_in_chinese() {
        let languages = &crate::tests::CONFIG.languages;
        let large = vec![b'x'; 2 << 20];
        for (name, text) in [
            ("a", &b"x"[..]),
            ("a.cxxx", b"x"),
            ("a.c", b""),
            ("a.c", b"\x7fELF\n\0"),
            ("a.rs", b"fn canMouseWin() {}"),
            (
                "a.py",
                b"class Solution:\n    def catMouseGame(self, graph): pass",
            ),
            (
                "a.py",
                b"# coding: rot13\nclass Solution:\n    def canMouseWin(self, a, b, c): pass",
            ),
            ("a.cpp", &large),
        ] {
            let wanted = mousetrap_judge::FindOptions::new(
                Problem::by_id("1728"),
                (name == "a.rs").then_some(Form::Function),
            );
            let found = mousetrap_judge::of_text(name.as_ref(), text, languages, wanted);
            let wrong = found.unwrap_err().reason;
            let told = said(&wrong, &ZH);
            assert_eq!(told.lang, "zh-Hans", "{name}: {wrong}");
            assert!(!told.text.contains(" or "), "{name}: {}", told.text);
        }
    }

    #[test]
    fn what_a_run_did_is_said_in_chinese() {
        for (reason, told) in [
            ("expected true, got false", "期望 true，实际 false"),
            ("expected 1, got nothing", "期望 1，没有输出"),
            (
                "line 3: at start-up: exit code 1",
                "第 3 行：启动时：退出码 1",
            ),
            (
                "expected 1, got 2; alone it passes this case, so that x",
                "期望 1，实际 2；单独运行时它能通过此用例，因此与之前的用例有关：\
                 是否有全局变量或静态字段没有在调用之间重置？",
            ),
        ] {
            assert_eq!(said(reason, &ZH).text, told);
        }
        let unknown = said("IndexError: list index out of range", &ZH);
        assert_eq!(
            (unknown.text.as_str(), unknown.lang),
            ("IndexError: list index out of range", "en")
        );
    }
}
