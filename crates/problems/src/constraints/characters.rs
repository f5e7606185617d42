//! Parses sets of characters and values, such as `lowercase English letters and '?'`.

use std::collections::BTreeSet;

use mousetrap_model::Value;

use super::argument_parts::compare;
use super::patterns::LazyRegex;
use super::tokens::Token;

/// Returns whether a word, such as "the", can be ignored in a list of characters or values.
fn is_ignored_word(word: &str) -> bool {
    static IGNORED_WORDS: LazyRegex = LazyRegex::new(
        "(?i)^(?:only|any|ascii|of|the|and|or|english|latin|cased?|char(?:acter)?s?|either|\
             following|values?|integers?|with|binary)$",
    );
    IGNORED_WORDS.is_match(word)
}

/// Returns whether a word only describes the quoted characters that follow it, such as "dashes" in
/// `dashes '-'`.
fn is_description(word: &str, rest: &[Token]) -> bool {
    static NOUNS: LazyRegex = LazyRegex::new(
        "(?i)^(?:round|square|curly|parenthes[ei]s|brackets?|braces?|plus|minus|signs?|symbols?|\
             operators?|dots?|periods?|commas?|slash(?:es)?|dash(?:es)?|hyphens?|underscores?|\
             asterisks?|vowels?)$",
    );
    let mut next = rest.iter().filter(|token| match token {
        Token::Name(word) => !is_ignored_word(word) && !NOUNS.is_match(word),
        token => **token != Token::Symbol(":"),
    });
    NOUNS.is_match(word) && matches!(next.next(), Some(Token::Literal(_)))
}

/// Returns the characters that the tokens describe, as strings in ascending order, or `None` if a
/// word is unknown.
pub(super) fn parse_characters(tokens: &[Token]) -> Option<Vec<Value>> {
    let (mut set, mut ranges, mut classes) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let mut position = 0;
    while let Some(token) = tokens.get(position) {
        position += 1;
        let rest = &tokens[position..];
        if let [Token::Symbol("-") | Token::Name(_), last, ..] = rest
            && (rest[0] == Token::Symbol("-") || rest[0] == Token::Name("to".to_owned()))
            && let (Some(first), Some(last)) = (single_character(token), single_character(last))
        {
            ranges.extend(first..=last);
            position += 2;
            continue;
        }
        match token {
            // The characters of "()" or "up" may have to stay together, unless they are described,
            // as in `brackets '()'`.
            Token::Literal(Value::String(text)) => {
                let before = tokens[..position - 1].iter().rev().find(|it| match it {
                    Token::Name(word) => !is_ignored_word(word),
                    token => **token != Token::Symbol(":"),
                });
                let is_described = matches!(before, Some(Token::Name(_)));
                let is_only = tokens
                    .iter()
                    .filter(|it| matches!(it, Token::Literal(_)))
                    .count()
                    == 1;
                let has_letters = text.chars().any(char::is_alphanumeric);
                if text.chars().count() > 1 && !is_described && (!is_only || has_letters) {
                    return None;
                }
                set.extend(text.chars());
            }
            Token::Number(_) => set.extend([single_character(token)?]),
            Token::Name(word) if is_description(word, rest) => {}
            Token::Name(word) => match word.to_lowercase().as_str() {
                // "The letters 'a' and 'b'" means only these two letters.
                "letters" | "digits"
                    if position > 1
                        && tokens[position - 2] == Token::Name("the".to_owned())
                        && matches!(rest.first(), Some(Token::Literal(_))) => {}
                "lowercase" | "lower" | "lowercased" => classes.extend(['a']),
                "uppercase" | "upper" | "capital" => classes.extend(['A']),
                "letter" | "letters" | "alphabet" | "alphabets" => classes.extend(['*']),
                "digit" | "digits" => classes.extend(['0']),
                "alphanumeric" => classes.extend(['*', '0']),
                "printable" => set.extend(' '..='~'),
                "valid" if rest.first() == Some(&Token::Name("ascii".to_owned())) => {
                    set.extend(' '..='~');
                }
                "symbol" | "symbols" | "punctuation" => {
                    set.extend((' '..='~').filter(char::is_ascii_punctuation));
                }
                "space" | "spaces" => set.extend([' ']),
                "a" | "an" if matches!(rest.first(), Some(Token::Name(_))) => {}
                "one" if rest.first() == Some(&Token::Name("of".to_owned())) => {}
                // As in `letters (both uppercase and lowercase)`.
                "both" if position > 1 && tokens[position - 2] == Token::Symbol("(") => {}
                "from" if matches!(rest.first(), Some(Token::Literal(_) | Token::Number(_))) => {}
                "s" if position > 1 && single_character(&tokens[position - 2]).is_some() => {}
                word if is_ignored_word(word) => {}
                _ => return None,
            },
            Token::Symbol("(" | ")" | "[" | "]" | "," | ":" | "-" | "{" | "}") => {}
            _ => return None,
        }
    }
    if classes.remove(&'*') && classes.is_disjoint(&['a', 'A'].into()) {
        classes.extend(['a', 'A']);
    }
    let is_in_class = |class: char, it: &char| match class {
        '0' => it.is_ascii_digit(),
        _ => it.is_ascii_alphabetic(),
    };
    let mut all: BTreeSet<char> = set.union(&ranges).copied().collect();
    for class in classes {
        if set.iter().any(|it| is_in_class(class, it)) {
            // "Digits '0' and '1'" may mean only these two digits or all digits.
            return None;
        }
        let last = if class == '0' { 9 } else { 25 };
        if !ranges.iter().any(|it| is_in_class(class, it)) {
            all.extend(class..=char::from(class as u8 + last));
        }
    }
    let letters = all.into_iter().map(|letter| Value::String(letter.into()));
    Some(letters.collect()).filter(|letters: &Vec<_>| !letters.is_empty())
}

/// Returns the character of a token that consists of a single character.
fn single_character(token: &Token) -> Option<char> {
    match token {
        Token::Literal(Value::String(text)) | Token::Name(text) => {
            let mut characters = text.chars();
            characters.next().filter(|_| characters.next().is_none())
        }
        Token::Number(digit) => char::from_digit(u32::try_from(*digit).ok()?, 10),
        _ => None,
    }
}

/// Returns whether the tokens after a number show that the number is not a value.
fn is_count_or_range(rest: &[Token]) -> bool {
    match rest.first() {
        Some(Token::Name(word)) => !matches!(word.as_str(), "and" | "or"),
        next => next == Some(&Token::Symbol("-")),
    }
}

/// Returns the numbers and strings in a list such as `either 0 or 1`.
pub(super) fn parse_values(tokens: &[Token]) -> Option<Vec<Value>> {
    let mut values = Vec::new();
    for (position, token) in tokens.iter().enumerate() {
        match token {
            // "3 integers" is a count, and "1-5" is a range.
            Token::Number(_) if is_count_or_range(&tokens[position + 1..]) => return None,
            Token::Number(number) => {
                let is_negative = position > 0 && tokens[position - 1] == Token::Symbol("-");
                let number = if is_negative { -number } else { *number };
                values.push(Value::Integer(i64::try_from(number).ok()?));
            }
            Token::Literal(value) => values.push(value.clone()),
            Token::Name(word) if is_ignored_word(word) => {}
            Token::Symbol("(" | ")" | "[" | "]" | "," | ":" | "{" | "}") => {}
            Token::Symbol("-") if matches!(tokens.get(position + 1), Some(Token::Number(_))) => {}
            _ => return None,
        }
    }
    values.sort_by(compare);
    (!values.is_empty()).then_some(values)
}
