//! Names that people give: what may stand in one, and which look alike.

use mousetrap_base::printable::is_invisible;
use unicode_security::skeleton;

/// Characters of a name.
const LONGEST: usize = 60;

/// A name as it is kept; none where there is nothing to be seen, too much, or what
/// hides or reorders what stands around it.
pub(crate) fn name(given: &str) -> Option<String> {
    // The blank of Braille is a letter for programs, and nothing for people.
    let hides = |c: char| c == '\u{2800}' || is_invisible(c);
    let name = given.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_seen = skeleton(&name).next().is_some();
    (is_seen && name.chars().count() <= LONGEST && !name.contains(hides)).then_some(name)
}

/// Whether two names can be taken for each other, in whatever case they are written.
pub(crate) fn alike(one: &str, other: &str) -> bool {
    // Letters may look alike in one case alone: a capital i and a small L.
    let shapes = |name: &str| skeleton(name).collect::<String>().to_lowercase();
    shapes(one) == shapes(other) || shapes(&one.to_lowercase()) == shapes(&other.to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_not_in_a_name() {
        for wrong in [
            "",
            " \t",
            "\u{200b}",
            "caro\u{200b}l",
            "\u{202e}lorac",
            "a\u{7}b",
            "\u{3164}",
            "\u{fe0f}",
            "\u{2800}",
            &"x".repeat(61),
        ] {
            assert_eq!(name(wrong), None, "{wrong:?}");
        }
        for (given, kept) in [
            ("  Ann  Lee ", "Ann Lee"),
            ("王小明", "王小明"),
            ("José-María O’Neill", "José-María O’Neill"),
            ("❤\u{fe0f} Tom", "❤\u{fe0f} Tom"),
        ] {
            assert_eq!(name(given).as_deref(), Some(kept));
        }
    }

    #[test]
    fn names_that_can_be_taken_for_each_other_are_alike() {
        let carol = [
            "CAROL",
            "Carol",
            "ｃａｒｏｌ",
            "саrоl",
            "car\u{43e}l",
            "caroI",
            "car0l",
        ];
        for other in carol {
            assert!(alike("carol", other), "{other}");
        }
        assert!(alike("José", "Jose\u{301}") && alike("Ian", "lan") && alike("IAN", "ian"));
        for (one, other) in [("carol", "caroline"), ("Ann 1", "Ann 2"), ("王", "玉")] {
            assert!(!alike(one, other), "{one} {other}");
        }
    }
}
