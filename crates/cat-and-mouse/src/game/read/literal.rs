//! Reads the `LeetCode` form: JSON arguments, one per line or separated by commas. Names are
//! optional, because people paste the arguments from bug reports.

use super::lines::read_integer;
use super::{BrokenRule, InstanceError, excerpt};

/// A value and the line on which it starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Literal {
    pub(super) line: usize,
    pub(super) value: Value,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    Number(i64),
    Text(String),
    List(Vec<Literal>),
}

/// Maximum nesting depth of lists. Without a limit, `[[[[…` would overflow the stack.
const MAX_LIST_DEPTH: usize = 2;

/// Reads the arguments of a call and returns them in the order of `names`. An argument may be named
/// (`catJump = 1`, `"catJump": 1`, `cat_jump: 1`). An argument without a name takes the first name
/// that is still unused.
pub(super) fn read_arguments<const N: usize>(
    input: &str,
    names: [&'static str; N],
) -> Result<[Literal; N], InstanceError> {
    let mut slots: [Option<Literal>; N] = [const { None }; N];
    let mut scanner = Scanner {
        input,
        at: 0,
        line: 1,
    };
    scanner.skip_input_label();
    while scanner.peek().is_some() {
        let line = scanner.line;
        let slot = match scanner.read_name()? {
            Some(name) => names
                .iter()
                .position(|known| normalized_name(known) == normalized_name(&name))
                .ok_or_else(|| {
                    let rule = BrokenRule::UnknownArgument {
                        name: excerpt(&name),
                        known: names.join(", "),
                    };
                    rule.on_line(line)
                })?,
            None => slots.iter().position(Option::is_none).ok_or_else(|| {
                let rule = BrokenRule::SurplusArgument {
                    text: excerpt(scanner.rest_of_line()),
                    known: names.join(", "),
                };
                rule.on_line(line)
            })?,
        };
        let literal = scanner.read_value(0)?;
        if slots[slot].replace(literal).is_some() {
            let name = names[slot];
            return Err(BrokenRule::RepeatedArgument { name }.on_line(line));
        }
        let _ = scanner.take_if(',') || scanner.take_if(';');
    }
    if let Some(missing) = slots.iter().position(Option::is_none) {
        let rule = BrokenRule::MissingArgument {
            name: names[missing],
            known: names.join(", "),
        };
        return Err(rule.on_line(scanner.line));
    }
    Ok(slots.map(|slot| slot.expect("no slot is empty")))
}

/// Returns a name in lower case without underscores, so that `cat_jump` equals `catJump`.
fn normalized_name(name: &str) -> String {
    name.chars()
        .filter(|&c| c != '_')
        .map(|c| c.to_ascii_lowercase())
        .collect()
}

struct Scanner<'a> {
    input: &'a str,
    at: usize,
    line: usize,
}

impl<'a> Scanner<'a> {
    /// Skips white space and returns the next character.
    fn peek(&mut self) -> Option<char> {
        let rest = &self.input[self.at..];
        let trimmed = rest.trim_start();
        let skipped = &rest[..rest.len() - trimmed.len()];
        self.line += skipped.matches('\n').count();
        self.at += skipped.len();
        trimmed.chars().next()
    }

    fn rest_of_line(&self) -> &'a str {
        self.input[self.at..].lines().next().unwrap_or_default()
    }

    fn take_if(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    /// Skips the label `Input:`, which precedes the arguments in problem statements.
    fn skip_input_label(&mut self) {
        self.peek();
        let label = self.input[self.at..].get(.."input:".len());
        if label.is_some_and(|label| label.eq_ignore_ascii_case("input:")) {
            self.at += "input:".len();
        }
    }

    /// Reads an argument's name and the `=` or `:` after it. Consumes nothing if there is no name.
    fn read_name(&mut self) -> Result<Option<String>, InstanceError> {
        let quoted = self.peek() == Some('"');
        let from = self.at + usize::from(quoted);
        let length = self.input[from..]
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .unwrap_or(self.input.len() - from);
        let name = &self.input[from..from + length];
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return Ok(None);
        }
        let (start, line) = (self.at, self.line);
        self.at = from + length;
        let closed = !quoted || self.take_if('"');
        if closed && (self.take_if('=') || self.take_if(':')) {
            return Ok(Some(name.to_owned()));
        }
        (self.at, self.line) = (start, line);
        if quoted {
            return Ok(None);
        }
        let text = excerpt(self.rest_of_line());
        Err(BrokenRule::NoArgument { text }.on_line(line))
    }

    fn read_value(&mut self, depth: usize) -> Result<Literal, InstanceError> {
        let next = self.peek();
        let line = self.line;
        let value = match next {
            Some('[') => Value::List(self.read_list('[', ']', depth)?),
            Some('{') => Value::List(self.read_list('{', '}', depth)?),
            Some(quote @ ('"' | '\'')) => Value::Text(self.read_string(quote)?),
            Some('-' | '0'..='9') => Value::Number(self.read_number()?),
            Some(_) => {
                let text = excerpt(self.rest_of_line());
                return Err(BrokenRule::NoValue { text }.on_line(line));
            }
            None => {
                let expected = "a value".to_owned();
                return Err(BrokenRule::CutShort { expected }.on_line(line));
            }
        };
        Ok(Literal { line, value })
    }

    fn read_list(
        &mut self,
        open: char,
        close: char,
        depth: usize,
    ) -> Result<Vec<Literal>, InstanceError> {
        let opened = self.line;
        if depth == MAX_LIST_DEPTH {
            let max = MAX_LIST_DEPTH;
            return Err(BrokenRule::DeepList { max }.on_line(opened));
        }
        self.take_if(open);
        let mut items = Vec::new();
        while !self.take_if(close) {
            if self.peek().is_none() {
                return Err(BrokenRule::OpenList { open, line: opened }.on_line(self.line));
            }
            items.push(self.read_value(depth + 1)?);
            if !self.take_if(',') && self.peek().is_some_and(|next| next != close) {
                let text = excerpt(self.rest_of_line());
                return Err(BrokenRule::NoSeparator { text, close }.on_line(self.line));
            }
        }
        Ok(items)
    }

    /// Reads a string literal. Escape sequences are not supported, because no argument needs them.
    fn read_string(&mut self, quote: char) -> Result<String, InstanceError> {
        self.take_if(quote);
        let rest = self.rest_of_line();
        let Some(length) = rest.find(quote) else {
            let text = excerpt(rest);
            return Err(BrokenRule::OpenString { text }.on_line(self.line));
        };
        self.at += length + quote.len_utf8();
        Ok(rest[..length].to_owned())
    }

    fn read_number(&mut self) -> Result<i64, InstanceError> {
        let rest = &self.input[self.at..];
        let length = rest
            .find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '-' | '+' | '.'))
            .unwrap_or(rest.len());
        let token = &rest[..length];
        let value = read_integer(token).ok_or_else(|| {
            let text = excerpt(token);
            BrokenRule::NoWholeNumber { text }.on_line(self.line)
        })?;
        self.at += length;
        Ok(value)
    }
}
