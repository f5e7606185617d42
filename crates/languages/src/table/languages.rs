//! All languages: the embedded rows with the overrides of a configuration.

use toml::{Table, Value};

use super::embedded_rows::ROWS;
use super::error::TableError;
use super::language::{FromProject, Language};
use mousetrap_base::toml_file;

/// Values for keys that a row lacks. A stack takes at most half of the memory, so that
/// stack overflows can be told from exceeded memory limits.
const DEFAULTS: &str = "startup = '2s'\ntime_factor = 1.0\nmemory_factor = 1.0\nstack = 0.5";

/// The keys whose values are merged entry by entry. All other values are replaced.
const MERGED: [&str; 4] = ["env", "locate", "function", "program"];

/// Which paths of the host a project may show to programs in the sandbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BindPolicy {
    /// Only paths of the system and of toolchains.
    Toolchains,
    /// Any path, because the user named the project.
    Any,
}

/// All languages, in the order of their ids.
#[derive(Clone, Debug)]
pub struct Languages(Vec<Language>);

impl FromIterator<Language> for Languages {
    fn from_iter<T: IntoIterator<Item = Language>>(languages: T) -> Self {
        Self(languages.into_iter().collect())
    }
}

impl Languages {
    /// The built-in languages.
    pub fn embedded() -> Self {
        Self::with_overrides(&Table::new(), BindPolicy::Toolchains)
            .expect("the embedded table is sound; tested below")
    }

    /// The built-in languages with `overrides`, the rows under `[languages]` in a
    /// configuration.
    ///
    /// # Errors
    /// A new language that lacks a key, or an expression that does not compile.
    pub fn with_overrides(overrides: &Table, policy: BindPolicy) -> Result<Self, TableError> {
        let mut rows = ROWS.clone();
        for (id, row) in overrides {
            let has = |key| row.get(key).is_some();
            let is_misspelt = !rows.contains_key(id) && !has("probe") && !has("like");
            if let (true, Some(meant)) = (is_misspelt, toml_file::closest(id, &ids(&rows))) {
                return Err(wrong(id)(format!(
                    "there is no such language; did you mean \"{meant}\"? (a new one needs \
                     \"probe\")"
                )));
            }
            if !is_name(id) {
                return Err(wrong(id)(
                    "the id of a language is made of letters, digits, \"-\", \"_\" and \"+\""
                        .to_owned(),
                ));
            }
            let row = row.as_table().cloned().unwrap_or_default();
            let base = table(&rows, id).cloned().unwrap_or_default();
            rows.insert(id.clone(), Value::Table(merged(base, row)));
        }
        let languages = rows.keys().map(|id| language(id, &rows, overrides, policy));
        languages.collect::<Result<_, _>>().map(Self)
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

/// Builds the language of the row `id`, which takes missing keys from the rows that it
/// is like and from the defaults.
fn language(
    id: &str,
    rows: &Table,
    overrides: &Table,
    policy: BindPolicy,
) -> Result<Language, TableError> {
    let wrong = wrong(id);
    let mut row = table(rows, id).cloned().unwrap_or_default();
    let mut chain = vec![id.to_owned()];
    while let Some(like) = row.remove("like") {
        let like = like.as_str().unwrap_or_default();
        let base = table(rows, like).filter(|_| !chain.iter().any(|id| id == like));
        let Some(base) = base else {
            let known = toml_file::suggest(like, &ids(rows));
            return Err(wrong(format!(
                "like: \"{like}\" is not another language; {known}"
            )));
        };
        row = merged(base.clone(), row);
        chain.push(like.to_owned());
    }
    let lacking = |key: &str| Err(wrong(format!("a new language needs \"{key}\"")));
    if !row.contains_key("probe") {
        return lacking("probe");
    }
    let defaults = toml::from_str(DEFAULTS).expect("a table");
    let mut language: Language =
        Value::Table(merged(defaults, row))
            .try_into()
            .map_err(|error: toml::de::Error| {
                wrong(error.to_string().trim_end().replace('\n', "; "))
            })?;
    let commands = [&language.function, &language.program];
    let runs = commands.map(|commands| commands.as_ref().map(|commands| commands.run.len()));
    if runs == [None, None] {
        return lacking("program.run");
    }
    if runs.contains(&Some(0)) {
        return Err(wrong("run: a command needs at least one word".to_owned()));
    }
    if language.extensions.is_empty() {
        return lacking("extensions");
    }
    if !language
        .extensions
        .iter()
        .all(|extension| is_name(extension))
    {
        return Err(wrong(
            "extensions: an extension is made of letters, digits, \"-\", \"_\" and \"+\", without \
             the dot"
                .to_owned(),
        ));
    }
    let is_overridden =
        |id: &String, key| overrides.get(id).is_some_and(|row| row.get(key).is_some());
    let any_overridden = |key| chain.iter().any(|id| is_overridden(id, key));
    // The value of a key comes from the first row that has it.
    let overridden = |key| {
        let mut with_key = chain.iter().filter(|id| rows[*id].get(key).is_some());
        with_key.next().is_some_and(|id| is_overridden(id, key))
    };
    let locate = any_overridden("locate");
    language.from_project = FromProject {
        locate,
        probe: locate || overridden("probe"),
        binds: policy == BindPolicy::Toolchains && (locate || overridden("binds")),
        install: !ROWS.contains_key(id) || overridden("install") || any_overridden("like"),
    };
    id.clone_into(&mut language.id);
    if language.name.is_empty() {
        id.clone_into(&mut language.name);
    }
    Ok(language)
}

/// Returns whether this text can be part of a file name. Ids of languages name
/// directories, and extensions name staged sources.
fn is_name(text: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_+".contains(c);
    !text.is_empty() && text.chars().all(is_plain)
}

/// Overrides the keys of `row` with those of `other`.
fn merged(mut row: Table, other: Table) -> Table {
    for (key, value) in other {
        match (row.get_mut(&key), value) {
            (Some(Value::Table(own)), Value::Table(more)) if MERGED.contains(&key.as_str()) => {
                // The faster variant of replaced commands would still run the old ones.
                for (commands, variant) in
                    [("compile", "prepared"), ("checked", "prepared_checked")]
                {
                    if more.contains_key(commands) {
                        own.remove(variant);
                    }
                }
                own.extend(more);
            }
            (_, value) => {
                row.insert(key, value);
            }
        }
    }
    row
}

fn table<'a>(rows: &'a Table, id: &str) -> Option<&'a Table> {
    rows.get(id)?.as_table()
}

fn ids(rows: &Table) -> Vec<&str> {
    rows.keys().map(String::as_str).collect()
}

/// Returns a function that makes errors about the row `id`.
fn wrong(id: &str) -> impl Fn(String) -> TableError + '_ {
    move |message| TableError {
        language: id.to_owned(),
        message,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Commands, driver};

    fn overridden(text: &str) -> Result<Languages, TableError> {
        Languages::with_overrides(&toml::from_str(text).unwrap(), BindPolicy::Toolchains)
    }

    #[test]
    fn embedded_table_is_valid() {
        let languages = Languages::embedded();
        assert!(languages.iter().count() > 0);
        for language in languages.iter() {
            assert!(language.program.is_some(), "{}", language.id);
            let commands = [&language.function, &language.program];
            for directory in commands.into_iter().flatten().flat_map(|all| &all.driver) {
                let commands = Commands {
                    driver: vec![directory.clone()],
                    ..Commands::default()
                };
                assert!(!driver(&commands, None).is_empty(), "{directory}");
            }
        }
    }

    #[test]
    fn override_changes_only_its_keys() {
        let languages = overridden("[cpp]\ntime_factor = 2.5\nenv.A = \"b\"").unwrap();
        let cpp = languages.by_id("cpp").unwrap();
        assert!((cpp.time_factor - 2.5).abs() < 1e-9);
        assert_eq!(cpp.env["A"], "b");
        assert_eq!(cpp.name, "C++");
        let languages = overridden("[cpp.function]\ncompile = [[\"true\"]]").unwrap();
        let function = languages.by_id("cpp").unwrap().function.as_ref().unwrap();
        assert_eq!(function.compile, [["true"]]);
        assert_eq!(function.driver, ["cpp", "native/call", "native/c"]);
        // The prepared commands would compile with those of the built-in row.
        assert!(function.prepared.is_empty() && !function.prepared_checked.is_empty());
        let languages = overridden("[cpp.function]\nchecked = [[\"true\"]]").unwrap();
        let function = languages.by_id("cpp").unwrap().function.as_ref().unwrap();
        assert!(!function.prepared.is_empty() && function.prepared_checked.is_empty());
    }

    /// An expression of the embedded table is not compiled when it is deserialized.
    #[test]
    fn embedded_template_is_rejected_as_expression() {
        let entry = r"entry = '\bfn\s+{entry}\b'";
        assert!(include_str!("languages.toml").contains(&entry["entry = ".len()..]));
        let taken = overridden(&format!(
            "[python.detect]\ncase = 'camel'\nstdin = 'x'\n{entry}"
        ));
        taken.unwrap();
        for key in ["stack_overflow", "out_of_memory"] {
            let text = entry.replacen("entry", key, 1);
            let error = overridden(&format!("[python]\n{text}")).unwrap_err();
            assert!(error.to_string().contains("repetition"), "{error}");
        }
    }

    /// Compilers silently ignore a precompiled header that was made with other flags.
    #[test]
    fn precompiled_headers_use_the_flags_of_their_users() {
        let languages = Languages::embedded();
        let cpp = languages.by_id("cpp").unwrap();
        let function = cpp.function.as_ref().unwrap();
        for (prepare, prepared) in [
            (&cpp.prepare, &function.prepared[0]),
            (&cpp.prepare_checked, &function.prepared_checked[0]),
        ] {
            let flags = prepare[0].split(|word| word == "-MD").next().unwrap();
            assert!(
                flags.len() > 4 && prepared.starts_with(flags),
                "{prepared:?}"
            );
            for object in &prepare[1..] {
                assert!(object.starts_with(flags), "{object:?}");
            }
        }
    }

    #[test]
    fn new_language_is_added() {
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
    fn like_takes_missing_keys_from_another_row() {
        let languages = overridden("[clang]\nlike = \"cpp\"\nextensions = [\"cl\"]").unwrap();
        let clang = languages.by_id("clang").unwrap();
        assert_eq!(clang.extensions, ["cl"]);
        assert_eq!(clang.function, languages.by_id("cpp").unwrap().function);
    }

    #[test]
    fn overridden_row_records_parts_of_project() {
        let probe = "probe = { command = [\"x\"], pattern = 'x' }";
        let none = FromProject::default();
        for (id, text, expected) in [
            (
                "rust",
                "[rust]\ntime_factor = 2.0\nenv.A = \"b\"".to_owned(),
                none,
            ),
            ("rust", format!("[c]\n{probe}"), none),
            (
                "rust",
                format!("[rust]\n{probe}"),
                FromProject {
                    probe: true,
                    ..none
                },
            ),
            (
                "rust",
                "[rust]\nlocate.more = [\"x\"]".to_owned(),
                FromProject {
                    locate: true,
                    probe: true,
                    binds: true,
                    install: false,
                },
            ),
            (
                "rust",
                "[rust]\nbinds = []".to_owned(),
                FromProject {
                    binds: true,
                    ..none
                },
            ),
            (
                "rust",
                "[rust]\ninstall.then = \"x\"".to_owned(),
                FromProject {
                    install: true,
                    ..none
                },
            ),
            ("elixir", "[erlang]\nbinds = []".to_owned(), none),
            ("pypy", format!("[python]\n{probe}"), none),
            (
                "typescript",
                "[javascript]\nlocate.more = [\"x\"]".to_owned(),
                FromProject {
                    locate: true,
                    probe: true,
                    binds: true,
                    install: false,
                },
            ),
            (
                "d",
                format!("[d]\nlike = \"e\"\n[e]\nlike = \"c\"\n{probe}"),
                FromProject {
                    probe: true,
                    install: true,
                    ..none
                },
            ),
        ] {
            let languages = overridden(&text).unwrap();
            assert_eq!(
                languages.by_id(id).unwrap().from_project,
                expected,
                "{text}"
            );
        }
        let named = toml::from_str("[rust]\nbinds = []").unwrap();
        let named = Languages::with_overrides(&named, BindPolicy::Any).unwrap();
        assert_eq!(named.by_id("rust").unwrap().from_project, none);
    }

    #[test]
    fn invalid_row_names_language_key_and_remedy() {
        let error = |text: &str| overridden(text).unwrap_err().to_string();
        assert_eq!(
            error("[d]\nextensions = [\"d\"]"),
            "[languages.d]: there is no such language; did you mean \"c\"? (a new one needs \
             \"probe\")"
        );
        assert_eq!(
            error("[cpp]\ntime_factor = -1"),
            "[languages.cpp]: -1.0 is not between 0.1 and 100; in `time_factor`"
        );
        assert_eq!(
            error("[d]\nlike = \"cppp\""),
            "[languages.d]: like: \"cppp\" is not another language; did you mean \"cpp\"?"
        );
        assert!(
            error("[cpp]\nout_of_memory = '('")
                .contains("not a regular expression: unclosed group")
        );
        assert!(error("[cpp]\nout_of_memory = '('").contains("`out_of_memory`"));
        assert!(error("[d]\nlike = \"d\"").contains("is not another language"));
        assert!(error("[cpp.program]\nrun = []").contains("at least one word"));
        assert!(
            error("[cpp.probe]\ncommand = [\"g++\"]\npattern = '('").contains("`probe.pattern`")
        );
    }
}
