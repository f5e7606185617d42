//! The collection of all languages: the embedded rows with the overrides of a configuration.

use toml::{Table, Value};

use super::embedded_rows::EMBEDDED_ROWS;
use super::language::{BindPolicy, Language};
use super::row::{
    TableError, build_language, error_for_row, is_safe_in_file_name, merge_rows, row_by_id, row_ids,
};
use mousetrap_util::toml_file;

/// All languages, sorted by id.
#[derive(Clone, Debug)]
pub struct Languages(Vec<Language>);

impl FromIterator<Language> for Languages {
    fn from_iter<T: IntoIterator<Item = Language>>(languages: T) -> Self {
        Self(languages.into_iter().collect())
    }
}

impl Languages {
    /// Returns the built-in languages.
    pub fn embedded() -> Self {
        Self::with_overrides(&Table::new(), BindPolicy::Toolchains)
            .expect("a test checks that the embedded table is valid")
    }

    /// Returns the built-in languages, changed and extended by the rows under `[languages]` in a
    /// configuration.
    ///
    /// # Errors
    /// Returns an error if a row is invalid: for example, if a new language lacks a required key,
    /// or a regular expression does not compile.
    pub fn with_overrides(overrides: &Table, policy: BindPolicy) -> Result<Self, TableError> {
        let mut rows = EMBEDDED_ROWS.clone();
        for (id, row) in overrides {
            let has = |key| row.get(key).is_some();
            let is_misspelt = !rows.contains_key(id) && !has("probe") && !has("like");
            if let (true, Some(meant)) = (is_misspelt, toml_file::closest_name(id, &row_ids(&rows)))
            {
                return Err(error_for_row(id)(format!(
                    "there is no such language; did you mean \"{meant}\"? (a new language needs \
                     \"probe\")"
                )));
            }
            if !is_safe_in_file_name(id) {
                return Err(error_for_row(id)(
                    "a language id may contain only letters, digits, \"-\", \"_\" and \"+\""
                        .to_owned(),
                ));
            }
            let row = row.as_table().cloned().unwrap_or_default();
            let base = row_by_id(&rows, id).cloned().unwrap_or_default();
            rows.insert(id.clone(), Value::Table(merge_rows(base, row)));
        }
        let languages = rows
            .keys()
            .map(|id| build_language(id, &rows, overrides, policy));
        languages.collect::<Result<_, _>>().map(Self)
    }

    /// Returns all languages, sorted by id.
    pub fn iter(&self) -> impl Iterator<Item = &Language> {
        self.0.iter()
    }

    /// Returns the language with this id.
    pub fn by_id(&self, id: &str) -> Option<&Language> {
        self.iter().find(|language| language.id == id)
    }

    /// Returns the language whose sources have this extension, ignoring case.
    pub fn by_extension(&self, extension: &str) -> Option<&Language> {
        self.iter().find(|language| {
            let mut known = language.extensions.iter();
            known.any(|known| known.eq_ignore_ascii_case(extension))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver_files;
    use crate::table::language::ProjectOverrides;

    fn parse_overrides(text: &str) -> Result<Languages, TableError> {
        Languages::with_overrides(&toml::from_str(text).unwrap(), BindPolicy::Toolchains)
    }

    #[test]
    fn embedded_table_is_valid() {
        let languages = Languages::embedded();
        assert!(languages.iter().count() > 0);
        for language in languages.iter() {
            assert!(language.program.is_some(), "{}", language.id);
            for commands in language.function.iter().chain(&language.program) {
                let is_without = commands.driver.is_empty();
                assert!(is_without || !driver_files(commands, None).is_empty());
            }
        }
    }

    #[test]
    fn override_changes_only_its_keys() {
        let languages = parse_overrides("[cpp]\ntime_factor = 2.5\nenv.A = \"b\"").unwrap();
        let cpp = languages.by_id("cpp").unwrap();
        assert!((cpp.time_factor - 2.5).abs() < 1e-9);
        assert_eq!(cpp.env["A"], "b");
        assert_eq!(cpp.name, "C++");
        let languages = parse_overrides("[cpp.function]\ncompile = [[\"true\"]]").unwrap();
        let function = languages.by_id("cpp").unwrap().function.as_ref().unwrap();
        assert_eq!(function.compile, [["true"]]);
        assert_eq!(function.driver, ["cpp", "native/call", "native/c"]);
        // The built-in `prepared` commands would not use the overridden `compile` command.
        assert!(function.prepared.is_empty() && !function.prepared_checked.is_empty());
        let languages = parse_overrides("[cpp.function]\nchecked = [[\"true\"]]").unwrap();
        let function = languages.by_id("cpp").unwrap().function.as_ref().unwrap();
        assert!(!function.prepared.is_empty() && function.prepared_checked.is_empty());
    }

    /// Compilers silently ignore a precompiled header that was created with different flags.
    #[test]
    fn precompiled_header_flags_match_compilation_flags() {
        let languages = Languages::embedded();
        let cpp = languages.by_id("cpp").unwrap();
        let function = cpp.function.as_ref().unwrap();
        for (prepare, prepared) in [
            (&cpp.prepare, &function.prepared[0]),
            (&cpp.prepare_checked, &function.prepared_checked[0]),
        ] {
            let flags = prepare[0].split(|word| word == "-MD").next().unwrap();
            assert!(flags.len() > 4);
            for command in prepare[1..].iter().chain([prepared]) {
                assert!(command.starts_with(flags), "{command:?}");
            }
        }
    }

    #[test]
    fn new_language_is_added_and_inherits_missing_keys_with_like() {
        let text = r#"
            [bash]
            extensions = ["sh"]
            probe = { command = ["bash", "--version"], pattern = 'version ([\d.]+)' }
            program.run = ["bash", "{prog}/{source}"]
            [clang]
            like = "cpp"
            extensions = ["cl"]
        "#;
        let languages = parse_overrides(text).unwrap();
        assert_eq!(languages.by_extension("SH").unwrap().id, "bash");
        let clang = languages.by_id("clang").unwrap();
        assert_eq!(clang.extensions, ["cl"]);
        assert_eq!(clang.function, languages.by_id("cpp").unwrap().function);
    }

    #[test]
    fn overridden_row_records_keys_from_the_project() {
        let probe = "probe = { command = [\"x\"], pattern = 'x' }";
        let none = ProjectOverrides::default();
        let part = |probe, binds, install| ProjectOverrides {
            probe,
            binds,
            install,
        };
        let [probed, installed] = [part(true, false, false), part(false, false, true)];
        let takes_over = format!("[d]\nlike = \"e\"\n[e]\nlike = \"c\"\n{probe}");
        for (id, text, expected) in [
            ("rust", "[rust]\ntime_factor = 2.0\nenv.A = \"b\"", none),
            ("rust", &format!("[c]\n{probe}"), none),
            ("rust", &format!("[rust]\n{probe}"), probed),
            ("rust", "[rust]\nbinds = []", part(false, true, false)),
            ("rust", "[rust]\ninstall.then = \"x\"", installed),
            ("elixir", "[erlang]\nbinds = []", none),
            ("pypy", &format!("[python]\n{probe}"), none),
            ("d", &takes_over, part(true, false, true)),
        ] {
            let languages = parse_overrides(text).unwrap();
            let found = languages.by_id(id).unwrap().from_project;
            assert_eq!(found, expected, "{text}");
        }
        let named = toml::from_str("[rust]\nbinds = []").unwrap();
        let named = Languages::with_overrides(&named, BindPolicy::Any).unwrap();
        assert_eq!(named.by_id("rust").unwrap().from_project, none);
    }

    #[test]
    fn invalid_row_error_names_language_key_and_remedy() {
        for (text, expected) in [
            ("[d]\nextensions = [\"d\"]", "did you mean \"c\"?"),
            ("[cpp]\ntime_factor = -1", "the value -1.0 is not between"),
            ("[d]\nlike = \"cppp\"", "did you mean \"cpp\"?"),
            ("[cpp]\nout_of_memory = '('", "`out_of_memory`"),
            ("[cpp]\nstack_overflow = 'in {source}'", "a placeholder"),
            ("[d]\nlike = \"d\"", "no other language has the id"),
            ("[cpp.program]\nrun = []", "at least one word"),
            (
                "[c.probe]\ncommand = ['c']\npattern = '('",
                "`probe.pattern`",
            ),
        ] {
            let error = parse_overrides(text).unwrap_err().to_string();
            assert!(error.starts_with("[languages."), "{error}");
            assert!(error.contains(expected), "{error}");
        }
    }
}
