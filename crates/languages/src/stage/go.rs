//! Go: the submission keeps its package, which the driver imports whatever its
//! name, so that a main beside it is a function like any other. What is used
//! without an import is imported on the line of the package clause.

use std::fmt::Write;

use super::staged::StagedFile;
use super::task::{Task, Wrapped};
use crate::source::{Code, Pattern};

pub(super) fn wrap(task: &Task<'_>, beside: &mut [StagedFile]) -> Wrapped {
    let (text, package) = complete(task.code);
    // The only driver file in the submission's package.
    for file in beside.iter_mut().filter(|file| file.name == "export.go") {
        let export = String::from_utf8_lossy(&file.content);
        let export = export.replacen("package main", &format!("package {package}"), 1);
        file.content = export.into_bytes();
    }
    task.wrapped("solution.go", &text)
}

/// The packages imported where they are used: name, path, and an expression
/// or type that marks the import as used, in case the name turns out to be
/// that of a local variable.
const PACKAGES: &[(&str, &str, &str)] = &[
    ("bits", "math/bits", "= bits.Len"),
    ("bufio", "bufio", "= bufio.NewReader"),
    ("bytes", "bytes", "= bytes.Equal"),
    ("cmp", "cmp", "= cmp.Compare[int]"),
    ("errors", "errors", "= errors.New"),
    ("fmt", "fmt", "= fmt.Sprint"),
    ("heap", "container/heap", "= heap.Init"),
    ("io", "io", "= io.EOF"),
    ("list", "container/list", "= list.New"),
    ("maps", "maps", "= maps.Keys[map[int]int]"),
    ("math", "math", "= math.Abs"),
    ("os", "os", "= os.Exit"),
    ("rand", "math/rand", "= rand.Int"),
    ("regexp", "regexp", "= regexp.Compile"),
    ("ring", "container/ring", "= ring.New"),
    ("runtime", "runtime", "= runtime.GC"),
    ("debug", "runtime/debug", "= debug.FreeOSMemory"),
    ("slices", "slices", "= slices.Sort[[]int]"),
    ("sort", "sort", "= sort.Ints"),
    ("strconv", "strconv", "= strconv.Itoa"),
    ("strings", "strings", "= strings.Join"),
    ("sync", "sync", "sync.Mutex"),
    ("atomic", "sync/atomic", "= atomic.AddInt64"),
    ("time", "time", "= time.Now"),
    ("unicode", "unicode", "= unicode.IsDigit"),
    ("utf8", "unicode/utf8", "= utf8.RuneLen"),
    ("arraylist", "GODS/lists/arraylist", "= arraylist.New"),
    ("arraystack", "GODS/stacks/arraystack", "= arraystack.New"),
    (
        "binaryheap",
        "GODS/trees/binaryheap",
        "= binaryheap.NewWith",
    ),
    ("hashmap", "GODS/maps/hashmap", "= hashmap.New"),
    ("hashset", "GODS/sets/hashset", "= hashset.New"),
    (
        "linkedhashmap",
        "GODS/maps/linkedhashmap",
        "= linkedhashmap.New",
    ),
    (
        "linkedhashset",
        "GODS/sets/linkedhashset",
        "= linkedhashset.New",
    ),
    (
        "redblacktree",
        "GODS/trees/redblacktree",
        "= redblacktree.NewWith",
    ),
    ("treemap", "GODS/maps/treemap", "= treemap.NewWith"),
    ("treeset", "GODS/sets/treeset", "= treeset.NewWith"),
];

/// The collections that `LeetCode` has beside Go's own.
const GODS: &str = "github.com/emirpasic/gods";

/// The source with a package clause and the imports it lacks, no line moved,
/// and the name of its package.
fn complete(code: &Code) -> (String, String) {
    let imports = missing(code);
    let mut added = String::new();
    let mut anchors = String::new();
    for (_, path, anchor) in &imports {
        let _ = write!(added, "; import \"{}\"", path.replace("GODS", GODS));
        let _ = write!(anchors, "\nvar _ {anchor}");
    }
    let clause = Pattern::sound(r"(?m)^\s*package\s+(\w+)");
    let (mut text, package) = match clause.captures(&code.bare) {
        Some(found) => {
            let end = found.get(0).map_or(0, |clause| clause.end());
            let (head, tail) = code.text.split_at(end);
            (format!("{head}{added}{tail}"), found[1].to_owned())
        }
        None => (
            format!("package main{added}; {}", code.text),
            "main".to_owned(),
        ),
    };
    if !anchors.is_empty() {
        text.push_str(&anchors);
        text.push('\n');
    }
    (text, package)
}

/// The known packages that are used, but neither imported nor shadowed by a
/// declaration of the submission's.
fn missing(code: &Code) -> Vec<&'static (&'static str, &'static str, &'static str)> {
    let imported = imported(code);
    PACKAGES
        .iter()
        .filter(|(name, ..)| {
            let matches =
                |pattern: &str| Pattern::sound(&pattern.replace("NAME", name)).is_match(&code.bare);
            matches(r"(?:^|[^\w.])NAME\s*\.\s*[A-Z]")
                && !imported.iter().any(|known| known == name)
                && !matches(r"(?m)^(?:func|type|var|const)\s+NAME\b")
        })
        .collect()
}

/// The names that the source's import declarations bring into its file.
fn imported(code: &Code) -> Vec<String> {
    // A parenthesis that is never closed takes the rest: without that, each of
    // many would be looked for anew.
    let declaration =
        Pattern::sound(r"(?m)^[ \t]*import\s*(\([^)]*\)?|[^;\n]*)|;\s*import\s*([^;\n]*)");
    let spec = Pattern::sound(r#"(?:([\w.]+)[ \t]+)?["`]([^"`]*)["`]"#);
    let mut names = Vec::new();
    for found in declaration.find_iter(&code.bare) {
        // Strings are blanked there; the same place in the text has them.
        for spec in spec.captures_iter(&code.text[found.range()]) {
            let last = spec[2].rsplit('/').next().unwrap_or_default();
            let alias = spec.get(1).map(|alias| alias.as_str());
            let name = alias.filter(|&alias| alias != "import").unwrap_or(last);
            names.push(name.to_owned());
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Languages;

    fn check(source: &str, expected: &str) {
        let languages = Languages::embedded();
        let go = languages.by_id("go").unwrap();
        assert_eq!(complete(&Code::new(source, &go.syntax)).0, expected);
    }

    #[test]
    fn a_bare_function_gets_a_package_and_what_it_uses() {
        check(
            "func f() { sort.Ints(nil) }",
            "package main; import \"sort\"; func f() { sort.Ints(nil) }\nvar _ = sort.Ints\n",
        );
    }

    #[test]
    fn own_clause_and_imports_are_kept() {
        let source = "// fmt.Print\npackage leet\n\nimport (\n\t\"fmt\"\n\ts \"sort\"\n)\nfunc f() { fmt.Print(s.Ints, \"math.Abs\") }\n";
        check(source, source);
        check(
            "package a\nimport \"fmt\"\nfunc f() { fmt.Print(math.Pi) }\n",
            "package a; import \"math\"\nimport \"fmt\"\nfunc f() { fmt.Print(math.Pi) }\n\nvar _ = math.Abs\n",
        );
    }

    #[test]
    fn own_names_and_fields_are_no_packages() {
        check(
            "package a\ntype heap struct{}\nfunc f() { x.list.Len(); heap.Push() }\n",
            "package a\ntype heap struct{}\nfunc f() { x.list.Len(); heap.Push() }\n",
        );
    }
}
