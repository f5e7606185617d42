//! What validators must refuse: for each rule of the two inputs a text that
//! breaks it and no other, and replies that are not answers.

use cat_and_mouse::problem::Problem;

/// A text that breaks a rule.
#[derive(Clone, Copy, Debug)]
pub struct Fault {
    /// The rule, as a file name.
    pub name: &'static str,
    /// The text.
    pub text: &'static str,
}

const fn fault(name: &'static str, text: &'static str) -> Fault {
    Fault { name, text }
}

/// Inputs of a problem that break one rule each.
pub fn inputs(problem: Problem) -> &'static [Fault] {
    match problem {
        Problem::CatAndMouse => GRAPHS,
        Problem::CatAndMouse2 => BOARDS,
    }
}

/// Outputs for the first case of a problem that are refused although they are
/// close to an answer.
pub fn outputs(problem: Problem) -> &'static [Fault] {
    match problem {
        Problem::CatAndMouse => NUMBERS,
        Problem::CatAndMouse2 => BOOLEANS,
    }
}

const NUMBERS: &[Fault] = &[
    fault("another-answer", "3\n"),
    fault("a-word", "draw\n"),
    fault("two-answers", "0\n1\n2\n"),
    fault("negative", "-1\n"),
];

const BOOLEANS: &[Fault] = &[
    fault("capital", "True\n"),
    fault("number", "1\n"),
    fault("two-answers", "true\nfalse\n"),
    fault("quoted", "\"true\"\n"),
];

const BOARDS: &[Fault] = &[
    fault("empty", ""),
    fault("no-rows", "0 3 1 1\n"),
    fault("nine-rows", "9 1 1 1\nC\nM\nF\n.\n.\n.\n.\n.\n.\n"),
    fault("nine-cols", "1 9 1 1\nCMF......\n"),
    fault("cat-jump-0", "1 3 0 1\nCMF\n"),
    fault("cat-jump-9", "1 3 9 1\nCMF\n"),
    fault("mouse-jump-0", "1 3 1 0\nCMF\n"),
    fault("mouse-jump-9", "1 3 1 9\nCMF\n"),
    fault("negative", "1 3 -1 1\nCMF\n"),
    fault("plus-sign", "1 3 +1 1\nCMF\n"),
    fault("leading-zero", "1 3 01 1\nCMF\n"),
    fault("fraction", "1 3 1.0 1\nCMF\n"),
    fault("huge-number", "1 3 1 99999999999999999999\nCMF\n"),
    fault("three-numbers", "1 3 1\nCMF\n"),
    fault("five-numbers", "1 3 1 1 1\nCMF\n"),
    fault("two-spaces", "1 3  1 1\nCMF\n"),
    fault("tab", "1 3\t1 1\nCMF\n"),
    fault("leading-space", " 1 3 1 1\nCMF\n"),
    fault("trailing-space", "1 3 1 1 \nCMF\n"),
    fault("space-after-row", "1 3 1 1\nCMF \n"),
    fault("carriage-return", "1 3 1 1\r\nCMF\r\n"),
    fault("no-last-newline", "1 3 1 1\nCMF"),
    fault("blank-line-at-end", "1 3 1 1\nCMF\n\n"),
    fault("blank-line-between", "1 3 1 1\n\nCMF\n"),
    fault("row-too-short", "1 4 1 1\nCMF\n"),
    fault("row-too-long", "1 3 1 1\nCMF.\n"),
    fault("row-missing", "2 3 1 1\nCMF\n"),
    fault("row-too-many", "1 3 1 1\nCMF\n...\n"),
    fault("unknown-cell", "1 4 1 1\nCMFX\n"),
    fault("small-letter", "1 4 1 1\nCMFf\n"),
    fault("no-cat", "1 3 1 1\n.MF\n"),
    fault("no-mouse", "1 3 1 1\nC.F\n"),
    fault("no-food", "1 3 1 1\nCM.\n"),
    fault("two-cats", "1 4 1 1\nCMFC\n"),
    fault("two-mice", "1 4 1 1\nCMFM\n"),
    fault("two-foods", "1 4 1 1\nCMFF\n"),
    fault("two-cases", "1 3 1 1\nCMF\n1 3 1 1\nCMF\n"),
    fault("leetcode-form", "[\"CMF\"]\n1\n1\n"),
];

const GRAPHS: &[Fault] = &[
    fault("empty", ""),
    fault("two-nodes", "2\n1 1\n1 0\n"),
    fault(
        "fifty-one-nodes",
        "51\n50 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 \
         32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50\n1 0\n2 0 3\n2 0 2\n1 0\n1 0\n1 0\n\
         1 0\n1 0\n1 0\n1 0\n1 0\n1 0\n1 0\n1 0\n1 0\n1 0\n1 0\n1 0\n1 0\n1 0\n1 0\n1 0\n1 0\n1 0\n\
         1 0\n1 0\n1 0\n1 0\n1 0\n1 0\n1 0\n1 0\n1 0\n1 0\n1 0\n1 0\n1 0\n1 0\n1 0\n1 0\n1 0\n1 0\n\
         1 0\n1 0\n1 0\n1 0\n1 0\n1 0\n1 0\n1 0\n",
    ),
    fault("negative", "3\n1 1\n2 0 2\n1 -1\n"),
    fault("plus-sign", "+3\n1 1\n2 0 2\n1 1\n"),
    fault("leading-zero", "03\n1 1\n2 0 2\n1 1\n"),
    fault("fraction", "3.0\n1 1\n2 0 2\n1 1\n"),
    fault("huge-number", "3\n1 1\n2 0 2\n1 99999999999999999999\n"),
    fault("two-spaces", "3\n1 1\n2 0  2\n1 1\n"),
    fault("tab", "3\n1 1\n2 0\t2\n1 1\n"),
    fault("leading-space", " 3\n1 1\n2 0 2\n1 1\n"),
    fault("trailing-space", "3\n1 1 \n2 0 2\n1 1\n"),
    fault("carriage-return", "3\r\n1 1\r\n2 0 2\r\n1 1\r\n"),
    fault("no-last-newline", "3\n1 1\n2 0 2\n1 1"),
    fault("blank-line-at-end", "3\n1 1\n2 0 2\n1 1\n\n"),
    fault("no-neighbour", "4\n1 1\n2 0 2\n1 1\n0\n"),
    fault("too-few-neighbours", "3\n1 1\n2 0\n1 1\n"),
    fault("too-many-neighbours", "3\n1 1\n1 0 2\n1 1\n"),
    fault("neighbour-n", "3\n1 1\n2 0 3\n1 1\n"),
    fault("loop", "3\n1 1\n3 0 1 2\n1 1\n"),
    fault("loop-of-two", "3\n1 1\n2 0 1\n1 1\n"),
    fault("neighbour-twice", "3\n1 1\n2 0 0\n1 1\n"),
    fault("one-way", "3\n2 1 2\n2 0 2\n1 1\n"),
    fault("cat-shut-in", "3\n2 1 2\n1 0\n1 0\n"),
    fault("node-missing", "3\n1 1\n2 0 2\n"),
    fault("node-too-many", "3\n1 1\n2 0 2\n1 1\n1 1\n"),
    fault("two-cases", "3\n1 1\n2 0 2\n1 1\n3\n1 1\n2 0 2\n1 1\n"),
    fault("leetcode-form", "[[1],[0,2],[1]]\n"),
];
