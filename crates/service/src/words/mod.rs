//! The words of the pages: a table for each language, which the compiler keeps
//! complete.

mod case_errors;
mod en;
mod messages_zh;
mod zh;

use cat_and_mouse::game::GameError;
pub(crate) use en::{EN, Words};
use mousetrap_model::{Message, Templates};
pub(crate) use zh::ZH;

/// The languages that pages are in.
pub(crate) const ALL: [&Words; 2] = [&EN, &ZH];

/// Templates that differ from those of the judge because a page has no commands and no
/// settings of `judge.toml`.
const MESSAGES_EN: &Templates = &[
    (
        "taken_for_function",
        "taken for a function, since line {line} defines {name}; if it is a whole program \
         (line {reads} reads standard input), choose that form",
    ),
    (
        "sleep_budget",
        "idle for {slept} on all cases together, more than {budget}",
    ),
    ("no_worker", "no worker is running"),
    ("no_worker_has_language", "no worker has {language}"),
    (
        "taken_for_program",
        "taken for a whole program, since line {reads} reads standard input and there is no \
         class Solution around {name} (line {line}); if it is meant as a function, choose that \
         form",
    ),
];

/// A message of the judge as a page shows it.
#[derive(Debug)]
pub(crate) struct Rendered {
    pub text: String,
    /// The language of the text, for markup.
    pub lang: &'static str,
}

/// Renders a message in the language of a page. Text of others stays as it is.
pub(crate) fn render(message: &Message, words: &Words) -> Rendered {
    let templates = if words.code == EN.code {
        MESSAGES_EN
    } else {
        messages_zh::MESSAGES
    };
    let is_translated = !matches!(message, Message::Text { .. });
    Rendered {
        text: message.render(templates),
        lang: if is_translated { words.lang } else { EN.lang },
    }
}

/// Renders the error of a case that a participant wrote.
pub(crate) fn render_case_error(error: &GameError, words: &Words) -> Rendered {
    let text = if words.code == EN.code {
        case_errors::english(error)
    } else {
        case_errors::chinese(error)
    };
    Rendered {
        text,
        lang: words.lang,
    }
}

/// The words of the first language in this list, as browsers send it, that there are
/// words in.
pub(crate) fn preferred(languages: &str) -> &'static Words {
    let mut wanted = languages
        .split(',')
        .map(|one| one.trim().to_ascii_lowercase());
    let found = wanted.find_map(|one| ALL.into_iter().find(|words| one.starts_with(words.code)));
    found.unwrap_or(&EN)
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    fn by_id(templates: &Templates) -> BTreeMap<&'static str, BTreeSet<&'static str>> {
        let arguments = |template: &'static str| {
            let names = template.split('{').skip(1);
            names.filter_map(|rest| Some(rest.split_once('}')?.0))
        };
        let rows = templates.iter();
        rows.map(|(id, template)| (*id, arguments(template).collect()))
            .collect()
    }

    #[test]
    fn chinese_messages_have_the_ids_and_arguments_of_the_english_ones() {
        let (english, chinese) = (by_id(Message::TEMPLATES), by_id(messages_zh::MESSAGES));
        let lacks = |one: &BTreeMap<&'static str, _>, other: &BTreeMap<_, _>| {
            let ids = one.keys().filter(|id| !other.contains_key(*id));
            ids.copied().collect::<Vec<_>>()
        };
        assert_eq!(lacks(&english, &chinese), [""; 0], "no Chinese template");
        assert_eq!(lacks(&chinese, &english), [""; 0], "no such message");
        assert_eq!(chinese, english);
        assert_eq!(
            messages_zh::MESSAGES.len(),
            chinese.len(),
            "an id stands twice"
        );
        for (id, arguments) in by_id(MESSAGES_EN) {
            assert_eq!(arguments, english[id], "{id}");
        }
    }

    #[test]
    fn message_is_rendered_in_the_language_of_the_page() {
        let message = Message::AtStartUp {
            problem: Box::new(Message::ExitCode { code: 1 }),
        }
        .with_remark(Message::PassesAlone);
        let chinese = render(&message, &ZH);
        assert_eq!(
            (chinese.text.as_str(), chinese.lang),
            (
                "启动时：退出码 1；单独运行时它能通过此用例，因此与之前的用例有关：\
                 是否有全局变量或静态字段没有在调用之间重置？",
                "zh-Hans"
            )
        );
        assert_eq!(render(&message, &EN).text, message.to_string());
    }

    #[test]
    fn text_of_others_is_not_translated() {
        let text = render(&Message::text("IndexError: out of range"), &ZH);
        assert_eq!(
            (text.text.as_str(), text.lang),
            ("IndexError: out of range", "en")
        );
    }

    #[test]
    fn remark_about_the_form_names_no_command_on_a_page() {
        let (line, name, reads) = (1, "f".to_owned(), 2);
        let message = Message::TakenForFunction { line, name, reads };
        assert!(message.to_string().contains("--form"));
        for words in ALL {
            assert!(!render(&message, words).text.contains("--form"));
        }
    }
}
