//! The language table: the embedded rows, with a configuration's overrides.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use regex::Regex;

use super::code::Syntax;
use super::error::TableError;
use super::exception::Exception;
use super::needs::StageNeeds;
use super::row::{Commands, Detect, Install, Probe, Row};
use mousetrap_base::toml_file;

/// The share of the memory limit that a stack may take: what overflows it is then
/// distinguished from what needs too much memory.
const STACK: f64 = 0.5;

/// A language that submissions may be written in.
#[derive(Clone, Debug)]
pub struct Language {
    /// The short name used on command lines and in configuration: `cpp`.
    pub id: String,
    /// What reports call it: `C++`.
    pub name: String,
    /// Extensions of source files, without the dot; at least one.
    pub extensions: Vec<String>,
    /// CPU time granted for the start of a process, at most.
    pub startup: Duration,
    /// Multiplies the CPU limit of a case.
    pub time_factor: f64,
    /// Multiplies the memory limit of a case.
    pub memory_factor: f64,
    /// Matches what the runtime writes to standard error when it ends a program
    /// because it finds no more memory.
    pub out_of_memory: Option<Regex>,
    /// The share of the memory limit that a stack may take.
    pub stack: f64,
    /// Matches what the runtime writes to standard error when the stack has
    /// overflowed.
    pub stack_overflow: Option<Regex>,
    /// Match what the checked build writes about a mistake.
    pub sanitizer: Vec<String>,
    /// Match what the runtime writes about an exception that ends a program.
    pub exception: Vec<String>,
    /// What its compiler and its runtime need beyond what every job may do.
    pub needs: StageNeeds,
    /// What to say of a failure whose text matches.
    pub hints: Vec<(Regex, String)>,
    /// What a user of `LeetCode` would miss here.
    pub lacks: Option<String>,
    /// Toolchain directories beyond the system directories, with placeholders.
    pub binds: Vec<String>,
    /// Environment beyond what every job has, with placeholders.
    pub env: BTreeMap<String, String>,
    /// How its version is asked for.
    pub probe: Probe,
    /// Placeholders whose values a command prints.
    pub locate: BTreeMap<String, Vec<String>>,
    /// Run once for a toolchain, to make compiling quicker.
    pub prepare: Vec<Vec<String>>,
    /// What `setup` installs.
    pub install: Install,
    /// Directories of `drivers/` that make up its driver, its own last.
    pub drivers: Vec<String>,
    /// Comments and strings.
    pub syntax: Syntax,
    /// How submissions are recognised; without it all are whole programs.
    pub detect: Option<Detect>,
    /// Commands for the function form, if the language has it.
    pub function: Option<Commands>,
    /// Commands for whole programs.
    pub program: Option<Commands>,
}

/// All languages, in the order of their ids.
#[derive(Clone, Debug)]
pub struct Languages(Vec<Language>);

impl Languages {
    /// The languages that come with the program.
    pub fn embedded() -> Self {
        Self::with_overrides(&BTreeMap::new()).expect("the embedded table is sound; tested below")
    }

    /// The embedded languages, changed and added to by `overrides`, the rows
    /// under `[languages]` in a configuration.
    ///
    /// # Errors
    /// A new language that lacks a key, and expressions that do not compile.
    pub fn with_overrides(overrides: &BTreeMap<String, Row>) -> Result<Self, TableError> {
        let mut rows: BTreeMap<String, Row> =
            toml_file::parse(Path::new("languages.toml"), include_str!("languages.toml"))
                .expect("the embedded table is sound; tested below");
        for (id, row) in overrides {
            let is_named_wrong =
                !rows.contains_key(id) && row.probe.is_none() && row.like.is_none();
            let known: Vec<&str> = rows.keys().map(String::as_str).collect();
            if let (true, Some(meant)) = (is_named_wrong, toml_file::closest(id, &known)) {
                return Err(TableError {
                    language: id.clone(),
                    message: format!(
                        "there is no such language; did you mean \"{meant}\"? (a new one needs \
                         \"probe\")"
                    ),
                });
            }
            let base = rows.remove(id).unwrap_or_default();
            rows.insert(id.clone(), base.merged(row.clone()));
        }
        rows.keys()
            .map(|id| {
                let (row, drivers) = resolved(id, &rows)?;
                Language::new(id.clone(), row, drivers)
            })
            .collect::<Result<_, _>>()
            .map(Self)
    }

    /// Every language, in the order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = &Language> {
        self.0.iter()
    }

    /// The language with this id.
    pub fn by_id(&self, id: &str) -> Option<&Language> {
        self.iter().find(|language| language.id == id)
    }

    /// The language whose sources have this extension, in any case.
    pub fn by_extension(&self, extension: &str) -> Option<&Language> {
        self.iter().find(|language| {
            let mut known = language.extensions.iter();
            known.any(|known| known.eq_ignore_ascii_case(extension))
        })
    }
}

/// The row `id` with what it takes from the row it is like, and the ids on the
/// way there, its own last.
fn resolved(id: &str, rows: &BTreeMap<String, Row>) -> Result<(Row, Vec<String>), TableError> {
    let mut row = rows.get(id).cloned().unwrap_or_default();
    let mut ids = vec![id.to_owned()];
    while let Some(base) = row.like.take() {
        let Some(found) = rows.get(&base).filter(|_| !ids.contains(&base)) else {
            let known: Vec<&str> = rows.keys().map(String::as_str).collect();
            return Err(TableError {
                language: id.to_owned(),
                message: format!(
                    "like: \"{base}\" is no other language; {}",
                    toml_file::suggest(&base, &known)
                ),
            });
        };
        row = found.clone().merged(row);
        row.like.clone_from(&found.like);
        ids.insert(0, base);
    }
    Ok((row, ids))
}

impl Language {
    /// What is probably wrong where a compiler or a runtime says `text`.
    pub fn hint(&self, text: &str) -> Option<String> {
        self.hints.iter().find_map(|(pattern, says)| {
            let mut hint = String::new();
            pattern.captures(text)?.expand(says, &mut hint);
            Some(hint)
        })
    }

    fn new(id: String, row: Row, drivers: Vec<String>) -> Result<Self, TableError> {
        let wrong = |message: String| TableError {
            language: id.clone(),
            message,
        };
        let lacking = |key: &str| wrong(format!("a new language needs \"{key}\""));
        let probe = row.probe.ok_or_else(|| lacking("probe"))?;
        Regex::new(&probe.pattern).map_err(|error| wrong(format!("probe.pattern: {error}")))?;
        if let Some(detect) = &row.detect {
            for (key, pattern) in [
                ("entry", Some(&detect.entry)),
                ("main", detect.main.as_ref()),
                ("stdin", Some(&detect.stdin)),
            ] {
                let sample =
                    pattern.map_or(String::new(), |pattern| pattern.replace("{entry}", "x"));
                Regex::new(&sample).map_err(|error| wrong(format!("detect.{key}: {error}")))?;
            }
        }
        let exception = row.exception.unwrap_or_default();
        let sanitizer = row.sanitizer.unwrap_or_default();
        for (key, patterns) in [("exception", &exception), ("sanitizer", &sanitizer)] {
            for pattern in patterns {
                Exception::new(pattern, "x").map_err(|error| wrong(format!("{key}: {error}")))?;
            }
        }
        let hints = row.hints.unwrap_or_default().into_iter();
        let hints = hints
            .map(|hint| Ok((Regex::new(&hint.pattern)?, hint.says)))
            .collect::<Result<_, regex::Error>>()
            .map_err(|error| wrong(format!("hints: {error}")))?;
        let commands = [("function", &row.function), ("program", &row.program)];
        if commands.iter().all(|(_, commands)| commands.is_none()) {
            return Err(lacking("program.run"));
        }
        for (key, commands) in commands {
            let empty = |commands: &Commands| {
                commands.run.is_empty() || commands.compile.iter().any(Vec::is_empty)
            };
            if commands.as_ref().is_some_and(empty) {
                return Err(wrong(format!("{key}: a command needs at least one word")));
            }
        }
        let prepare = row.prepare.unwrap_or_default();
        if prepare.iter().any(Vec::is_empty) {
            return Err(wrong(
                "prepare: a command needs at least one word".to_owned(),
            ));
        }
        let factor = |key: &str, value: Option<f64>| match value.unwrap_or(1.0) {
            factor if factor.is_finite() && factor > 0.0 => Ok(factor),
            factor => Err(wrong(format!("{key}: {factor} is not a number above 0"))),
        };
        let expression = |key: &str, pattern: Option<String>| {
            let pattern = pattern.as_deref().map(Regex::new).transpose();
            pattern.map_err(|error| wrong(format!("{key}: {error}")))
        };
        let stack = factor("stack", Some(row.stack.unwrap_or(STACK)))?;
        if stack > 1.0 {
            return Err(wrong(format!(
                "stack: {stack} is more than the whole memory"
            )));
        }
        let extensions = row.extensions.unwrap_or_default();
        if extensions.is_empty() {
            return Err(lacking("extensions"));
        }
        Ok(Self {
            name: row.name.unwrap_or_else(|| id.clone()),
            extensions,
            startup: row.startup.unwrap_or(Duration::from_secs(2)),
            time_factor: factor("time_factor", row.time_factor)?,
            memory_factor: factor("memory_factor", row.memory_factor)?,
            out_of_memory: expression("out_of_memory", row.out_of_memory)?,
            stack,
            stack_overflow: expression("stack_overflow", row.stack_overflow)?,
            sanitizer,
            exception,
            needs: row.needs.unwrap_or_default(),
            hints,
            lacks: row.lacks,
            binds: row.binds.unwrap_or_default(),
            env: row.env,
            probe,
            locate: row.locate,
            prepare,
            install: row.install.unwrap_or_default(),
            drivers,
            syntax: row.syntax.unwrap_or_default(),
            detect: row.detect,
            function: row.function,
            program: row.program,
            id,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn overridden(text: &str) -> Result<Languages, TableError> {
        Languages::with_overrides(&toml::from_str(text).unwrap())
    }

    #[test]
    fn the_embedded_table_is_sound() {
        let languages = Languages::embedded();
        assert!(languages.iter().count() > 0);
        for language in languages.iter() {
            assert!(language.program.is_some(), "{}", language.id);
        }
    }

    #[test]
    fn an_override_changes_only_what_it_names() {
        let languages = overridden("[cpp]\ntime_factor = 2.5\nenv.A = \"b\"").unwrap();
        let cpp = languages.by_id("cpp").unwrap();
        assert!((cpp.time_factor - 2.5).abs() < 1e-9);
        assert_eq!(cpp.env["A"], "b");
        assert_eq!(cpp.name, "C++");
    }

    #[test]
    fn a_language_can_be_added() {
        let text = r#"
            [bash]
            extensions = ["sh"]
            probe = { command = ["bash", "--version"], pattern = 'version ([\d.]+)' }
            program.run = ["bash", "{prog}/{source}"]
        "#;
        let languages = overridden(text).unwrap();
        assert_eq!(languages.by_extension("SH").unwrap().id, "bash");
    }

    #[test]
    fn a_language_can_be_like_another() {
        let languages = overridden("[clang]\nlike = \"cpp\"\nextensions = [\"cl\"]").unwrap();
        let clang = languages.by_id("clang").unwrap();
        assert_eq!(clang.extensions, ["cl"]);
        assert_eq!(clang.drivers, ["cpp", "clang"]);
        assert_eq!(clang.function, languages.by_id("cpp").unwrap().function);
    }

    #[test]
    fn unsound_rows_name_language_key_and_remedy() {
        let error = |text: &str| overridden(text).unwrap_err().to_string();
        assert_eq!(
            error("[d]\nextensions = [\"d\"]"),
            "[languages.d]: there is no such language; did you mean \"c\"? (a new one needs \
             \"probe\")"
        );
        assert_eq!(
            error("[cpp]\ntime_factor = -1"),
            "[languages.cpp]: time_factor: -1 is not a number above 0"
        );
        assert_eq!(
            error("[d]\nlike = \"cppp\""),
            "[languages.d]: like: \"cppp\" is no other language; did you mean \"cpp\"?"
        );
        assert!(error("[cpp]\nout_of_memory = '('").contains("out_of_memory: regex parse error"));
        assert!(error("[d]\nlike = \"d\"").contains("is no other language"));
        assert!(error("[cpp.program]\nrun = []").contains("at least one word"));
        assert!(error("[cpp.probe]\ncommand = [\"g++\"]\npattern = '('").contains("probe.pattern"));
    }
}
