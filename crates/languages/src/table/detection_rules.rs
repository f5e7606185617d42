//! How submissions in a language are recognised.

use serde::Deserialize;

use super::expression::Template;
use crate::source::Pattern;
use mousetrap_model::Problem;

/// How submissions in a language are recognised. The expressions are matched against
/// code without comments and strings.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DetectionRules {
    /// How the language spells the entry point.
    pub case: Spelling,
    /// Matches a definition of the entry point, `{entry}` in the expression.
    pub entry: Template,
    /// Matches the start of a complete program; none if the language allows code outside
    /// functions.
    pub main: Option<Template>,
    /// Matches a use of standard input.
    pub stdin: Template,
    /// Where the driver looks for the entry point, in languages with classes.
    pub class: Option<Class>,
    /// Whether indentation delimits blocks instead of braces.
    #[serde(default)]
    pub indented: bool,
}

/// Where the driver of a language looks for the entry point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Class {
    /// In `Solution`.
    Inside,
    /// Outside of any class.
    Outside,
}

impl DetectionRules {
    /// Returns the entry point of a problem in the spelling of this language.
    pub(crate) fn entry_point(&self, problem: &Problem) -> String {
        self.case.spell(&problem.signature.name)
    }

    /// Returns a pattern for definitions of this entry point.
    pub(crate) fn definition(&self, entry: &str) -> Result<Pattern, regex::Error> {
        Pattern::new(&format!("(?m){}", self.entry.replace("{entry}", entry)))
    }
}

/// How a language joins the words of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Spelling {
    /// `canMouseWin`
    Camel,
    /// `can_mouse_win`
    Snake,
    /// `CanMouseWin`
    Pascal,
    /// `can-mouse-win`
    Kebab,
}

impl Spelling {
    /// Converts a name from camel case to this spelling. Several capitals are one word, except
    /// the last before a small letter: `isBST` is `is_bst`, `isNStraightHand` is
    /// `is_n_straight_hand`.
    pub(crate) fn spell(self, name: &str) -> String {
        let joined = |with: char| {
            let chars: Vec<char> = name.chars().collect();
            let begins = |at: usize| {
                let next = chars.get(at + 1).is_some_and(char::is_ascii_lowercase);
                at > 0
                    && chars[at].is_ascii_uppercase()
                    && (next || !chars[at - 1].is_ascii_uppercase())
            };
            let words = chars.iter().enumerate().flat_map(|(at, c)| {
                let separator = begins(at).then_some(with);
                separator.into_iter().chain([c.to_ascii_lowercase()])
            });
            words.collect()
        };
        match self {
            Self::Camel => name.to_owned(),
            Self::Snake => joined('_'),
            Self::Pascal => name[..1].to_ascii_uppercase() + &name[1..],
            Self::Kebab => joined('-'),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spelling_joins_words_and_keeps_capitals_together() {
        for (name, snake) in [
            ("canMouseWin", "can_mouse_win"),
            ("sortedArrayToBST", "sorted_array_to_bst"),
            ("isNStraightHand", "is_n_straight_hand"),
            ("combinationSum2", "combination_sum2"),
            ("A", "a"),
        ] {
            assert_eq!(Spelling::Snake.spell(name), snake);
            assert_eq!(Spelling::Kebab.spell(name), snake.replace('_', "-"));
        }
        assert_eq!(Spelling::Pascal.spell("isBST"), "IsBST");
    }
}
