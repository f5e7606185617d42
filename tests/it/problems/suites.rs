//! Cases of custom problems: imported, generated and found by `stress`.

use super::{DEFINITION, REFERENCE, check_commands, project};
use crate::project::{Project, has};

const HIDDEN: &str = "problems/largest-pair/cases/hidden.jsonl";

#[test]
fn new_problem_writes_files_that_generate_and_judge_accept() {
    let project = Project::new("");
    let signature = "int[] twoLargest(int[] items)";
    let new = ["new", "problem", "two-largest", "--signature", signature];
    has(&project.prints(0, &new), "reference.py");
    project.fails(&new, "problem two-largest already exists");
    project.fails("generate two-largest", "still the unchanged stub");
    let solution = |answer| {
        format!("class Solution:\n    def twoLargest(self, items):\n        return {answer}\n")
    };
    let reference = solution("sorted(items)[-2:]");
    project.write("problems/two-largest/reference.py", &reference);
    let unwritten = "problems/two-largest/statement.md does not describe the task yet";
    let printed = project.prints(0, "generate two-largest");
    has(&printed, unwritten);
    has(&printed, "warning: no sample checks the reference solution");
    // These hints are printed once, but a constant answer is always worth a warning.
    let constant = solution("[1] if len(items) == 1 else []");
    project.write("problems/two-largest/reference.py", constant);
    let printed = project.prints(0, "generate two-largest");
    has(
        &printed,
        " cases have the answer [], so a program that always",
    );
    assert!(!printed.contains("statement.md"), "{printed}");
    assert!(!printed.contains("no sample"), "{printed}");
    project.write("problems/two-largest/reference.py", reference);
    let statement = "# Two largest\n\nReturn the two items in any order.\n";
    project.write("problems/two-largest/statement.md", statement);
    let printed = project.prints(0, "generate two-largest");
    has(
        &printed,
        "contains \"Return the two items in any order\", but the checker is exact",
    );
    assert!(!printed.contains("have the answer"), "{printed}");
    project.write("answer.py", solution("[]"));
    check_commands(&project, "\n1 | judge answer.py | expected length 1, got 0");
}

#[test]
fn imported_examples_are_cases_once() {
    let project = project();
    let samples = "problems/largest-pair/cases/samples.jsonl";
    let first = project.read(samples);
    assert_eq!(first.lines().count(), 2);
    let again = project.prints(0, "import --problem largest-pair examples.txt");
    has(&again, "already known as samples/sample-1");
    assert_eq!(project.read(samples), first);
    project.write("examples.txt", "Input: items = [1,5,3]\nOutput: 9\n");
    let import = "import --problem largest-pair examples.txt";
    project.fails(import, "has the same arguments and the answer 8");
    let new = "Input: items = [4,4]\nOutput: ";
    project.write("examples.txt", format!("{new}8\n{new}9\n"));
    let contradiction = "examples.txt:3: examples.txt:1 has the same arguments and the answer 8";
    project.fails(import, contradiction);
    project.write("examples.txt", "Input: items = [1]\nOutput: 1\n");
    project.fails(import, "examples.txt:1: ");
    assert_eq!(project.read(samples), first);
}

#[test]
fn imported_example_must_agree_with_the_reference() {
    let project = project();
    let samples = "problems/largest-pair/cases/samples.jsonl";
    let first = project.read(samples);
    let example = |items, answer| format!("Input: items = {items}\nOutput: {answer}\n");
    let text = example("[1,2]", 3) + &example("[1,4]", 9) + &example("[7,-7]", 1);
    project.write("examples.txt", text);
    let printed = project.prints(2, "import --problem largest-pair examples.txt");
    for expected in [
        "examples.txt:3: the answer here is 9, but the reference solution answers 5",
        "examples.txt:5: the answer here is 1, but the reference solution answers 0",
        "nothing was added, because the reference solution contradicts 2 examples",
    ] {
        has(&printed, expected);
    }
    assert_eq!(project.read(samples), first);
    let reference = "problems/largest-pair/reference.py";
    for (text, reason) in [
        ("return (", "reference.py does not compile"),
        ("return 0", "fails on samples/sample-1"),
    ] {
        let text = format!("class Solution:\n    def largestPair(self, items):\n        {text}\n");
        project.write(reference, text);
        project.write(samples, &first);
        let printed = project.prints(0, "import --problem largest-pair examples.txt");
        has(&printed, "not checked with the reference solution: ");
        has(&printed, reason);
        assert_eq!(project.read(samples).lines().count(), 5);
    }
}

#[test]
fn imported_example_in_another_order_needs_an_unordered_checker() {
    let project = Project::new("");
    let definition = "title = \"Sort\"\nsignature = \"int[] sort(int[] items)\"\n\
                      reference = \"reference.py\"\n";
    let write = |checker| {
        let text = format!("{definition}{checker}");
        project.write("problems/sort/problem.toml", text);
    };
    let reference = "class Solution:\n    def sort(self, items):\n        return sorted(items)\n";
    project.write("problems/sort/reference.py", reference);
    project.write("examples.txt", "Input: items = [3,2]\nOutput: [3,2]\n");
    write("");
    project.fails(
        "import --problem sort examples.txt",
        "answers [2,3]; if any order is right, write `checker = { unordered = 1 }` in problem.toml",
    );
    write("checker = { unordered = 1 }\n");
    project.prints(0, "import --problem sort examples.txt");
    project.write("examples.txt", "Input: items = [3,2]\nOutput: [2,3]\n");
    let again = project.prints(0, "import --problem sort examples.txt");
    has(&again, "already known as samples/sample-1");
}

#[test]
fn generated_suite_has_the_same_bytes_again_and_finds_a_wrong_solution() {
    let project = project();
    project.prints(0, "generate largest-pair");
    let first = project.read(HIDDEN);
    assert_eq!(first.lines().count(), 100);
    project.prints(0, "generate largest-pair");
    assert_eq!(project.read(HIDDEN), first);
    let largest_seed = format!("generate largest-pair --count 10 --seed {}", u64::MAX);
    project.prints(0, &largest_seed);
    assert_ne!(project.read(HIDDEN), first);
    project.prints(0, "judge right.py");
    has(&project.prints(1, "judge wrong.py"), "hidden/");
    let hidden = project.prints(1, "judge wrong.py --suite hidden --all-cases");
    has(&hidden, "/100");
}

/// Each row has the body of a reference solution, with `⏎` for line breaks, and a part of the error.
const UNTRUSTED_REFERENCES: &str = "
return 0 | the reference solution fails on samples/sample-1
return None | the reference solution fails on samples/sample-1
return sum(sorted(items)[-2:]) if len(items) in (2, 3) else random.randrange(9**9) | in a new process
end = time.process_time() + 13 * (len(items) not in (2, 3))⏎while time.process_time() < end: pass⏎return sum(sorted(items)[-2:]) | more than half of its limit
return int(input()) | line 4 reads standard input, but a function gets its input as arguments
";

#[test]
fn reference_that_cannot_be_trusted_gives_no_suite() {
    let project = project();
    for row in UNTRUSTED_REFERENCES.lines().skip(1) {
        let (body, expected) = row.split_once(" | ").unwrap();
        let body = body.replace('⏎', "\n        ");
        let source = format!(
            "import random, time\nclass Solution:\n    def largestPair(self, items):\n        {body}\n"
        );
        project.write("problems/largest-pair/reference.py", source);
        project.fails("generate largest-pair", expected);
        assert!(!project.path().join(HIDDEN).exists(), "{body}");
    }
}

#[test]
fn constraint_that_is_not_understood_needs_a_validator() {
    let project = project();
    let strange = DEFINITION.replace("1000\n\"\"\"", "1000\nThe items are friendly.\n\"\"\"");
    project.write("problems/largest-pair/problem.toml", &strange);
    project.fails("generate largest-pair", "The items are friendly.");
    let with_validator = strange + "validator = \"validator.py\"\n";
    project.write("problems/largest-pair/problem.toml", with_validator);
    let validator = "class Solution:\n    def validate(self, items):\n        \
                     return 'the sum is even' if sum(items) % 2 == 0 else ''\n";
    project.write("problems/largest-pair/validator.py", validator);
    let generate = "generate largest-pair --count 20";
    project.prints(0, generate);
    // `stress` never runs a program on arguments that are not allowed, and shrinks the others.
    let picky = REFERENCE.replace("return", "return 1 // (sum(items) % 2) *");
    project.write("picky.py", &picky);
    project.write("problems/largest-pair/reference.py", picky);
    project.prints(0, "stress picky.py --time 2s");
    let found = project.prints(1, "stress wrong.py --time 10s");
    has(&found, "no simpler instance was found");
    let found = project.read("problems/largest-pair/cases/regressions.jsonl");
    let cases = project.read(HIDDEN) + &found;
    for line in cases.lines() {
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        let items = case["arguments"][0].as_array().unwrap();
        let sum: i64 = items.iter().map(|item| item.as_i64().unwrap()).sum();
        assert_ne!(sum % 2, 0, "{line}");
    }
    // The validator rejects most cases, then all of them.
    project.write("problems/largest-pair/reference.py", REFERENCE);
    let strict = validator.replace("% 2 == 0", "% 40 or len(items) > 9");
    project.write("problems/largest-pair/validator.py", &strict);
    let printed = project.prints(0, generate);
    let count = project.read(HIDDEN).lines().count();
    has(
        &printed,
        format!("only {count} of 20 cases: of 80 drawn cases, the validator rejected "),
    );
    has(&printed, "(first reason: the sum is even)");
    has(
        &printed,
        "the longest array or string that remains has length ",
    );
    let before = project.read(HIDDEN);
    let always = validator.replace("% 2 == 0", "< 0");
    let always = always.replace("''", "'bad sum'");
    project.write("problems/largest-pair/validator.py", always);
    let rejected = "no case was generated: of 80 drawn cases, the validator rejected 7";
    project.fails(generate, rejected);
    assert_eq!(project.read(HIDDEN), before);
}

/// Each row has the file of a validator, its source, and a part of what `import` prints. `PY` stands
/// for the head of a function in Python, and `⏎` for a line break.
const VALIDATORS: &str = "
v.py | PY return '' | already known as samples/sample-2
v.py | PY return '' if len(items) > 2 else 'too short' | examples.txt:6: the validator rejects this example: too short
v.py | PY return 1 // 0 | v.py fails: RTE, ZeroDivisionError
v.py | PY return len(items) > 2 | returned the boolean true, not string
v.py | PY pass | did you forget `return`?
v.py | PY return input() | reads standard input
v.py | PY while True: pass | v.py fails: TLE, more than
v.py | PY import time; time.sleep(60) | v.py fails: TLE, no reply within 4
v.cpp | class Solution { public: string validate(vector<int>& items) { return \"\\xff\"; } }; | v.cpp fails: it returned bytes that are not UTF-8; it must
v.py | exit(0) | must define the function `string validate(int[] items)`
v.py | exit(0) | def validate(self, items: List[int]) -> str:
v.py | # | the file contains no code; a validator must define
v.cpp | class Solution { public: string validate(vector<int>& items) { return items.size() > 2 ? \"\" : \"too short\"; } }; | this example: too short
v.cpp | class Solution { public: string validate(vector<int>& items) { return items.at(9) ? \"\" : \"x\"; } }; | v.cpp fails: RTE
v.cpp | class Solution { public: string validate(vector<int>& items) { return nothing; } }; | v.cpp does not compile
v.c | char* validate(int* items, int itemsSize) { return itemsSize > 2 ? \"\" : \"too short\"; } | this example: too short
v.js | var validate = (items) => items.length > 2 ? '' : 'too short'; | this example: too short
";

#[test]
fn validator_allows_arguments_or_returns_the_broken_rule_or_is_broken() {
    let project = project();
    for row in VALIDATORS.lines().skip(1) {
        let [file, source, expected] = row.split(" | ").collect::<Vec<_>>()[..] else {
            panic!("a row has three columns: {row}");
        };
        let definition =
            format!("{DEFINITION}validator = \"{file}\"\nlimits = {{ cpu = \"0.2s\" }}\n");
        project.write("problems/largest-pair/problem.toml", definition);
        let head = "class Solution:⏎    def validate(self, items):⏎       ";
        let source = source.replace("PY", head).replace('⏎', "\n");
        project.write(&format!("problems/largest-pair/{file}"), source);
        let status = if expected.contains("known") { 0 } else { 2 };
        let printed = project.prints(status, "import --problem largest-pair examples.txt");
        has(&printed, expected);
    }
    let rejected = "the validator rejects these arguments: too short";
    project.fails("run right.py [1,5]", rejected);
}

#[test]
fn validator_gets_arguments_of_every_kind() {
    let project = Project::new("");
    for (signature, arguments, answer, last) in [
        (
            "void rotate(int[] items)",
            "[[1,13]]",
            "[13,1]",
            "items[-1]",
        ),
        (
            "int depth(TreeNode items)",
            "[[1,null,13]]",
            "2",
            "items.right.val",
        ),
        (
            "int validate(int[] items, string s)",
            "[[1,13],\"\"]",
            "1",
            "items[-1]",
        ),
    ] {
        let directory = "problems/validated";
        project.write(
            &format!("{directory}/problem.toml"),
            format!("title = \"T\"\nsignature = \"{signature}\"\nvalidator = \"v.py\"\n"),
        );
        let validator = format!(
            "class Solution:\n    def validate(self, items, *rest):\n        return str({last})\n"
        );
        project.write(&format!("{directory}/v.py"), validator);
        let example = format!("{{\"arguments\":{arguments},\"answer\":{answer}}}\n");
        project.write("examples.txt", example);
        let import = "import --problem validated examples.txt";
        project.fails(import, "the validator rejects this example: 13");
    }
}

#[test]
fn stress_finds_the_simplest_failure_and_keeps_it() {
    let project = project();
    let broken = "var largestPair = (items) => { return items[0\n";
    project.write("broken.js", broken);
    check_commands(
        &project,
        "
0 | stress right.py --time 2s | no failure in
2 | stress broken.js | broken.js does not compile",
    );
    project.write(
        "zero.py",
        "class Solution:\n    def largestPair(self, items): return 0\n",
    );
    let sample = r#"{"arguments":[[1,2]],"answer":3}"#;
    project.write("problems/largest-pair/cases/samples.jsonl", sample);
    let found = project.prints(1, "stress wrong.py --time 10s");
    has(&found, "wrong answer");
    has(&found, "  shrunk to 7 characters by ");
    let file = "problems/largest-pair/cases/regressions.jsonl";
    let kept: serde_json::Value = serde_json::from_str(project.read(file).trim()).unwrap();
    assert_eq!(kept["arguments"][0].as_array().unwrap().len(), 3, "{kept}");
    check_commands(
        &project,
        "
1 | stress wrong.py --against right.py --time 10s | not stored, because
2 | stress right.py --against zero.py --time 10s | (zero.py takes the place of the reference solution)
2 | generate largest-pair --dry-run | --check and --dry-run are for the built-in problems
2 | generate largest-pair --check | give neither
0 | generate hidden --problem largest-pair --count 7 | 7 cases
2 | generate largest-pair --problem 913 | there is no suite \"largest-pair\" for problem 913
2 | generate samples --problem largest-pair | only the suite hidden is generated
1 | judge wrong.py --suite regressions | WA",
    );
}

#[test]
fn stress_tries_the_cases_of_the_generator() {
    let project = project();
    let generator = "import sys\nprint([[0] * 40 + [int(sys.argv[1]) % 2 + 8]])\n";
    project.write("problems/largest-pair/generator.py", generator);
    let rare = REFERENCE.replace("[-2:])", "[-2:]) + (items[:40] == [0] * 40)");
    project.write("rare.py", rare);
    let with_generator = DEFINITION.to_owned() + "generator = \"generator.py\"\n";
    project.write("problems/largest-pair/problem.toml", &with_generator);
    let found = project.prints(1, "stress rare.py --time 10s --no-keep");
    has(
        &found,
        "found in problems/largest-pair/generator.py with seed ",
    );
    has(&found, "no simpler instance was found");
    // Simpler arguments could break a constraint that is not understood.
    let strange = with_generator.replace("1000\n\"\"\"", "1000\nThe items are friendly.\n\"\"\"");
    project.write("problems/largest-pair/problem.toml", strange);
    let found = project.prints(1, "stress rare.py --time 10s --no-keep");
    has(&found, "not shrunk, because simpler arguments could break");
    project.write("problems/largest-pair/generator.py", "print([[1]])\n");
    project.fails("stress rare.py", "line 1: items.length is 1");
    project.write("problems/largest-pair/generator.py", "pass\n");
    project.fails(
        "stress rare.py --time 2s",
        "neither the generator nor the constraints",
    );
    // A stored case is tried first.
    let stored = format!("{{\"arguments\":[[{}8]],\"answer\":8}}\n", "0,".repeat(40));
    project.write("problems/largest-pair/cases/regressions.jsonl", stored);
    project.write("problems/largest-pair/generator.py", "print([[1, 2]])\n");
    let found = project.prints(1, "stress rare.py --time 10s --no-keep");
    has(&found, "found in regressions/001 ");
    project.write("problems/largest-pair/cases/regressions.jsonl", "");
    // The search does not wait for a generator that sleeps.
    project.write(
        "problems/largest-pair/generator.py",
        "import time; time.sleep(600)\n",
    );
    project.write("problems/largest-pair/problem.toml", with_generator);
    project.prints(0, "stress rare.py --time 2s");
}

#[test]
fn generator_error_does_not_hide_a_failure_that_was_found() {
    let project = project();
    let generator = "import sys\nprint([[5, 5, 1]] if int(sys.argv[1]) % 2 == 0 else [[1]])\n";
    project.write("problems/largest-pair/generator.py", generator);
    let with_generator = DEFINITION.to_owned() + "generator = \"generator.py\"\n";
    project.write("problems/largest-pair/problem.toml", with_generator);
    let printed = project.prints(1, "stress wrong.py right.py --no-keep --time 20s");
    has(&printed, "wrong.py: wrong answer");
    has(&printed, "line 1: items.length is 1");
    project.fails("stress right.py", "line 1: items.length is 1");
}

#[test]
fn contradictory_constraints_are_named() {
    let project = project();
    let definition = DEFINITION.replace("-1000 <=", "items.length < 2\n-1000 <=");
    project.write("problems/largest-pair/problem.toml", definition);
    let expected =
        "constraint line 2 contradicts the others, since items.length cannot be at least";
    project.fails("generate largest-pair", expected);
    project.fails("stress right.py", expected);
    let definition = DEFINITION.replace("1000\n\"", "2*103\n\"");
    project.write("problems/largest-pair/problem.toml", definition);
    project.fails("generate largest-pair", "for a power, write 10^3");
    project.write("problems/largest-pair/problem.toml", DEFINITION);
    project.prints(0, "generate largest-pair");
    let definition = DEFINITION.replace("<= 100\n", "<= 3\n");
    project.write("problems/largest-pair/problem.toml", definition);
    let remedy = "changed, replace the suite with `mousetrap generate largest-pair`";
    project.fails("judge right.py", remedy);
    project.prints(0, "generate largest-pair --count 9");
    project.prints(0, "judge right.py");
}

/// A problem whose answers may be larger than an `int` or than what JavaScript knows exactly.
fn powers(project: &Project, ty: &str, lines: &str, reference: (&str, &str)) {
    let (file, text) = reference;
    project.write(
        "problems/powers/problem.toml",
        format!(
            "title = \"Powers\"\nsignature = \"{ty} powers({ty} n)\"\nreference = \"{file}\"\n\
             constraints = \"\"\"\n{lines}\n\"\"\"\n"
        ),
    );
    project.write(&format!("problems/powers/{file}"), text);
}

#[test]
fn answers_that_do_not_fit_are_left_out_if_promised() {
    let project = Project::new("");
    let python = "class Solution:\n    def powers(self, n):\n        return n ** 3\n";
    let cpp = "struct Solution { int powers(int n) { return n * n * n; } };\n";
    let lines = "1 <= n <= 10^6";
    let promise = format!("{lines}\nThe answer is guaranteed to fit in a 32-bit integer.");
    powers(&project, "int", lines, ("cube.py", python));
    project.fails("generate powers", "which does not fit in its type");
    powers(&project, "int", &promise, ("cube.cpp", cpp));
    project.fails("generate powers", "because its integers overflow");
    powers(&project, "int", &promise, ("cube.py", python));
    project.prints(0, "generate powers --count 20");
}

#[test]
fn number_that_javascript_rounds_is_named() {
    let project = Project::new("");
    let python = "class Solution:\n    def powers(self, n):\n        return 2 * n\n";
    powers(&project, "long", "1 <= n <= 2^62", ("double.py", python));
    let printed = project.prints(0, "generate powers --count 20");
    has(&printed, "has a number beyond 2^53");
    powers(&project, "long", "1 <= n <= 2^52", ("double.py", python));
    let printed = project.prints(0, "generate powers --count 20");
    assert!(!printed.contains("beyond 2^53"), "{printed}");
}
