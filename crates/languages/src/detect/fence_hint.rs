//! Hints about Markdown code fences in invalid submissions.

use crate::source::{Fence, SourceText, opens_fence};
use crate::table::Language;

/// Returns a hint for an invalid submission if a Markdown code fence is the likely cause, or `None`
/// otherwise.
pub fn fence_hint(code: &SourceText, language: &Language) -> Option<String> {
    if let Some(fence) = &code.fence {
        let (line, other) = (fence.opens, conflicting_fence_language(fence, language)?);
        return Some(format!(
            "the Markdown code fence on line {line} names the language {other}, but the file \
             extension belongs to {}",
            language.name
        ));
    }
    let before = code.text.lines().position(opens_fence)?;
    Some(format!(
        "line {} is a Markdown code fence: submit only the code inside it",
        before + 1
    ))
}

/// Returns the language that a fence names, unless it is the language of the file.
fn conflicting_fence_language<'a>(fence: &'a Fence, language: &Language) -> Option<&'a str> {
    let named = fence.language.as_deref()?;
    // A fence may name `python3`, `c++17` or `golang`.
    let plain = named.trim_end_matches(|c: char| c.is_ascii_digit());
    let plain = [named, plain, plain.strip_suffix("lang").unwrap_or(plain)];
    let name = language.name.to_lowercase();
    let name = name.split(' ').next();
    let mut names = [language.id.as_str()].into_iter().chain(name);
    let is_same = names.any(|name| plain.contains(&name))
        || language
            .extensions
            .iter()
            .any(|name| plain.contains(&name.as_str()));
    (!is_same).then_some(named)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::Languages;

    #[test]
    fn fence_language_alias_counts_as_same_language() {
        for (extension, info, is_other) in [
            ("py", "", false),
            ("py", "Python", false),
            ("py", "python3 title=\"a.py\"", false),
            ("go", "golang", false),
            ("cs", "c#", false),
            ("cpp", "C++17", false),
            ("erl", "erlang", false),
            ("py", "cpp", true),
            ("c", "cpp", true),
            ("java", "javascript", true),
            ("ts", "{.js}", true),
        ] {
            let languages = Languages::embedded();
            let language = languages.by_extension(extension).unwrap();
            let found = SourceText::new(&format!("```{info}\nx\n```"), &language.syntax);
            let other = conflicting_fence_language(found.fence.as_ref().unwrap(), language);
            assert_eq!(other.is_some(), is_other, "{extension} {info}");
        }
    }
}
