//! The embedded texts that packages are made from: statements, validators, metadata.

use include_dir::{Dir, include_dir};

static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/src/export/files");

/// Returns an embedded text.
pub(super) fn text(path: &str) -> &'static str {
    FILES
        .get_file(path)
        .and_then(include_dir::File::contents_utf8)
        .unwrap_or_else(|| panic!("{path} is embedded"))
}

/// Returns an embedded text with each `{{name}}` replaced by the part of that name.
pub(super) fn filled(path: &str, parts: &[(&str, &str)]) -> String {
    let text = text(path).to_owned();
    parts.iter().fold(text, |text, (name, part)| {
        text.replace(&format!("{{{{{name}}}}}"), part)
    })
}
