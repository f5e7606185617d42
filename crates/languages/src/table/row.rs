//! Builds a language from its row, the rows that `like` names, and the defaults.

use thiserror::Error;
use toml::{Table, Value};

use super::embedded_rows::EMBEDDED_ROWS;
use super::language::{BindPolicy, Language, ProjectOverrides};
use mousetrap_util::toml_file;

/// The error for an invalid row of the language table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("[languages.{language}]: {message}")]
pub struct TableError {
    /// The id of the row.
    pub language: String,
    /// The key, the violated rule and the remedy.
    pub message: String,
}

/// The default values of keys. The stack may use at most half of the memory limit, so that a stack
/// overflow can be told apart from an exceeded memory limit.
const DEFAULT_VALUES: &str = "startup = '2s'\ntime_factor = 1.0\nmemory_factor = 1.0\nstack = 0.5";

/// The keys whose values are merged entry by entry. An override of any other key replaces the
/// entire value.
const MERGED_KEYS: [&str; 4] = ["env", "locate", "function", "program"];

/// Builds the language with this id from its row. Missing keys come from the row that `like` names,
/// or from the defaults.
pub(super) fn build_language(
    id: &str,
    rows: &Table,
    overrides: &Table,
    policy: BindPolicy,
) -> Result<Language, TableError> {
    let row_error = error_for_row(id);
    let mut row = row_by_id(rows, id).cloned().unwrap_or_default();
    let mut chain = vec![id.to_owned()];
    while let Some(like) = row.remove("like") {
        let like = like.as_str().unwrap_or_default();
        let base = row_by_id(rows, like).filter(|_| !chain.iter().any(|id| id == like));
        let Some(base) = base else {
            let known = toml_file::suggest_known_name(like, &row_ids(rows));
            return Err(row_error(format!(
                "like: no other language has the id \"{like}\"; {known}"
            )));
        };
        row = merge_rows(base.clone(), row);
        chain.push(like.to_owned());
    }
    let lacking = |key: &str| format!("a new language needs \"{key}\"");
    if !row.contains_key("probe") {
        return Err(row_error(lacking("probe")));
    }
    let defaults = toml::from_str(DEFAULT_VALUES).expect("a table");
    let parsed = Value::Table(merge_rows(defaults, row)).try_into::<Language>();
    let mut language =
        parsed.map_err(|error| row_error(error.to_string().trim_end().replace('\n', "; ")))?;
    let commands = [&language.function, &language.program];
    let runs = commands.map(|commands| commands.as_ref().map(|commands| commands.run.len()));
    let mut extensions = language.extensions.iter();
    let fault = if runs == [None, None] {
        Some(lacking("program.run"))
    } else if runs.contains(&Some(0)) {
        Some("run: a command needs at least one word".to_owned())
    } else if language.extensions.is_empty() {
        Some(lacking("extensions"))
    } else if !extensions.all(|extension| is_safe_in_file_name(extension)) {
        let rule = "extensions: an extension may contain only letters, digits, \"-\", \"_\" and \
                    \"+\", not the dot";
        Some(rule.to_owned())
    } else {
        key_with_unsupported_placeholder(&language)
            .map(|key| format!("{key}: this regular expression may not contain a placeholder"))
    };
    if let Some(fault) = fault {
        return Err(row_error(fault));
    }
    let is_overridden =
        |id: &String, key| overrides.get(id).is_some_and(|row| row.get(key).is_some());
    let any_overridden = |key| chain.iter().any(|id| is_overridden(id, key));
    // The value of a key comes from the first row in the chain that contains the key.
    let overridden = |key| {
        let mut with_key = chain.iter().filter(|id| rows[*id].get(key).is_some());
        with_key.next().is_some_and(|id| is_overridden(id, key))
    };
    if is_overridden(&id.to_owned(), "locate") {
        return Err(row_error(
            "locate: Mousetrap does not run a project's commands on this machine; replace the \
             placeholder with the path itself"
                .to_owned(),
        ));
    }
    language.from_project = ProjectOverrides {
        probe: overridden("probe"),
        binds: policy == BindPolicy::Toolchains && overridden("binds"),
        install: !EMBEDDED_ROWS.contains_key(id) || overridden("install") || any_overridden("like"),
    };
    id.clone_into(&mut language.id);
    if language.name.is_empty() {
        id.clone_into(&mut language.name);
    }
    Ok(language)
}

/// Returns the key of a regular expression that contains a placeholder, if placeholders are not
/// replaced in expressions under this key.
fn key_with_unsupported_placeholder(language: &Language) -> Option<&'static str> {
    let single = [
        ("out_of_memory", &language.out_of_memory),
        ("stack_overflow", &language.stack_overflow),
    ];
    let single = single.map(|(key, pattern)| pattern.as_ref().map(|pattern| (key, pattern)));
    let hints = language.hints.iter().map(|hint| ("hints", &hint.pattern));
    let mut all = single.into_iter().flatten().chain(hints);
    all.find_map(|(key, pattern)| pattern.has_placeholder().then_some(key))
}

/// Returns whether this text is safe as part of a file name. Language ids become directory names,
/// and extensions become part of the names of staged sources.
pub(super) fn is_safe_in_file_name(text: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_+".contains(c);
    !text.is_empty() && text.chars().all(is_plain)
}

/// Returns `row` with the entries of `other` added. If both contain a key, `other` takes
/// precedence, except that the tables in [`MERGED_KEYS`] are merged.
pub(super) fn merge_rows(mut row: Table, other: Table) -> Table {
    for (key, value) in other {
        match (row.get_mut(&key), value) {
            (Some(Value::Table(own)), Value::Table(more))
                if MERGED_KEYS.contains(&key.as_str()) =>
            {
                // The variant for a prepared toolchain is removed, because it would not include the
                // override.
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

pub(super) fn row_by_id<'a>(rows: &'a Table, id: &str) -> Option<&'a Table> {
    rows.get(id)?.as_table()
}

pub(super) fn row_ids(rows: &Table) -> Vec<&str> {
    rows.keys().map(String::as_str).collect()
}

/// Returns a function that creates errors about the row `id`.
pub(super) fn error_for_row(id: &str) -> impl Fn(String) -> TableError + '_ {
    move |message| TableError {
        language: id.to_owned(),
        message,
    }
}
