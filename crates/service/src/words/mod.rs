//! The words of the pages: a table for each language, which the compiler keeps
//! complete.

mod en;
mod said;
mod translations;
mod zh;

pub(crate) use en::{EN, Words};
pub(crate) use said::{Said, said};
pub(crate) use zh::ZH;

/// The languages that pages are in.
pub(crate) const ALL: [&Words; 2] = [&EN, &ZH];

/// The words of the first language in this list, as browsers send it, that there are
/// words in.
pub(crate) fn preferred(languages: &str) -> &'static Words {
    let mut wanted = languages
        .split(',')
        .map(|one| one.trim().to_ascii_lowercase());
    let found = wanted.find_map(|one| ALL.into_iter().find(|words| one.starts_with(words.code)));
    found.unwrap_or(&EN)
}
