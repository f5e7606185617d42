//! The texts of the pages in each language: `en.toml` and `zh.toml`.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::ops::Index;
use std::sync::LazyLock;

use cat_and_mouse::Instance;
use cat_and_mouse::game::{InstanceError, Outcome};
pub use mousetrap_model::expand_template;
use mousetrap_model::{Message, Similarity, Templates};
use serde::Deserialize;
use serde_json::Value;

use crate::text::units::format_number;

/// A table of texts, keyed by name.
type TextTable = BTreeMap<&'static str, &'static str>;

/// The texts of the pages in one language. `texts[name]` looks up a text.
#[derive(Debug, PartialEq, Eq, Deserialize)]
pub struct Texts {
    /// The language code in the language switch and in `Accept-Language`.
    pub code: &'static str,
    /// The language code for the HTML attribute `lang`.
    pub lang: &'static str,
    page: TextTable,
    /// The texts for the rules that a case can break, keyed by the variant of `BrokenRule`.
    rule: TextTable,
    /// Descriptions of the outcomes of games, keyed by problem and winner.
    #[serde(default)]
    outcome: TextTable,
    /// Translations of the names and values that describe how a run was judged, and of the texts in
    /// drawings, keyed by their English texts.
    #[serde(default)]
    translation: TextTable,
    /// Templates of the judge's messages.
    pub(crate) message: Templates,
}

/// The texts in English.
pub static EN: LazyLock<Texts> = LazyLock::new(|| parse(include_str!("en.toml")));
/// The texts in Chinese.
pub static ZH: LazyLock<Texts> = LazyLock::new(|| parse(include_str!("zh.toml")));

/// The languages of the pages.
pub static LANGUAGES: [&LazyLock<Texts>; 2] = [&EN, &ZH];

fn parse(file: &'static str) -> Texts {
    toml::from_str(file).expect("the text tables of every language are valid")
}

impl Index<&str> for Texts {
    type Output = str;

    fn index(&self, name: &str) -> &str {
        let text = self.page.get(name);
        text.unwrap_or_else(|| panic!("no text is called {name}"))
    }
}

impl Default for &Texts {
    fn default() -> Self {
        &EN
    }
}

impl Texts {
    /// Returns the text for `name` in the group `kind`, such as `verdict` or `suite`, or an empty
    /// string if there is none.
    pub fn lookup(&self, kind: &str, name: &str) -> &'static str {
        let text = self.page.get(format!("{kind}_{name}").as_str());
        text.copied().unwrap_or_default()
    }

    #[cfg(test)]
    pub(crate) fn differing_texts(&self, other: &Self) -> Vec<&'static str> {
        let texts = self.page.iter();
        let texts = texts.filter(|(name, text)| other.page.get(*name) != Some(*text));
        texts.map(|(_, text)| *text).collect()
    }

    /// Returns a text, with each `{name}` in it replaced with the argument of that name.
    pub(crate) fn fill_template(&self, name: &str, arguments: &[(&str, &dyn Display)]) -> String {
        expand_template(&self[name], |name| {
            let argument = arguments.iter().find(|(known, _)| *known == name);
            argument.map_or_else(String::new, |(_, value)| value.to_string())
        })
    }

    /// Returns a number with its noun. The singular and the plural of the text are separated by
    /// `|` if they differ.
    pub(crate) fn count_with_noun(&self, noun: &str, number: usize) -> String {
        let forms = self.lookup("counted", noun);
        let (one, many) = forms.split_once('|').unwrap_or((forms, forms));
        let form = if number == 1 { one } else { many };
        expand_template(form, |_| format_number(number))
    }

    /// Translates the name or the value of a fact about how a run was judged, or a text in a
    /// drawing. A text without a translation remains in English.
    pub(crate) fn translate<'a>(&'a self, english: &'a str) -> &'a str {
        self.translation.get(english).copied().unwrap_or(english)
    }

    /// Describes how similar submissions are.
    pub fn similarity_text(&self, similarity: &Similarity) -> String {
        match *similarity {
            Similarity::Same => self["similar_same"].to_owned(),
            Similarity::Renamed => self["similar_renamed"].to_owned(),
            Similarity::Percent(part) => self.fill_template("similar_part", &[("percent", &part)]),
        }
    }
}

/// Renders a message in the language of a page. Untrusted text is not translated.
pub fn render(message: &Message, texts: &Texts) -> String {
    message.render(&texts.message)
}

/// Renders the error message for an invalid case that a participant has entered. Uses English for a
/// rule that has no translation.
pub fn render_case_error(error: &InstanceError, texts: &Texts) -> String {
    let rule = serde_json::to_value(&error.rule).unwrap_or_default();
    let (name, arguments) = match &rule {
        Value::Object(rule) => rule.iter().next().unzip(),
        rule => (None, Some(rule)),
    };
    let name = name.map(String::as_str).or(rule.as_str());
    let template = name.and_then(|name| texts.rule.get(name));
    let arguments = arguments.unwrap_or(&rule);
    let rule = match template {
        None => error.rule.to_string(),
        Some(template) => expand_template(template, |name| match &arguments[name] {
            Value::String(text) => text.clone(),
            value => value.to_string(),
        }),
    };
    let line = expand_template(&texts["line"], |_| error.line.to_string());
    format!("{line}{}{rule}", &texts["colon"])
}

/// Describes the answer to a case of a game. An outcome without a translation is described in
/// English.
pub(crate) fn render_answer(instance: &Instance, texts: &Texts) -> String {
    let outcome = instance.solve();
    let (winner, depth) = match outcome {
        Outcome::Mouse { depth } => ("mouse", Some(depth)),
        Outcome::Cat { depth } => ("cat", depth),
        Outcome::Draw => ("draw", None),
    };
    let key = format!("{}_{winner}", instance.game().id());
    texts.outcome.get(key.as_str()).map_or_else(
        || instance.describe(outcome),
        |template| {
            expand_template(template, |name| match name {
                "depth" => depth.map_or_else(String::new, |depth| depth.to_string()),
                _ => instance.max_plies().unwrap_or_default().to_string(),
            })
        },
    )
}

/// Draws a case of a game.
pub fn draw(instance: &Instance, texts: &Texts) -> String {
    instance.draw_translated(|english| texts.translate(english))
}

/// Returns the texts in the first supported language of this list, or in English if the list
/// contains no supported language. The list has the format of the `Accept-Language` header.
pub fn preferred_language(languages: &str) -> &'static Texts {
    let mut wanted = languages
        .split(',')
        .map(|one| one.trim().to_ascii_lowercase());
    let found = wanted.find_map(|one| {
        LANGUAGES
            .into_iter()
            .find(|texts| one.starts_with(texts.code))
    });
    found.unwrap_or(&EN)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use cat_and_mouse::Game;
    use cat_and_mouse::game::Bounds;

    use super::*;

    /// The arguments of each template.
    fn template_arguments(templates: &TextTable) -> BTreeMap<&str, BTreeSet<&str>> {
        let arguments = |template: &'static str| {
            let names = template.split('{').skip(1);
            names.filter_map(|rest| Some(rest.split_once('}')?.0))
        };
        let rows = templates.iter();
        rows.map(|(id, template)| (*id, arguments(template).collect()))
            .collect()
    }

    #[test]
    fn languages_have_the_same_texts_with_the_same_arguments() {
        assert_eq!(template_arguments(&EN.page), template_arguments(&ZH.page));
        let english = Message::TEMPLATES.iter().copied().collect();
        let english = template_arguments(&english);
        assert_eq!(template_arguments(&ZH.message), english);
        for (id, arguments) in template_arguments(&EN.message) {
            assert_eq!(arguments, english[id], "{id}");
        }
    }

    #[test]
    fn pages_use_exactly_the_existing_texts() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut code = String::new();
        let parts = ["src", "templates", "../service/src", "../service/templates"];
        let mut directories = parts.map(|part| root.join(part)).to_vec();
        while let Some(directory) = directories.pop() {
            for entry in std::fs::read_dir(directory).unwrap() {
                let path = entry.unwrap().path();
                let mut extensions = path.extension().into_iter();
                if path.is_dir() {
                    directories.push(path);
                } else if extensions.any(|it| it == "rs" || it == "html") {
                    code += &std::fs::read_to_string(path).unwrap();
                }
            }
        }
        for start in ["viewer[\"", "w[\"", "texts[\""] {
            let named = code.split(start).skip(1);
            for name in named.filter_map(|rest| Some(rest.split_once("\"]")?.0)) {
                assert!(EN.page.contains_key(name), "{start}{name}");
            }
        }
        // The code computes the names of the texts in these groups, such as `verdict_AC`.
        let groups = "about case counted download forms legend next outcome preset scope scores see statement step suite title verdict";
        let groups: Vec<&str> = groups.split(' ').collect();
        for name in EN.page.keys() {
            let (group, _) = name.split_once('_').unwrap_or((name, ""));
            let is_used = groups.contains(&group) || code.contains(&format!("\"{name}\""));
            assert!(is_used, "{name} is not used");
        }
    }

    #[test]
    fn page_messages_do_not_mention_commands() {
        let (line, name, reads) = (1, "f".to_owned(), 2);
        let message = Message::TakenForFunction { line, name, reads };
        assert!(message.to_string().contains("--form"));
        for texts in LANGUAGES {
            assert!(!render(&message, texts).contains("--form"));
        }
    }

    #[test]
    fn every_case_rule_has_a_chinese_text() {
        let rules = include_str!("../../../cat-and-mouse/src/game/read/broken_rule.rs");
        let (_, rules) = rules.split_once("pub enum BrokenRule {").unwrap();
        let (rules, _) = rules.split_once("\n}\n").unwrap();
        let names = rules.lines().filter_map(|line| line.strip_prefix("    "));
        let names = names.filter(|line| line.starts_with(|first: char| first.is_ascii_uppercase()));
        let names = names.map(|line| line.split([' ', ',']).next().unwrap());
        let chinese: BTreeSet<&str> = ZH.rule.keys().copied().collect();
        assert_eq!(names.collect::<BTreeSet<_>>(), chinese);
    }

    #[test]
    fn drawing_is_translated_and_stays_aligned() {
        let graph = "[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]";
        let board = "[\"####F\",\"#C...\",\"M....\"]\n1\n2";
        let nodes = "0 洞\t─ 2 5\n1 老鼠\t─ 3\n2 猫\t─ 0 4 5\n3 \t─ 1";
        let rules = "│ # C . . . │;猫一次最多跳 1 格，老鼠最多 2 格;走满 9 步后猫获胜";
        for (problem, case, expected) in [("913", graph, nodes), ("1728", board, rules)] {
            let instance = Game::by_id(problem).unwrap().parse(case, Bounds::Contest);
            let instance = instance.unwrap();
            let limited = instance.with_max_plies(9).unwrap_or(instance);
            let drawn = draw(&limited, &ZH);
            for part in expected.split(';') {
                assert!(drawn.contains(part), "{part}: {drawn}");
            }
            assert_eq!(draw(&limited, &EN), limited.draw());
        }
    }

    #[test]
    fn case_error_is_translated() {
        let boards = "|[\"CMF\"]\n1\n[1]|[\"CMF]\n1\n1|board=[\"CMF\"]|[\"CMF\",\"..C\"]\n1\n1|\
            [\"CMF......\"]\n1\n1|[\"CMF\"]\n1\n9|9 1 1 1\nC\nM\nF\n.\n.\n.\n.\n.\n.";
        let graphs = "|[[1],[0]]|3\n1 2\n1 3\n2 0 1|3\n1 2\n2 2 2\n2 0 1";
        for (problem, cases) in [(Game::CatAndMouse2, boards), (Game::CatAndMouse, graphs)] {
            for case in cases.split('|') {
                let error = problem.parse(case, Bounds::Contest).unwrap_err();
                let translated = render_case_error(&error, &ZH);
                for word in ["the ", " has ", " is ", " must "] {
                    assert!(!translated.contains(word), "{error}: {translated}");
                }
                assert!(!render_case_error(&error, &EN).contains("--"), "{error}");
            }
        }
    }
}
