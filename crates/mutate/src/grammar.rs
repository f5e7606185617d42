//! The supported languages with their grammars.

use tree_sitter::Language;

/// A language with a grammar.
#[derive(Clone, Copy)]
pub(crate) struct Grammar {
    /// The id in the language table.
    pub id: &'static str,
    parser: fn() -> Language,
    /// The literals for true and false.
    pub booleans: [&'static str; 2],
    /// A statement that does nothing.
    pub empty_statement: &'static str,
}

const fn row(
    id: &'static str,
    parser: fn() -> Language,
    booleans: [&'static str; 2],
    empty_statement: &'static str,
) -> Grammar {
    Grammar {
        id,
        parser,
        booleans,
        empty_statement,
    }
}

const WORDS: [&str; 2] = ["true", "false"];

#[rustfmt::skip]
const GRAMMARS: &[Grammar] = &[
    row("c", || tree_sitter_c::LANGUAGE.into(), ["1", "0"], ";"),
    row("cpp", || tree_sitter_cpp::LANGUAGE.into(), WORDS, ";"),
    row("csharp", || tree_sitter_c_sharp::LANGUAGE.into(), WORDS, ";"),
    row("elixir", || tree_sitter_elixir::LANGUAGE.into(), WORDS, "nil"),
    row("erlang", || tree_sitter_erlang::LANGUAGE.into(), WORDS, "ok"),
    row("go", || tree_sitter_go::LANGUAGE.into(), WORDS, ""),
    row("java", || tree_sitter_java::LANGUAGE.into(), WORDS, ";"),
    row("javascript", typescript, WORDS, ";"),
    row("kotlin", || tree_sitter_kotlin_ng::LANGUAGE.into(), WORDS, "Unit"),
    row("php", || tree_sitter_php::LANGUAGE_PHP.into(), WORDS, ";"),
    row("pypy", python, ["True", "False"], "pass"),
    row("python", python, ["True", "False"], "pass"),
    row("racket", || tree_sitter_racket::LANGUAGE.into(), ["#t", "#f"], "(void)"),
    row("ruby", || tree_sitter_ruby::LANGUAGE.into(), WORDS, "nil"),
    row("rust", || tree_sitter_rust::LANGUAGE.into(), WORDS, ";"),
    row("scala", || tree_sitter_scala::LANGUAGE.into(), WORDS, "()"),
    row("typescript", typescript, WORDS, ";"),
];

fn python() -> Language {
    tree_sitter_python::LANGUAGE.into()
}

/// The grammar of `TypeScript` includes that of `JavaScript`.
fn typescript() -> Language {
    tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into()
}

impl Grammar {
    /// Returns the grammar of a language, by its id in the language table.
    pub(crate) fn for_language(id: &str) -> Option<&'static Self> {
        GRAMMARS.iter().find(|grammar| grammar.id == id)
    }

    /// Returns the language of the parser for this source.
    pub(crate) fn parser(&self, source: &str) -> Language {
        if self.id == "php" && !source.contains("<?") {
            return tree_sitter_php::LANGUAGE_PHP_ONLY.into();
        }
        (self.parser)()
    }
}

/// Returns whether there is a grammar for a language, given its id in the language table.
pub fn is_supported(language: &str) -> bool {
    Grammar::for_language(language).is_some()
}
