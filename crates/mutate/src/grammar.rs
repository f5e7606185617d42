//! The languages: their grammars, and the syntax of a choice in each.

use tree_sitter::Language;

/// The syntax of a choice between expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    /// `(c?(a):(b))`
    Ternary,
    /// `(if (c) {a} else {b})`
    If,
    /// Go has neither: `c&&(a)||!c&&(b)` for truth values, a call for others.
    Go,
}

/// How a program of many mutants selects one of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Selection {
    /// The syntax of a choice.
    pub choice: Choice,
    /// The expression for the number of the mutant.
    pub number: &'static str,
    /// The text before the source.
    pub before: &'static str,
    /// The text after the source.
    pub after: &'static str,
}

/// A language with a grammar.
#[derive(Clone, Copy)]
pub(crate) struct Grammar {
    /// The id of the language table.
    pub id: &'static str,
    parser: fn() -> Language,
    /// The literals for true and false.
    pub truth: [&'static str; 2],
    /// A statement that does nothing.
    pub nothing: &'static str,
    /// How one program holds many mutants, for compiled languages.
    pub selection: Option<&'static Selection>,
}

const fn row(
    id: &'static str,
    parser: fn() -> Language,
    truth: [&'static str; 2],
    nothing: &'static str,
    selection: Option<&'static Selection>,
) -> Grammar {
    Grammar {
        id,
        parser,
        truth,
        nothing,
        selection,
    }
}

const WORDS: [&str; 2] = ["true", "false"];

#[rustfmt::skip]
const GRAMMARS: &[Grammar] = &[
    row("c", || tree_sitter_c::LANGUAGE.into(), ["1", "0"], ";", Some(&C)),
    row("cpp", || tree_sitter_cpp::LANGUAGE.into(), WORDS, ";", Some(&CPP)),
    row("csharp", || tree_sitter_c_sharp::LANGUAGE.into(), WORDS, ";", Some(&CSHARP)),
    row("elixir", || tree_sitter_elixir::LANGUAGE.into(), WORDS, "nil", None),
    row("erlang", || tree_sitter_erlang::LANGUAGE.into(), WORDS, "ok", None),
    row("go", || tree_sitter_go::LANGUAGE.into(), WORDS, "", Some(&GO)),
    row("java", || tree_sitter_java::LANGUAGE.into(), WORDS, ";", Some(&JAVA)),
    row("javascript", typescript, WORDS, ";", None),
    row("kotlin", || tree_sitter_kotlin_ng::LANGUAGE.into(), WORDS, "Unit", Some(&KOTLIN)),
    row("php", || tree_sitter_php::LANGUAGE_PHP.into(), WORDS, ";", None),
    row("pypy", python, ["True", "False"], "pass", None),
    row("python", python, ["True", "False"], "pass", None),
    row("racket", || tree_sitter_racket::LANGUAGE.into(), ["#t", "#f"], "(void)", None),
    row("ruby", || tree_sitter_ruby::LANGUAGE.into(), WORDS, "nil", None),
    row("rust", || tree_sitter_rust::LANGUAGE.into(), WORDS, ";", Some(&RUST)),
    row("scala", || tree_sitter_scala::LANGUAGE.into(), WORDS, "()", Some(&SCALA)),
    row("typescript", typescript, WORDS, ";", None),
];

fn python() -> Language {
    tree_sitter_python::LANGUAGE.into()
}

/// The grammar of `TypeScript` includes that of `JavaScript`.
fn typescript() -> Language {
    tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into()
}

const C: Selection = Selection {
    choice: Choice::Ternary,
    number: "mutant_number_",
    before: "extern char*getenv(const char*);extern int atoi(const char*);static int \
             mutant_number_;__attribute__((constructor))static void mutant_read_(void)\
             {char*number=getenv(\"MUTANT_NUMBER\");mutant_number_=number?atoi(number):0;}\n\
             #line 1\n",
    after: "",
};

const CPP: Selection = Selection {
    choice: Choice::Ternary,
    number: "mutant_number_",
    before: "#include <cstdlib>\nstatic const int mutant_number_=[]{const char*number=\
             std::getenv(\"MUTANT_NUMBER\");return number?std::atoi(number):0;}();\n#line 1\n",
    after: "",
};

const CSHARP: Selection = Selection {
    choice: Choice::Ternary,
    number: "MutantNumber_.N",
    before: "",
    after: "\nstatic class MutantNumber_{public static readonly int N=int.Parse(\
            System.Environment.GetEnvironmentVariable(\"MUTANT_NUMBER\")??\"0\");}\n",
};

const GO: Selection = Selection {
    choice: Choice::Go,
    number: "mutantNumber_",
    before: "",
    after: "\nvar mutantNumber_=func()int{n,_:=mutantText_.Atoi(mutantOs_.Getenv(\"MUTANT_NUMBER\"));\
            return n}()\nfunc mutantPick_[T any](c bool,a,b T)T{if c{return a};return b}\n",
};

const JAVA: Selection = Selection {
    choice: Choice::Ternary,
    number: "MutantNumber_.N",
    before: "",
    after: "\nclass MutantNumber_{static final int N=number();static int number(){String \
            n=System.getenv(\"MUTANT_NUMBER\");return n==null?0:Integer.parseInt(n);}}\n",
};

const KOTLIN: Selection = Selection {
    choice: Choice::If,
    number: "mutantNumber_",
    before: "",
    after: "\nprivate val mutantNumber_: Int = (System.getenv(\"MUTANT_NUMBER\") ?: \"0\").toInt()\n",
};

const RUST: Selection = Selection {
    choice: Choice::If,
    number: "mutant_number_()",
    before: "",
    after: "\nfn mutant_number_()->u32{static N:std::sync::OnceLock<u32>=\
            std::sync::OnceLock::new();*N.get_or_init(||std::env::var(\"MUTANT_NUMBER\")\
            .ok().and_then(|n|n.parse().ok()).unwrap_or(0))}\n",
};

const SCALA: Selection = Selection {
    choice: Choice::If,
    number: "MutantNumber_.n",
    before: "",
    after: "\nobject MutantNumber_ { val n: Int = sys.env.getOrElse(\"MUTANT_NUMBER\", \"0\").toInt }\n",
};

impl Grammar {
    /// Returns the grammar of a language, by its id in the language table.
    pub(crate) fn of(language: &str) -> Option<&'static Self> {
        GRAMMARS.iter().find(|grammar| grammar.id == language)
    }

    /// Returns the language of the parser for this source.
    pub(crate) fn parser(&self, source: &str) -> Language {
        if self.id == "php" && !source.contains("<?") {
            return tree_sitter_php::LANGUAGE_PHP_ONLY.into();
        }
        (self.parser)()
    }
}

/// Returns whether there is a grammar of this language, by its id in the language table.
pub fn speaks(language: &str) -> bool {
    Grammar::of(language).is_some()
}
