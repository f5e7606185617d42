//! The words of the pages: a table for each language, which the compiler keeps
//! complete.

mod en;
mod zh;

pub(crate) use en::{EN, Words};
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

/// What the judge says of a reply, in these words where there are any for it.
pub(crate) fn reason(said: &str, words: &Words) -> String {
    let told = said.strip_prefix("expected ").and_then(|rest| {
        let (expected, got) = rest.split_once(", got ")?;
        if words.code == EN.code {
            return None;
        }
        Some(match (expected.strip_suffix(" and nothing more"), got) {
            (Some(expected), _) => {
                let more = got.strip_suffix(" after it").unwrap_or(got);
                format!("期望 {expected}，其后不应有内容，实际还有 {more}")
            }
            (None, "nothing") => format!("期望 {expected}，没有输出"),
            (None, _) => format!("期望 {expected}，实际 {got}"),
        })
    });
    told.unwrap_or_else(|| said.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_in_the_language_of_the_page() {
        let said = "expected true, got \"false\"";
        assert_eq!(reason(said, &EN), said);
        assert_eq!(reason(said, &ZH), "期望 true，实际 \"false\"");
        assert_eq!(reason("expected 1, got nothing", &ZH), "期望 1，没有输出");
        assert_eq!(reason("exit status 1", &ZH), "exit status 1");
    }
}
