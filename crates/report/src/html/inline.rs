//! The style and the scripts that stand in a page, and the policy that lets a
//! browser use nothing else: whatever else got into the page would not run.

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

/// How a policy names a text: the base64 of its SHA-256.
fn hash(text: &str) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut base64 = String::new();
    for bytes in Sha256::digest(text).chunks(3) {
        let all = (0..3).fold(0, |all, at| {
            all << 8 | usize::from(*bytes.get(at).unwrap_or(&0))
        });
        for digit in 0..4 {
            base64.push(if digit <= bytes.len() {
                DIGITS[all >> (18 - 6 * digit) & 63].into()
            } else {
                '='
            });
        }
    }
    format!(" 'sha256-{base64}'")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample;

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
