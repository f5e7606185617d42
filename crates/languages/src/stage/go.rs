//! Wrapping of Go submissions. The submission stays in its own package, which the driver imports,
//! so that a main function of the submission is an ordinary function. Missing imports are added on
//! the line of the package clause.

use std::fmt::Write;

use super::task::{StagedFile, Task, WrappedFile};
use crate::source::{Code, Pattern};

pub(super) fn wrap(task: &Task<'_>, driver: &mut [StagedFile]) -> WrappedFile {
    let (text, package) = add_package_and_imports(task.code);
    // This is the only driver file in the package of the submission.
    for file in driver.iter_mut().filter(|file| file.name == "export.go") {
        let export = String::from_utf8_lossy(&file.content);
        let export = export.replacen("package main", &format!("package {package}"), 1);
        file.content = export.into_bytes();
    }
    task.wrap_file("solution.go", &text)
}

/// Packages that are imported if their names occur. The second text is an expression or type that
/// marks the import as used, in case the name belongs to a local variable.
const KNOWN_PACKAGES: &[(&str, &str)] = &[
    ("math/bits", "= bits.Len"),
    ("bufio", "= bufio.NewReader"),
    ("bytes", "= bytes.Equal"),
    ("cmp", "= cmp.Compare[int]"),
    ("errors", "= errors.New"),
    ("fmt", "= fmt.Sprint"),
    ("container/heap", "= heap.Init"),
    ("io", "= io.EOF"),
    ("container/list", "= list.New"),
    ("maps", "= maps.Keys[map[int]int]"),
    ("math", "= math.Abs"),
    ("os", "= os.Exit"),
    ("math/rand", "= rand.Int"),
    ("regexp", "= regexp.Compile"),
    ("container/ring", "= ring.New"),
    ("runtime", "= runtime.GC"),
    ("runtime/debug", "= debug.FreeOSMemory"),
    ("slices", "= slices.Sort[[]int]"),
    ("sort", "= sort.Ints"),
    ("strconv", "= strconv.Itoa"),
    ("strings", "= strings.Join"),
    ("sync", "sync.Mutex"),
    ("sync/atomic", "= atomic.AddInt64"),
    ("time", "= time.Now"),
    ("unicode", "= unicode.IsDigit"),
    ("unicode/utf8", "= utf8.RuneLen"),
    ("GODS_PACKAGE/lists/arraylist", "= arraylist.New"),
    ("GODS_PACKAGE/stacks/arraystack", "= arraystack.New"),
    ("GODS_PACKAGE/trees/binaryheap", "= binaryheap.NewWith"),
    ("GODS_PACKAGE/maps/hashmap", "= hashmap.New"),
    ("GODS_PACKAGE/sets/hashset", "= hashset.New"),
    ("GODS_PACKAGE/maps/linkedhashmap", "= linkedhashmap.New"),
    ("GODS_PACKAGE/sets/linkedhashset", "= linkedhashset.New"),
    ("GODS_PACKAGE/trees/redblacktree", "= redblacktree.NewWith"),
    ("GODS_PACKAGE/maps/treemap", "= treemap.NewWith"),
    ("GODS_PACKAGE/sets/treeset", "= treeset.NewWith"),
];

/// The package with the collections that `LeetCode` offers besides the standard library.
const GODS_PACKAGE: &str = "github.com/emirpasic/gods";

/// Adds a package clause and missing imports to the source, without moving any line. Returns the
/// source and the name of its package.
fn add_package_and_imports(code: &Code) -> (String, String) {
    let imports = missing_packages(code);
    let mut added = String::new();
    let mut anchors = String::new();
    for (path, anchor) in &imports {
        let _ = write!(
            added,
            "; import \"{}\"",
            path.replace("GODS_PACKAGE", GODS_PACKAGE)
        );
        let _ = write!(anchors, "\nvar _ {anchor}");
    }
    let clause = Pattern::new_valid(r"(?m)^\s*package\s+(\w+)");
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

/// Returns the known packages that are used, but are neither imported nor shadowed by a
/// declaration of the submission.
fn missing_packages(code: &Code) -> Vec<&'static (&'static str, &'static str)> {
    let imported = imported_names(code);
    KNOWN_PACKAGES
        .iter()
        .filter(|(path, _)| {
            let name = path.rsplit('/').next().unwrap_or_default();
            let matches = |pattern: &str| {
                Pattern::new_valid(&pattern.replace("NAME", name)).is_match(&code.bare)
            };
            matches(r"(?:^|[^\w.])NAME\s*\.\s*[A-Z]")
                && !imported.iter().any(|known| known == name)
                && !matches(r"(?m)^(?:func|type|var|const)\s+NAME\b")
        })
        .collect()
}

/// Returns the names that the source's import declarations define.
fn imported_names(code: &Code) -> Vec<String> {
    // An unclosed parenthesis matches the rest of the text. Otherwise, each of many unclosed
    // parentheses would cause another scan.
    let declaration =
        Pattern::new_valid(r"(?m)^[ \t]*import\s*(\([^)]*\)?|[^;\n]*)|;\s*import\s*([^;\n]*)");
    let spec = Pattern::new_valid(r#"(?:([\w.]+)[ \t]+)?["`]([^"`]*)["`]"#);
    let mut names = Vec::new();
    for found in declaration.find_iter(&code.bare) {
        // Strings are blank in `bare`, so they are taken from the text.
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
        assert_eq!(
            add_package_and_imports(&Code::new(source, &go.syntax)).0,
            expected
        );
    }

    #[test]
    fn function_without_package_gets_package_and_imports() {
        check(
            "func f() { sort.Ints(nil) }",
            "package main; import \"sort\"; func f() { sort.Ints(nil) }\nvar _ = sort.Ints\n",
        );
    }

    #[test]
    fn existing_package_clause_and_imports_are_kept() {
        let source = "// fmt.Print\npackage leet\n\nimport (\n\t\"fmt\"\n\ts \"sort\"\n)\nfunc f() { fmt.Print(s.Ints, \"math.Abs\") }\n";
        check(source, source);
        check(
            "package a\nimport \"fmt\"\nfunc f() { fmt.Print(math.Pi) }\n",
            "package a; import \"math\"\nimport \"fmt\"\nfunc f() { fmt.Print(math.Pi) }\n\nvar _ = math.Abs\n",
        );
    }

    #[test]
    fn declared_names_and_fields_are_not_imported() {
        check(
            "package a\ntype heap struct{}\nfunc f() { x.list.Len(); heap.Push() }\n",
            "package a\ntype heap struct{}\nfunc f() { x.list.Len(); heap.Push() }\n",
        );
    }
}
