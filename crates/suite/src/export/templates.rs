//! The templates of packages, which are embedded in the program: statements, validators and
//! metadata.

use include_dir::{Dir, include_dir};

static EMBEDDED_FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/export/files");

/// Returns the text of an embedded file.
pub(super) fn embedded_text(path: &str) -> &'static str {
    EMBEDDED_FILES
        .get_file(path)
        .and_then(include_dir::File::contents_utf8)
        .unwrap_or_else(|| panic!("{path} is embedded"))
}

/// Returns the text of an embedded file. Replaces each placeholder `{{name}}` with the part of that
/// name.
pub(super) fn fill_template(path: &str, parts: &[(&str, &str)]) -> String {
    let text = embedded_text(path).to_owned();
    parts.iter().fold(text, |text, (name, part)| {
        text.replace(&format!("{{{{{name}}}}}"), part)
    })
}
