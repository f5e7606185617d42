//! Explains why a hidden suite has fewer cases than requested.

use std::fmt;

use mousetrap_util::printable::escape_line;

/// The number of times that arguments were drawn, and the reasons why some did not become cases.
#[derive(Clone, Debug, Default)]
pub struct DrawCounts {
    pub(super) total: usize,
    pub(super) repeated: usize,
    /// The number of draws that the validator rejected.
    pub(super) rejected: usize,
    /// The rule that the first rejected draw breaks.
    pub(super) first_broken_rule: String,
    /// The number of draws whose answer does not fit in its type.
    pub(super) too_large: usize,
    /// The length of the longest array or string in all draws, and in the draws that the validator
    /// allows.
    pub(super) longest: [usize; 2],
}

impl fmt::Display for DrawCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut reasons = Vec::new();
        if self.rejected > 0 {
            let rule = escape_line(&self.first_broken_rule);
            reasons.push(format!(
                "the validator rejected {} (first reason: {rule})",
                self.rejected
            ));
        }
        if self.repeated > 0 {
            reasons.push(format!("{} repeated earlier draws", self.repeated));
        }
        if self.too_large > 0 {
            reasons.push(format!(
                "{} had an answer that does not fit in its type",
                self.too_large
            ));
        }
        let [drawn, allowed] = self.longest;
        if allowed > 0 && allowed * 2 < drawn {
            reasons.push(format!(
                "the longest array or string that remains has length {allowed} instead of {drawn}"
            ));
        }
        let remedy = if self.repeated > self.rejected + self.too_large {
            "widen the constraints, or request fewer cases with --count"
        } else {
            "add constraints that exclude such arguments, or a `generator` that prints more \
             allowed arguments"
        };
        if reasons.is_empty() {
            return write!(f, "no arguments satisfy all constraints together; {remedy}");
        }
        let reasons = reasons.join(", ");
        write!(f, "of {} drawn cases, {reasons}; {remedy}", self.total)
    }
}
