//! Names of people and files: allowed characters, and names that look alike.

use mousetrap_util::printable::is_invisible;
use unicode_normalization::char::is_combining_mark;
use unicode_security::{GeneralSecurityProfile as _, skeleton};

/// Maximum number of characters in a name.
const MAX_CHARS: usize = 60;

/// Returns whether a character is invisible, or hides or reorders the characters around it.
/// Names with such characters are refused.
pub(crate) fn is_deceptive(character: char) -> bool {
    // The blank Braille pattern counts as a letter, but is invisible.
    character == '\u{2800}' || is_invisible(character)
}

/// Normalises the white space in a name. Returns `None` if the name has no visible characters, is
/// too long, or contains a deceptive character (see [`is_deceptive`]).
pub(crate) fn normalise_name(given: &str) -> Option<String> {
    let name = given.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_seen = skeleton(&name).next().is_some();
    (is_seen && name.chars().count() <= MAX_CHARS && !name.contains(is_deceptive)).then_some(name)
}

/// Normalises the name of a participant. In addition to the checks of [`normalise_name`], the name
/// may contain only printable ASCII characters and characters that Unicode (UTS 39) permits in
/// identifiers.
pub(crate) fn normalise_participant_name(given: &str) -> Option<String> {
    // These hyphens look like the ASCII hyphen.
    let hyphens = ['\u{58a}', '\u{2010}', '\u{30a0}'];
    let is_allowed = |c: char| {
        matches!(c, ' ' | '’')
            || c.is_ascii_graphic()
            || c.identifier_allowed() && !hyphens.contains(&c)
    };
    normalise_name(given).filter(|name| name.chars().all(is_allowed) && !has_stacked_marks(name))
}

/// Returns whether a name contains a combining mark without a letter, the same combining mark twice
/// in a row, or a letter with more combining marks than any script uses.
fn has_stacked_marks(name: &str) -> bool {
    let (mut before, mut count) = (' ', 0);
    name.chars().any(|c| {
        count = if is_combining_mark(c) { count + 1 } else { 0 };
        // The first range contains marks for letters of all scripts. Burmese letters can have up to
        // four marks.
        let most = match c {
            '\u{300}'..='\u{36f}' => 2,
            _ => 4,
        };
        let is_bare = count == 1 && !before.is_alphanumeric();
        let is_wrong = count > most || is_bare || count > 1 && before == c;
        before = c;
        is_wrong
    })
}

/// Returns whether two names look alike, ignoring case.
pub(crate) fn look_alike(one: &str, other: &str) -> bool {
    // Some letters look alike in one case only, such as a capital i and a small L.
    let shapes = |name: &str| skeleton(name).collect::<String>().to_lowercase();
    shapes(one) == shapes(other) || shapes(&one.to_lowercase()) == shapes(&other.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_with_invisible_characters_is_refused() {
        let long = "x".repeat(61);
        let invisible =
            "| \t|\u{200b}|caro\u{200b}l|\u{202e}lorac|a\u{7}b|\u{3164}|\u{fe0f}|\u{2800}";
        for wrong in invisible.split('|').chain([&*long]) {
            assert_eq!(normalise_name(wrong), None, "{wrong:?}");
        }
        for (given, kept) in [
            ("  Ann  Lee ", "Ann Lee"),
            ("王小明", "王小明"),
            ("José-María O’Neill", "José-María O’Neill"),
            ("❤\u{fe0f} Tom", "❤\u{fe0f} Tom"),
        ] {
            assert_eq!(normalise_name(given).as_deref(), Some(kept));
        }
    }

    #[test]
    fn participant_name_with_confusing_characters_is_refused() {
        let refused = "Ann\u{e000}|An\u{10fffd}n|\u{301}Ann|A -\u{301} B|\
            Z\u{301}\u{302}\u{303}algo|A\u{301}\u{301}nn|José\u{2010}María|\
            José\u{2011}María|José–María|José\u{2212}María|𝐀𝐧𝐧|❤\u{fe0f} Tom|\
            A\u{20dd}nn|car\u{34f}ol";
        for wrong in refused.split('|') {
            assert_eq!(normalise_participant_name(wrong), None, "{wrong:?}");
        }
        let accepted = "Ann Lee-Smith Jr.|José-María O’Neill|O'Neill, Tom (3b) #1|Jose\u{301}|\
            Vie\u{302}\u{323}t|Zoë|王小明|卡尔·马克思|たなか ゆうき|김철수|Анна|Ελένη|שלום|محمد|\
            अनिरुद्ध|ที่รัก|ကျော်";
        for right in accepted.split('|') {
            let kept = normalise_participant_name(right);
            assert_eq!(kept.as_deref(), Some(right), "{right:?}");
        }
    }

    #[test]
    fn look_alike_ignores_case_and_script() {
        for other in "CAROL Carol ｃａｒｏｌ саrоl car\u{43e}l caroI car0l".split(' ') {
            assert!(look_alike("carol", other), "{other}");
        }
        for (one, other) in [("José", "Jose\u{301}"), ("Ian", "lan"), ("IAN", "ian")] {
            assert!(look_alike(one, other), "{one} {other}");
        }
        for (one, other) in [("carol", "caroline"), ("Ann 1", "Ann 2"), ("王", "玉")] {
            assert!(!look_alike(one, other), "{one} {other}");
        }
    }
}
