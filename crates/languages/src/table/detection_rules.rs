//! Rules for detecting the form of a submission in a language.

use heck::{ToKebabCase as _, ToSnakeCase as _};
use serde::Deserialize;

use super::regexes::TableRegex;
use crate::source::Pattern;
use mousetrap_model::Problem;

/// Rules for detecting the form of a submission. The patterns are matched against code without
/// comments and strings.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DetectionRules {
    /// The case convention for the entry point.
    pub case: CaseConvention,
    /// Matches a definition of the entry point. `{entry}` is replaced with the entry point's name.
    pub entry: TableRegex,
    /// Matches the start of a complete program; `None` if the language allows code outside
    /// functions.
    pub main: Option<TableRegex>,
    /// Matches a use of standard input.
    pub stdin: TableRegex,
    /// Where the driver looks for the entry point, if the language has classes.
    pub class: Option<EntryLocation>,
    /// Whether blocks are delimited by indentation instead of braces.
    #[serde(default)]
    pub indented: bool,
}

/// Where the driver of a language looks for the entry point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum EntryLocation {
    /// The entry point is a method of the class `Solution`.
    Inside,
    /// The entry point is a function outside any class.
    Outside,
}

impl DetectionRules {
    /// Returns the name of a problem's entry point in the case convention of this language.
    pub(crate) fn entry_point(&self, problem: &Problem) -> String {
        self.case.convert_name(&problem.signature.name)
    }

    /// Returns a pattern for definitions of this entry point.
    pub(crate) fn entry_pattern(&self, entry: &str) -> Result<Pattern, regex::Error> {
        Pattern::new(&format!("(?m){}", self.entry.replace("{entry}", entry)))
    }
}

/// The case convention of a language, which determines how the words of a name are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum CaseConvention {
    /// `canMouseWin`
    Camel,
    /// `can_mouse_win`
    Snake,
    /// `CanMouseWin`
    Pascal,
    /// `can-mouse-win`
    Kebab,
}

impl CaseConvention {
    /// Converts a name in camel case to this convention. A run of capitals is one word, but its
    /// last letter starts a new word if a lowercase letter follows: `isBST` becomes `is_bst`, and
    /// `isNStraightHand` becomes `is_n_straight_hand`.
    pub(crate) fn convert_name(self, name: &str) -> String {
        match self {
            Self::Camel => name.to_owned(),
            Self::Snake => name.to_snake_case(),
            Self::Pascal => name[..1].to_ascii_uppercase() + &name[1..],
            Self::Kebab => name.to_kebab_case(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_conversion_keeps_acronym_as_one_word() {
        for (name, snake) in [
            ("canMouseWin", "can_mouse_win"),
            ("sortedArrayToBST", "sorted_array_to_bst"),
            ("isNStraightHand", "is_n_straight_hand"),
            ("combinationSum2", "combination_sum2"),
            ("A", "a"),
        ] {
            assert_eq!(CaseConvention::Snake.convert_name(name), snake);
            let kebab = snake.replace('_', "-");
            assert_eq!(CaseConvention::Kebab.convert_name(name), kebab);
        }
        assert_eq!(CaseConvention::Pascal.convert_name("isBST"), "IsBST");
    }
}
