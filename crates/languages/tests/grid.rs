//! Every language with every type: a function that returns its argument must get the same
//! value back, and a value of another type must be refused. The rendered programs are
//! compiled and run with the toolchains of this machine, without a sandbox.

#[path = "grid/toolchains.rs"]
mod toolchains;

use std::fmt::Write as _;

use mousetrap_model::{Signature, Value};

use toolchains::Tools;

/// Each type, and values of it in JSON.
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

/// The stub with another value in place of its own.
fn returning(language: &str, stub: &str, value: &str) -> String {
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

/// A function that returns its argument.
fn echo(language: &str, signature: &Signature, stub: &str) -> String {
    let (name, ty) = (&signature.parameters[0].name, &signature.parameters[0].ty);
    let name = match language {
        "erlang" => name[..1].to_ascii_uppercase() + &name[1..],
        "php" => format!("${name}"),
        _ => name.clone(),
    };
    let text = returning(language, stub, &name);
    let sizes = match ty.depth() {
        _ if language != "c" => return text,
        0 => return text,
        1 => "*returnSize = valueSize;",
        _ => "*returnSize = valueSize;\n    *returnColumnSizes = valueColSize;",
    };
    text.replace("return ", &format!("{sizes}\n    return "))
}

/// An expression that is no value of this type.
fn wrong(language: &str, signature: &Signature) -> &'static str {
    match signature.answer_type().to_string().as_str() {
        "string" | "ListNode" => "7",
        // A text in quotes is a list.
        _ if language == "erlang" => "x",
        _ => "\"x\"",
    }
}

/// Values of a type as they are read back.
fn read(signature: &Signature, values: &[impl AsRef<str>]) -> Option<Vec<Value>> {
    let values = values.iter();
    values
        .map(|value| Value::parse(value.as_ref(), signature.answer_type()).ok())
        .collect()
}

fn messages(signature: &Signature, values: &[Value]) -> String {
    let values = values.iter();
    values
        .map(|value| signature.encode_arguments(std::slice::from_ref(value)))
        .collect()
}

/// Judges the function that returns its argument, the stub, and a wrong type.
fn check_type(tools: &Tools, signature: &Signature, values: &[&str]) -> Result<(), String> {
    let id = tools.id.as_str();
    let Some(stub) = tools.stub(signature) else {
        // Languages without a spelling for it.
        let is_deep = id == "c" && signature.answer_type().depth() > 2;
        let is_void = signature.result.is_none() && ["elixir", "erlang", "racket"].contains(&id);
        return (is_deep || is_void)
            .then_some(())
            .ok_or_else(|| "no stub".to_owned());
    };
    let expected = read(signature, values).unwrap();
    let messages = messages(signature, &expected);
    if signature.result.is_none() {
        let replies = tools.replies(signature, &stub, &messages)?;
        return (read(signature, &replies) == Some(expected))
            .then_some(())
            .ok_or_else(|| format!("{replies:?}\n{stub}"));
    }
    let source = echo(id, signature, &stub);
    let replies = tools.replies(signature, &source, &messages);
    let replies = replies.map_err(|text| format!("{text}\n{source}"))?;
    if read(signature, &replies) != Some(expected.clone()) {
        return Err(format!("{replies:?}\n{source}"));
    }
    if !TYPES_TESTED_WITH_WRONG_ANSWERS.contains(&signature.answer_type().to_string().as_str()) {
        return Ok(());
    }
    let replies = tools.replies(signature, &stub, &messages);
    let replies = replies.map_err(|text| format!("stub: {text}\n{stub}"))?;
    if replies.len() != expected.len() || read(signature, &replies) == Some(expected) {
        return Err(format!("stub: {replies:?}\n{stub}"));
    }
    if id != "c" {
        let source = returning(id, &stub, wrong(id, signature));
        if let Ok(replies) = tools.replies(signature, &source, &messages)
            && !replies.iter().all(|reply| reply.starts_with('?'))
        {
            return Err(format!("wrong type: {replies:?}\n{source}"));
        }
    }
    Ok(())
}

fn check(id: &str) {
    let tools = Tools::new(id);
    let signature = |text: String| -> Signature { text.parse().unwrap() };
    let echoes = VALUES_BY_TYPE
        .iter()
        .map(|(ty, values)| (signature(format!("{ty} echo({ty} value)")), *values));
    let modified = VALUES_BY_TYPE
        .iter()
        .filter(|(ty, _)| MODIFIABLE_TYPES.contains(ty));
    let modified =
        modified.map(|(ty, values)| (signature(format!("void echo({ty} value)")), *values));
    let only = std::env::var("GRID").unwrap_or_default();
    let mut failures = String::new();
    for (signature, values) in echoes.chain(modified) {
        if !signature.to_string().starts_with(&only) {
            continue;
        }
        if let Err(text) = check_type(&tools, &signature, values) {
            let _ = writeln!(failures, "--- {id}: {signature}\n{text}");
        }
    }
    if let Err(text) = check_names(&tools) {
        let _ = writeln!(failures, "--- {id}: {text}");
    }
    assert!(failures.is_empty(), "{failures}");
}

/// Judges the stub of a function whose parameters have unusual names.
fn check_names(tools: &Tools) -> Result<(), String> {
    let names: Vec<&str> = PARAMETER_NAMES.split_whitespace().collect();
    let parameters = format!("int[] {}", names.join(", int "));
    let signature: Signature = format!("int echo({parameters})").parse().unwrap();
    let stub = tools.stub(&signature).ok_or("no stub")?;
    let text = format!("[1]{}", "\n1".repeat(names.len() - 1));
    let message = signature.encode_arguments(&signature.parse_arguments(&text).unwrap());
    let replies = tools.replies(&signature, &stub, &message);
    let replies = replies.map_err(|text| format!("{text}\n{stub}"))?;
    (replies.len() == 1)
        .then_some(())
        .ok_or_else(|| format!("{replies:?}\n{stub}"))
}

macro_rules! test_languages {
    ($($language:ident)*) => {
        $(#[test]
        fn $language() {
            check(stringify!($language));
        })*
    };
}

test_languages! {
    c cpp csharp elixir erlang go java javascript kotlin php pypy python racket ruby rust scala
    typescript
}

/// Functions whose answers are not valid JSON or have a misleading type, with the start of the
/// expected reply: language, signature, reply and source, with `⏎` for the end of a line.
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
php | string f(int x) | ?'�' | class Solution { function f($x) { return "\xff"; } }
php | ListNode f(ListNode x) | ?a list with a cycle | class Solution { function f($x) { return $x->next = $x; } }
csharp | ListNode f(ListNode x) | ?a list with a cycle | class Solution { public ListNode F(ListNode x) { return x.next = x; } }
csharp | string[] f(int x) | ?System.String[] | class Solution { public string[] F(int x) { return new string[1]; } }
csharp | int f(int x) | 9 | #region f⏎class Solution(int n = 0) { static readonly int[] A = { 2 }; public int F(int x, int y = 0) { return A[n] + x + y; } }⏎#endregion
csharp | int f(int x) | 7 | class Solution { int k; public Solution() { } public Solution(int k = 7) { this.k = k; } int F(int x) { return 0; } public int F(int x, int y = 0) { return k + x; } }
csharp | int f(int x) | 8 | class Solution { public int F(int x, int y) { return x - y; } public int F(int x, long y = 1) { return x + (int)y; } }
csharp | int[] f(int x) | [7,1] | class Solution { public int[] F(int x) { var a = new[] { 1, x }; (a[0], a[1]) = (a[1], a[0]); return a; } }
rust | TreeNode f(TreeNode x) | ?a tree with a cycle | impl Solution { fn f(x: Option<Rc<RefCell<TreeNode>>>) -> Option<Rc<RefCell<TreeNode>>> { let y = x.clone(); y.unwrap().borrow_mut().left = x.clone(); x } }
rust | ListNode f(ListNode x) | [7,7] | #[derive(Clone)] pub struct ListNode { val: i32, next: Option<Box<ListNode>> }⏎impl Solution { fn f(mut x: Option<Box<ListNode>>) -> Option<Box<ListNode>> { x.as_mut()?.next = x.clone(); x } }
"#;

#[test]
fn answers_without_json_get_a_reply() {
    let only = std::env::var("GRID").unwrap_or_default();
    let rows = HOSTILE_FUNCTIONS.lines().skip(1);
    for row in rows.filter(|row| row.split(" | ").next().unwrap().contains(&only)) {
        let [id, text, expected, source] = row.splitn(4, " | ").collect::<Vec<_>>()[..] else {
            panic!("a row has four columns: {row}");
        };
        let source = &source.replace('⏎', "\n");
        let signature: Signature = text.parse().unwrap();
        let value = match signature.parameters[0].ty.to_string().as_str() {
            "int" => "7",
            _ => "[7]",
        };
        let value = Value::parse(value, &signature.parameters[0].ty).unwrap();
        let message = signature.encode_arguments(std::slice::from_ref(&value));
        let replies = Tools::new(id).replies(&signature, source, &message);
        let reply = replies.unwrap_or_else(|text| panic!("{row}\n{text}"));
        let is_expected = reply.len() == 1 && reply[0].starts_with(expected);
        assert!(is_expected, "{row}\n{reply:?}");
    }
}
