//! The inline style and scripts of an HTML report, and the content security policy that allows only
//! these.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use sha2::{Digest as _, Sha256};

use super::cases::Failures;

const REPORT_STYLE: &str = include_str!("../../templates/report.css");
const TABLE_SCRIPT: &str = include_str!("../../templates/table.js");
const CASE_SCRIPT: &str = include_str!("../../templates/case.js");

/// The inline style and scripts of a page.
pub(super) struct InlineAssets {
    pub(super) style: String,
    pub(super) scripts: Vec<&'static str>,
    /// The content security policy of the page.
    pub(super) policy: String,
}

impl InlineAssets {
    /// Returns the style and scripts of a page that shows the failing cases in `failures` and, if
    /// `has_table` is set, the table of submissions.
    pub(super) fn new(failures: &Failures, has_table: bool) -> Self {
        let mut style = mousetrap_board::SHARED_STYLE.to_owned() + REPORT_STYLE;
        let mut scripts = Vec::new();
        if has_table {
            scripts.push(TABLE_SCRIPT);
        }
        if failures.has_playable_case() {
            style += mousetrap_board::STYLE;
            scripts.push(mousetrap_board::SCRIPT);
        }
        if !failures.is_empty() {
            scripts.push(CASE_SCRIPT);
        }
        let hashes: String = scripts.iter().map(|script| csp_source(script)).collect();
        let allowed = if hashes.is_empty() {
            " 'none'"
        } else {
            &hashes
        };
        let policy = format!(
            "default-src 'none'; script-src{allowed}; style-src{}; base-uri 'none'; \
             form-action 'none'",
            csp_source(&style)
        );
        Self {
            style,
            scripts,
            policy,
        }
    }
}

/// Returns the source expression with which a content security policy allows an inline text: a
/// space and the base64-encoded SHA-256 hash of the text.
fn csp_source(text: &str) -> String {
    format!(" 'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(text)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::sample;
    use crate::texts::EN;

    #[test]
    fn hash_of_known_text_is_correct() {
        let known = " 'sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0='";
        assert_eq!(csp_source("abc"), known);
    }

    #[test]
    fn page_without_cases_allows_no_script() {
        let failures = Failures::new(&sample::accepted_run(), &EN);
        let inline = InlineAssets::new(&failures, false);
        assert!(inline.scripts.is_empty());
        assert!(inline.policy.contains("script-src 'none';"));
    }
}
