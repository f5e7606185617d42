//! Functions of every type in every language.

use std::collections::BTreeMap;

use mousetrap_languages::{Languages, stub_source};
use mousetrap_model::{Checker, Problem, Signature};

use crate::project::Project;
use crate::support::test_languages;

/// Types, each with values in JSON.
const VALUES_BY_TYPE: &[(&str, &[&str])] = &[
    ("int", &["-2147483648", "0", "7"]),
    ("long", &["-9223372036854775808", "9007199254740991"]),
    ("double", &["-0.5", "3.0", "1e300", "1e-7"]),
    ("boolean", &["true", "false"]),
    ("char", &[r#""a""#, r#""\"""#, r#"" ""#]),
    ("string", &[r#""""#, r#""a b\n\t\"\\é\u0001""#, r#""😀/""#]),
    ("int[]", &["[]", "[1,-2,3]"]),
    ("long[]", &["[9007199254740991]"]),
    ("boolean[]", &["[true,false]"]),
    ("string[]", &["[]", r#"["","a\nb"]"#]),
    ("char[][]", &[r#"[["x","\\"],[" ","."]]"#]),
    ("int[][][]", &["[[[1],[2,3]],[]]"]),
    ("List<Integer>", &["[]", "[1,-2,3]"]),
    ("List<List<String>>", &[r#"[["x"],[]]"#]),
    ("ListNode", &["[]", "[1,-2,3]"]),
    ("ListNode[]", &["[]", "[[],[1,2]]"]),
    ("TreeNode", &["[]", "[3,9,20,null,null,15,7]", "[1,null,2]"]),
    ("List<TreeNode>", &["[[1],[2,null,3]]"]),
];

/// Types of parameters that a function can modify.
const MODIFIABLE_TYPES: &[&str] = &["int[]", "char[][]", "ListNode", "TreeNode"];

/// The answer types for which stubs and functions with another answer type are tested, too.
const TYPES_TESTED_WITH_WRONG_ANSWERS: &[&str] = &["int", "string", "int[]", "TreeNode"];

/// Names of parameters that are keywords of some language, or that a stub could derive from others.
const PARAMETER_NAMES: &str = "nums numsSize returnSize in type end val object from lambda match \
                               func string char map list self this fn let def ref out params \
                               event module begin then unless when receive fun of case new class \
                               len max int double define x n k";

/// Replaces the value that a stub returns.
fn replace_returned_value(language: &str, stub: &str, value: &str) -> String {
    let is_expression = ["ruby", "rust", "scala", "elixir", "erlang", "racket"].contains(&language);
    let start = if is_expression {
        let closed = ["end", "}"]
            .iter()
            .any(|end| stub.trim_end().ends_with(end));
        let ends: &[char] = &[' ', '\n', '}'];
        let body = stub
            .trim_end()
            .trim_end_matches("end")
            .trim_end_matches(ends);
        let body = body.trim_end_matches("end").trim_end_matches(ends);
        let line = if closed { body } else { stub.trim_end() };
        let start = line.rfind('\n').unwrap() + 1;
        start + line[start..].len() - line[start..].trim_start().len()
    } else {
        stub.rfind("return ").unwrap() + "return ".len()
    };
    let line = stub[start..].split('\n').next().unwrap();
    let length = match language {
        "erlang" | "racket" => line.len() - 1,
        _ => line.trim_end_matches(';').len(),
    };
    format!("{}{value}{}", &stub[..start], &stub[start + length..])
}

/// Returns the source of a function that returns its argument.
fn echo_source(language: &str, signature: &Signature, stub: &str) -> String {
    let (name, ty) = (&signature.parameters[0].name, &signature.parameters[0].ty);
    let name = match language {
        "erlang" => name[..1].to_ascii_uppercase() + &name[1..],
        "php" => format!("${name}"),
        _ => name.clone(),
    };
    let text = replace_returned_value(language, stub, &name);
    let sizes = match ty.depth() {
        _ if language != "c" => return text,
        0 => return text,
        1 => "*returnSize = valueSize;",
        _ => "*returnSize = valueSize;\n    *returnColumnSizes = valueColSize;",
    };
    text.replace("return ", &format!("{sizes}\n    return "))
}

/// Returns an expression whose type is not the answer type.
fn expression_of_wrong_type(language: &str, signature: &Signature) -> &'static str {
    match signature.answer_type().to_string().as_str() {
        "string" | "ListNode" => "7",
        // A text in quotes is a list.
        _ if language == "erlang" => "x",
        _ => "\"x\"",
    }
}

/// Submissions to several problems of one project, each with the verdicts that it may receive.
struct Submissions {
    project: Project,
    allowed_verdicts: BTreeMap<String, &'static [&'static str]>,
}

impl Submissions {
    fn new() -> Self {
        let project = Project::empty();
        project.write("judge.toml", "");
        Self {
            project,
            allowed_verdicts: BTreeMap::new(),
        }
    }

    /// Adds a problem. Each of its cases has arguments and an answer in JSON.
    fn add_problem<'a>(
        &self,
        id: &str,
        signature: &Signature,
        cases: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Problem {
        let directory = format!("problems/{id}");
        self.project.write(
            &format!("{directory}/problem.toml"),
            format!("title = \"Echo\"\nsignature = \"{signature}\"\nchecker = \"exact\"\n"),
        );
        let cases = cases.into_iter().map(|(arguments, answer)| {
            format!("{{\"arguments\":[{arguments}],\"answer\":{answer}}}\n")
        });
        let samples = format!("{directory}/cases/samples.jsonl");
        self.project.write(&samples, cases.collect::<String>());
        Problem {
            id: id.to_owned(),
            title: "Echo".to_owned(),
            signature: signature.clone(),
            checker: Checker::Exact,
            replies: Vec::new(),
            game: None,
        }
    }

    fn add(&mut self, file: String, source: &str, allowed_verdicts: &'static [&'static str]) {
        self.project.write(&file, source);
        self.allowed_verdicts.insert(file, allowed_verdicts);
    }

    /// Judges all submissions. Returns the reason for the verdict on each file.
    fn check_verdicts(&self) -> BTreeMap<String, String> {
        let files: Vec<&str> = self.allowed_verdicts.keys().map(String::as_str).collect();
        let report = self.project.judge(&files);
        let submissions = report["submissions"].as_array().unwrap();
        let reasons = submissions.iter().map(|submission| {
            let file = submission["path"].as_str().unwrap();
            let judged = &submission["outcome"]["judged"];
            let verdict = judged["verdict"].as_str().unwrap_or_default();
            let is_allowed = self.allowed_verdicts[file].contains(&verdict);
            assert!(is_allowed, "{submission:#}\n{}", self.project.read(file));
            let reason = judged["cases"][0]["reason"]["text"].as_str();
            (file.to_owned(), reason.unwrap_or_default().to_owned())
        });
        let reasons: BTreeMap<_, _> = reasons.collect();
        assert_eq!(reasons.len(), files.len(), "{report:#}");
        reasons
    }
}

/// Judges functions that return their argument, stubs, and functions that return a wrong type.
fn check(id: &str) {
    let languages = Languages::embedded();
    let language = languages.by_id(id).unwrap();
    let extension = &language.extensions[0];
    let mut submissions = Submissions::new();
    let echoes = VALUES_BY_TYPE
        .iter()
        .map(|(ty, values)| (*ty, *ty, *values));
    let modified = VALUES_BY_TYPE
        .iter()
        .map(|(ty, values)| ("void", *ty, *values));
    let modified = modified.filter(|(_, ty, _)| MODIFIABLE_TYPES.contains(ty));
    for (number, (result, ty, values)) in echoes.chain(modified).enumerate() {
        let signature: Signature = format!("{result} echo({ty} value)").parse().unwrap();
        let directory = format!("p{number}");
        let cases = values.iter().map(|value| (*value, *value));
        let problem = submissions.add_problem(&directory, &signature, cases);
        let Some(stub) = stub_source(language, &problem) else {
            // The language cannot express this signature.
            let is_deep = id == "c" && signature.answer_type().depth() > 2;
            let is_void = result == "void" && ["elixir", "erlang", "racket"].contains(&id);
            assert!(is_deep || is_void, "{id}: {signature}");
            continue;
        };
        let file = |name: &str| format!("{directory}/{name}.{extension}");
        if result == "void" {
            submissions.add(file("stub"), &stub, &["AC"]);
            continue;
        }
        submissions.add(file("echo"), &echo_source(id, &signature, &stub), &["AC"]);
        if TYPES_TESTED_WITH_WRONG_ANSWERS.contains(&ty) {
            submissions.add(file("stub"), &stub, &["WA"]);
            if id != "c" {
                let expression = expression_of_wrong_type(id, &signature);
                let source = replace_returned_value(id, &stub, expression);
                submissions.add(file("wrong"), &source, &["RTE", "CE"]);
            }
        }
    }
    let names: Vec<&str> = PARAMETER_NAMES.split_whitespace().collect();
    let signature = format!("int echo(int[] {})", names.join(", int "));
    let arguments = format!("[1]{}", ",1".repeat(names.len() - 1));
    let cases = [(arguments.as_str(), "1")];
    let problem = submissions.add_problem("names", &signature.parse().unwrap(), cases);
    let stub = stub_source(language, &problem).unwrap();
    submissions.add(format!("names/stub.{extension}"), &stub, &["AC", "WA"]);
    submissions.check_verdicts();
}

test_languages! {
    c cpp csharp elixir erlang go java javascript kotlin php pypy python racket ruby rust scala
    typescript
}

#[test]
fn every_type_is_tested_in_every_language() {
    let languages = Languages::embedded();
    let ids: Vec<&str> = languages
        .iter()
        .map(|language| language.id.as_str())
        .collect();
    assert_eq!(ids, TESTED);
}

/// Functions whose answers are not valid JSON or have a misleading type. Each row has a language, a
/// signature, the answer or `?` and a part of the reason, and the source, with `⏎` for line breaks.
const HOSTILE_FUNCTIONS: &str = r#"
c | ListNode f(ListNode x) | ?a list with a cycle | struct ListNode* f(struct ListNode* x) { return x->next = x; }
c | TreeNode f(TreeNode x) | ?a tree with a cycle | struct TreeNode* f(struct TreeNode* x) { x->left = x; return x; }
c | int[] f(int[] x) | ?NULL | int* f(int* x, int n, int* size) { *size = 2; return NULL; }
c | double f(int x) | ?NaN | double f(int x) { return NAN; }
cpp | ListNode f(ListNode x) | ?a list with a cycle | struct Solution { ListNode* f(ListNode* x) { return x->next = x; } };
cpp | TreeNode f(TreeNode x) | ?a tree with a cycle | struct Solution { TreeNode* f(TreeNode* x) { return x->left = x; } };
cpp | double f(int x) | ?Infinity | #define int long long⏎struct Solution { double f(int x) { return 1 / 0.0; } };
go | ListNode f(ListNode x) | ?a list with a cycle | func f(x *ListNode) *ListNode { x.Next = x; return x }
go | TreeNode f(TreeNode x) | ?a tree with a cycle | func f(x *TreeNode) *TreeNode { x.Left = x; return x }
go | int[] f(int x) | [] | func f(x int) []int { return nil }
java | ListNode f(ListNode x) | ?a list with a cycle | class Solution { ListNode f(ListNode x) { x.next = x; return x; } }
java | List<String> f(int x) | ?[1] | class Solution { List<String> f(int x) { return (List) List.of(1); } }
java | int[][] f(int x) | ?[null] | class Solution { int[][] f(int x) { return new int[1][]; } }
javascript | ListNode f(ListNode x) | ?a list with a cycle | function f(x) { x.next = x; return x; }
javascript | int[] f(int x) | ?[ 1, <1 empty item>, 2.5 ] | class ListNode {}⏎const f = (x) => [1, , 2.5];
python | ListNode f(ListNode x) | ?a list with a cycle | class Solution:⏎    def f(self, x):⏎        x.next = x⏎        return x
python | TreeNode f(TreeNode x) | ?a tree with a cycle | class TreeNode:⏎    def __init__(self, x):⏎        self.val = x⏎⏎class Solution:⏎    def f(self, x):⏎        x.left = x⏎        return x
python | double[] f(int x) | ?[1, nan] | class Solution:⏎    def f(self, x):⏎        return [1, float('nan')]
python | string[] f(int x) | ["\n"] | class Solution:⏎    def f(self, x):⏎        return {'\n': 1}.keys()
ruby | TreeNode f(TreeNode x) | ?a tree with a cycle | def f(x)⏎  x.left = x⏎end
ruby | string f(int x) | ?"\xFF" | def f(x) = "\xff"
php | string f(int x) | ?bytes that are not UTF-8 | class Solution { function f($x) { return "\xff"; } }
php | ListNode f(ListNode x) | ?a list with a cycle | class Solution { function f($x) { return $x->next = $x; } }
csharp | ListNode f(ListNode x) | ?a list with a cycle | class Solution { public ListNode F(ListNode x) { return x.next = x; } }
csharp | string[] f(int x) | ?System.String[] | class Solution { public string[] F(int x) { return new string[1]; } }
csharp | int f(int x) | 9 | #region f⏎class Solution(int n = 0) { static readonly int[] A = { 2 }; public int F(int x, int y = 0) { return A[n] + x + y; } }⏎#endregion
csharp | int f(int x) | 7 | class Solution { int k; public Solution() { } public Solution(int k = 7) { this.k = k; } int F(int x) { return 0; } public int F(int x, int y = 0) { return k + x; } }
csharp | int f(int x) | 8 | class Solution { public int F(int x, int y) { return x - y; } public int F(int x, long y = 1) { return x + (int)y; } }
csharp | long f(int x) | 14 | class Solution { public int F(int x) { return 2 * x; } }
csharp | double f(int x) | 7.0 | class Solution { public int F(int x) { return x; } }
csharp | int f(int x) | 8 | class Solution { public int F(dynamic x) { return x + 1; } }
csharp | int[] f(int x) | [7,1] | class Solution { public int[] F(int x) { var a = new[] { 1, x }; (a[0], a[1]) = (a[1], a[0]); return a; } }
kotlin | List<Double> f(int x) | [7.0] | class Solution { fun f(x: Int): DoubleArray = doubleArrayOf(x.toDouble()) }
kotlin | List<Double> f(int x) | [7.0] | class Solution { fun f(x: Int): List<Double> = listOf(x.toDouble()) }
rust | TreeNode f(TreeNode x) | ?a tree with a cycle | impl Solution { fn f(x: Option<Rc<RefCell<TreeNode>>>) -> Option<Rc<RefCell<TreeNode>>> { let y = x.clone(); y.unwrap().borrow_mut().left = x.clone(); x } }
rust | ListNode f(ListNode x) | [7,7] | #[derive(Clone)] pub struct ListNode { val: i32, next: Option<Box<ListNode>> }⏎impl Solution { fn f(mut x: Option<Box<ListNode>>) -> Option<Box<ListNode>> { x.as_mut()?.next = x.clone(); x } }
"#;

#[test]
fn answer_that_is_not_valid_json_gets_a_reason() {
    let languages = Languages::embedded();
    let mut submissions = Submissions::new();
    let mut reasons = BTreeMap::new();
    for (number, row) in HOSTILE_FUNCTIONS.lines().skip(1).enumerate() {
        let [id, signature, expected, source] = row.splitn(4, " | ").collect::<Vec<_>>()[..] else {
            panic!("a row has four columns: {row}");
        };
        let signature: Signature = signature.parse().unwrap();
        let argument = match signature.parameters[0].ty.to_string().as_str() {
            "int" => "7",
            _ => "[7]",
        };
        let reason = expected.strip_prefix('?');
        let answer = match signature.answer_type().to_string().as_str() {
            "double" | "int" => "0",
            "string" => "\"\"",
            _ => "[]",
        };
        let cases = [(argument, if reason.is_some() { answer } else { expected })];
        submissions.add_problem(&format!("p{number}"), &signature, cases);
        let extension = &languages.by_id(id).unwrap().extensions[0];
        let file = format!("p{number}/hostile.{extension}");
        let verdicts: &[&str] = match reason {
            Some(_) => &["RTE", "WA"],
            None => &["AC"],
        };
        submissions.add(file.clone(), &source.replace('⏎', "\n"), verdicts);
        reasons.insert(file, reason.unwrap_or_default());
    }
    let mut found = submissions.check_verdicts();
    found.retain(|file, reason| !reason.contains(reasons[file]));
    assert!(found.is_empty(), "{found:#?}");
}
