//! The supported languages with their grammars.

use tree_sitter::Language;

/// The grammar of a language.
#[derive(Clone, Copy)]
pub(crate) struct Grammar {
    /// The language's id in the language table.
    pub id: &'static str,
    parser: fn() -> Language,
    /// The language's boolean literals: true, then false.
    pub booleans: [&'static str; 2],
    /// The language's no-op statement.
    pub empty_statement: &'static str,
}

const fn grammar(
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

const LOWERCASE_BOOLEANS: [&str; 2] = ["true", "false"];

#[rustfmt::skip]
const GRAMMARS: &[Grammar] = &[
    grammar("c", || tree_sitter_c::LANGUAGE.into(), ["1", "0"], ";"),
    grammar("cpp", || tree_sitter_cpp::LANGUAGE.into(), LOWERCASE_BOOLEANS, ";"),
    grammar("csharp", || tree_sitter_c_sharp::LANGUAGE.into(), LOWERCASE_BOOLEANS, ";"),
    grammar("elixir", || tree_sitter_elixir::LANGUAGE.into(), LOWERCASE_BOOLEANS, "nil"),
    grammar("erlang", || tree_sitter_erlang::LANGUAGE.into(), LOWERCASE_BOOLEANS, "ok"),
    grammar("go", || tree_sitter_go::LANGUAGE.into(), LOWERCASE_BOOLEANS, ""),
    grammar("java", || tree_sitter_java::LANGUAGE.into(), LOWERCASE_BOOLEANS, ";"),
    grammar("javascript", typescript_grammar, LOWERCASE_BOOLEANS, ";"),
    grammar("kotlin", || tree_sitter_kotlin_ng::LANGUAGE.into(), LOWERCASE_BOOLEANS, "Unit"),
    grammar("php", || tree_sitter_php::LANGUAGE_PHP.into(), LOWERCASE_BOOLEANS, ";"),
    grammar("pypy", python_grammar, ["True", "False"], "pass"),
    grammar("python", python_grammar, ["True", "False"], "pass"),
    grammar("racket", || tree_sitter_racket::LANGUAGE.into(), ["#t", "#f"], "(void)"),
    grammar("ruby", || tree_sitter_ruby::LANGUAGE.into(), LOWERCASE_BOOLEANS, "nil"),
    grammar("rust", || tree_sitter_rust::LANGUAGE.into(), LOWERCASE_BOOLEANS, ";"),
    grammar("scala", || tree_sitter_scala::LANGUAGE.into(), LOWERCASE_BOOLEANS, "()"),
    grammar("typescript", typescript_grammar, LOWERCASE_BOOLEANS, ";"),
];

fn python_grammar() -> Language {
    tree_sitter_python::LANGUAGE.into()
}

/// Returns the grammar of `TypeScript`, which includes the grammar of `JavaScript`.
fn typescript_grammar() -> Language {
    tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into()
}

impl Grammar {
    /// Returns the grammar of a language, given its id in the language table.
    pub(crate) fn for_language(id: &str) -> Option<&'static Self> {
        GRAMMARS.iter().find(|grammar| grammar.id == id)
    }

    /// Returns the Tree-sitter grammar for this source.
    pub(crate) fn tree_sitter_language(&self, source: &str) -> Language {
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
