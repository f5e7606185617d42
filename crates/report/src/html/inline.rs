//! The style and the scripts that stand in a page, and the policy that lets a
//! browser use nothing else: whatever else got into the page would not run.

use base64::prelude::{BASE64_STANDARD, Engine as _};
use sha2::{Digest as _, Sha256};

use super::cases::Failures;

const STYLE: &str = include_str!("../../templates/report.css");
const TABLE: &str = include_str!("../../templates/table.js");
const CASE: &str = include_str!("../../templates/case.js");

pub(super) struct Inline {
    pub(super) style: String,
    pub(super) scripts: Vec<&'static str>,
    /// For `Content-Security-Policy`.
    pub(super) policy: String,
}

impl Inline {
    /// What a page needs that shows these cases and, perhaps, a table.
    pub(super) fn new(failures: &Failures, has_table: bool) -> Self {
        let mut style = STYLE.to_owned();
        let mut scripts = Vec::new();
        if has_table {
            scripts.push(TABLE);
        }
        if failures.has_boards() {
            style += mousetrap_board::STYLE;
            scripts.push(mousetrap_board::SCRIPT);
        }
        if !failures.is_empty() {
            scripts.push(CASE);
        }
        let hashes: String = scripts.iter().map(|script| hash(script)).collect();
        let allowed = if hashes.is_empty() {
            " 'none'"
        } else {
            &hashes
        };
        let policy = format!(
            "default-src 'none'; script-src{allowed}; style-src{}; base-uri 'none'; \
             form-action 'none'",
            hash(&style)
        );
        Self {
            style,
            scripts,
            policy,
        }
    }
}

/// The name of a text in a policy: the base64 of its SHA-256.
fn hash(text: &str) -> String {
    format!(" 'sha256-{}'", BASE64_STANDARD.encode(Sha256::digest(text)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::sample;

    #[test]
    fn a_hash_is_as_the_standard_has_it() {
        assert_eq!(
            hash("abc"),
            " 'sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0='"
        );
    }

    #[test]
    fn a_page_without_cases_runs_no_script() {
        let failures = Failures::new(&sample::all_accepted());
        let inline = Inline::new(&failures, false);
        assert!(inline.scripts.is_empty());
        assert!(inline.policy.contains("script-src 'none';"));
    }
}
