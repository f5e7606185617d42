//! Submissions that define names of their driver.

use std::collections::{BTreeMap, BTreeSet};

use cat_and_mouse::Game;
use mousetrap_languages::{Languages, driver_files};
use regex::Regex;

use super::rows::rows;
use crate::support::test_languages;

/// How each language declares types, functions and values called `NAME`.
const DECLARATIONS: &str = r"
c: struct NAME { int x; }; | int NAME(int x) { return x; }
cpp: struct NAME { int x; }; | int NAME(int x) { return x; }
csharp: public class NAME {}
go: type NAME struct{} | func NAME(x int) int { return x } | var NAME = 1
java: class NAME {} | interface NAME {}
javascript: class NAME {} | function NAME(x) { return x; } | const NAME = 1;
typescript: class NAME {} | function NAME(x: number) { return x; }
kotlin: class NAME | fun NAME(x: Int): Int = x
scala: class NAME | object NAME
php: class NAME {} | function NAME($x) { return $x; }
python: class NAME: pass | def NAME(x): return x | NAME = 1
pypy: class NAME: pass
ruby: class NAME; end | def NAME(x) x end
racket: (define (NAME x) x)
erlang: NAME(X) -> X.
elixir: defmodule :NAME do end
rust: struct NAME; | fn NAME(x: i32) -> i32 { x } | mod NAME {}
";

/// Returns the declarations of each language.
fn declarations() -> BTreeMap<&'static str, Vec<&'static str>> {
    let rows = DECLARATIONS.lines().filter_map(|row| row.split_once(": "));
    rows.map(|(language, kinds)| (language, kinds.split(" | ").collect()))
        .collect()
}

/// Names that a submission cannot define in some language.
const RESERVED: &str = "_ mut std auto bool case char int main string void Solution catMouseGame \
                        in size_t val CatMouseGame extends";

/// Returns the names that the files of a driver declare, and the names of these files.
fn names_in(driver: &[(String, String)]) -> BTreeSet<String> {
    let declared = Regex::new(
        r"\b(?:class|interface|object|struct|trait|module|namespace|fun|func|function|def|fn|mod|type|delegate \w+|(?:const|var|let|val)(?:\s+\w+)??)\s+(\w+)\b|(\w*(?i:mousetrap)\w*)",
    )
    .unwrap();
    let mut names = BTreeSet::new();
    for (name, text) in driver {
        let file = name.rsplit('/').next().unwrap();
        names.insert(file.split('.').next().unwrap().to_owned());
        let code = text.lines().filter(|line| {
            let line = line.trim_start();
            !["//", "#!", "# ", "*", "/*", "\"\"\"", "%%", ";"]
                .iter()
                .any(|start| line.starts_with(start))
        });
        for line in code {
            for found in declared.captures_iter(line) {
                let name = found.get(1).or(found.get(2)).unwrap().as_str();
                names.insert(name.to_owned());
            }
        }
    }
    names
}

/// Judges probes that declare all names of their driver.
fn check(language: &str) {
    let languages = Languages::embedded();
    let known = languages.by_id(language).unwrap();
    // System interfaces are not in the scope of a submission.
    let mut commands = known.function.clone().unwrap();
    commands.driver.retain(|it| !it.starts_with("native"));
    let mut found = names_in(&driver_files(&commands, Some(Game::CatAndMouse.problem())));
    let legal = Regex::new(r"^[A-Za-z_]\w*$").unwrap();
    found.retain(|name| legal.is_match(name) && !RESERVED.split(' ').any(|it| it == name));
    let has_own = |name: &String| name.to_lowercase().contains("mousetrap");
    assert!(found.iter().any(has_own));
    let file = if language == "pypy" {
        "python"
    } else {
        language
    };
    let probe = rows(file).into_iter().find(|row| row.title == "the probe");
    let probe = probe.unwrap();
    let mut expected = probe.expected.iter();
    let expected = expected.find(|it| it.is_in(&languages, language)).unwrap();
    for kind in &declarations()[language] {
        let fits = |name: &&String| {
            let capital = name.starts_with(|c: char| c.is_ascii_uppercase());
            language != "ruby" || capital == kind.starts_with("class")
        };
        let mut source = String::new();
        // PHP ignores the case of names.
        let mut taken = BTreeSet::new();
        for name in found.iter().filter(fits) {
            if language == "php" && !taken.insert(name.to_lowercase()) {
                continue;
            }
            source += &kind.replace("NAME", name);
            source.push('\n');
        }
        source += &probe.sources[0];
        expected.check("names of the driver", &source);
    }
}

#[test]
fn every_language_has_declarations_and_a_test() {
    let languages = Languages::embedded();
    let known: BTreeSet<&str> = languages.iter().map(|row| row.id.as_str()).collect();
    assert_eq!(known, declarations().into_keys().collect());
    assert_eq!(known, TESTED.iter().copied().collect());
}

test_languages! {
    c cpp csharp elixir erlang go java javascript kotlin php pypy python racket ruby rust
    scala typescript
}
