//! Finds misspelt entry points.

use std::collections::BTreeMap;

use crate::source::Pattern;
use crate::table::{DetectionRules, Spelling};
use mousetrap_model::{Message, Problem};
use mousetrap_util::toml_file::closest;

/// Returns a remark on the called or defined name that is most similar to an entry point.
pub(super) fn similar_name(
    detect: &DetectionRules,
    bare: &str,
    problems: &[&Problem],
) -> Option<Message> {
    /// Maximum length of compared names.
    const MAX_LENGTH: usize = 40;
    let names = Pattern::sound(match detect.case {
        Spelling::Kebab => r"\(\s*([\w-]+)",
        _ => r"\b(\w+)\s*\(",
    });
    let names = names.captures_iter(bare).filter_map(|found| found.get(1));
    let names = names.filter(|name| name.len() <= MAX_LENGTH);
    let mut first = BTreeMap::new();
    for name in names {
        first.entry(name.as_str()).or_insert(name.start());
    }
    let known: Vec<&str> = first.keys().copied().collect();
    let mut entries = problems.iter().map(|problem| detect.entry_point(problem));
    let (name, entry) = entries.find_map(|entry| Some((closest(&entry, &known)?, entry)))?;
    if name == entry {
        return None;
    }
    Some(Message::SimilarName {
        line: bare[..first[name]].matches('\n').count() + 1,
        name: name.to_owned(),
        entry,
    })
}
