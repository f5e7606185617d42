//! Wraps Go submissions. The submission stays in its own package, which the driver imports, so a
//! `main` function in the submission is not run. Missing imports are added on the line of the
//! package clause.

use std::fmt::Write;

use super::task::{StagedFile, StagingTask};
use crate::source::{Pattern, SourceText};

pub(super) fn wrap(task: &mut StagingTask<'_>) -> StagedFile {
    let (text, package) = add_package_and_imports(&task.detected.code);
    // This is the only driver file in the package of the submission.
    let mut driver = task.driver.iter_mut();
    if let Some(export) = driver.find(|file| file.name == "export.go") {
        let clause = format!("package {package}");
        export.text = export.text.replacen("package main", &clause, 1);
    }
    StagedFile::new("solution.go", text)
}

/// Packages that are imported if their names occur. The second string of each pair completes a
/// declaration `var _` that uses the import, because Go rejects unused imports.
const KNOWN_PACKAGES: &[(&str, &str)] = &[
    ("math/big", "= big.NewInt"),
    ("math/bits", "= bits.Len"),
    ("bufio", "= bufio.NewReader"),
    ("bytes", "= bytes.Equal"),
    ("cmp", "= cmp.Compare[int]"),
    ("errors", "= errors.New"),
    ("fmt", "= fmt.Sprint"),
    ("container/heap", "= heap.Init"),
    ("io", "= io.EOF"),
    ("math/cmplx", "= cmplx.Abs"),
    ("container/list", "= list.New"),
    ("maps", "= maps.Keys[map[int]int]"),
    ("math", "= math.Abs"),
    ("os", "= os.Exit"),
    ("math/rand", "= rand.Int"),
    ("reflect", "= reflect.DeepEqual"),
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
    ("GODS/lists/arraylist", "= arraylist.New"),
    ("GODS/stacks/arraystack", "= arraystack.New"),
    ("GODS/trees/binaryheap", "= binaryheap.NewWith"),
    ("GODS/maps/hashmap", "= hashmap.New"),
    ("GODS/sets/hashset", "= hashset.New"),
    ("GODS/maps/linkedhashmap", "= linkedhashmap.New"),
    ("GODS/sets/linkedhashset", "= linkedhashset.New"),
    ("GODS/trees/redblacktree", "= redblacktree.NewWith"),
    ("GODS/maps/treemap", "= treemap.NewWith"),
    ("GODS/sets/treeset", "= treeset.NewWith"),
];

/// The module with the collections that `LeetCode` offers in addition to the standard library.
const COLLECTIONS_MODULE: &str = "github.com/emirpasic/gods";

/// Adds a package clause and missing imports to the source, without changing line numbers. Returns
/// the source and the name of its package.
fn add_package_and_imports(code: &SourceText) -> (String, String) {
    let (mut added, mut anchors) = (String::new(), String::new());
    for (path, anchor) in missing_packages(code) {
        let path = path.replace("GODS", COLLECTIONS_MODULE);
        let _ = write!(added, "; import \"{path}\"");
        let _ = write!(anchors, "\nvar _ {anchor}");
    }
    let clause = Pattern::built_in(r"(?m)^\s*package\s+(\w+)");
    let (mut text, package) = match clause.captures(&code.bare) {
        Some(found) => {
            let (head, tail) = code.text.split_at(found.get_match().end());
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
fn missing_packages(code: &SourceText) -> Vec<&'static (&'static str, &'static str)> {
    let imported = imported_names(code);
    KNOWN_PACKAGES
        .iter()
        .filter(|(path, _)| {
            let name = path.rsplit('/').next().unwrap_or_default();
            let matches = |pattern: &str| {
                Pattern::built_in(&pattern.replace("NAME", name)).is_match(&code.bare)
            };
            matches(r"(?:^|[^\w.])NAME\s*\.\s*[A-Z]")
                && !imported.iter().any(|known| known == name)
                && !matches(r"(?m)^(?:func|type|var|const)\s+(?:\([^)]*?^\s*)?NAME\b")
        })
        .collect()
}

/// Returns the names that the source's import declarations define.
fn imported_names(code: &SourceText) -> Vec<String> {
    // An unclosed parenthesis matches the rest of the text. Otherwise, each unclosed parenthesis
    // would cause another scan of the text.
    let declaration =
        Pattern::built_in(r"(?m)^[ \t]*import\s*(\([^)]*\)?|[^;\n]*)|;\s*import\s*([^;\n]*)");
    let spec = Pattern::built_in(r#"(?:([\w.]+)[ \t]+)?["`]([^"`]*)["`]"#);
    let mut names = Vec::new();
    for found in declaration.find_iter(&code.bare) {
        // Strings are blank in `bare`, so import paths are taken from the text.
        for spec in spec.captures_iter(&code.text[found.range()]) {
            let last = spec[2].rsplit('/').next().unwrap_or_default();
            let alias = spec.get(1).map(|alias| alias.as_str());
            let name = alias.filter(|&alias| alias != "import").unwrap_or(last);
            names.push(name.to_owned());
        }
    }
    names
}
