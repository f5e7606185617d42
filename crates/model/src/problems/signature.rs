//! Function signatures in `LeetCode`'s notation: `int maxArea(int[] height)`.

use std::fmt;
use std::iter;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::types::Type;

/// The name, the parameters and the result of the function that solves a problem.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Signature {
    /// The name of the function in camel case. Each driver converts the name to the naming
    /// convention of its language.
    pub name: String,
    /// The parameters; at least one.
    pub parameters: Vec<Parameter>,
    /// The type of the result. `None` stands for `void`: such a function modifies its first
    /// parameter, which is the answer.
    pub result: Option<Type>,
}

/// A parameter of a function.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Parameter {
    /// The name of the parameter in camel case.
    pub name: String,
    /// The type of the parameter.
    pub ty: Type,
}

/// The error for text that is not a valid signature.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("column {column}: {kind}")]
pub struct SignatureError {
    /// The column of the error, counted from 1.
    pub column: usize,
    /// The kind of error.
    pub kind: SignatureErrorKind,
}

/// The kinds of errors in a signature.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[expect(
    missing_docs,
    reason = "the error message of each variant serves as its documentation"
)]
pub enum SignatureErrorKind {
    #[error("expected {expected}, found {found}; write it like `int maxArea(int[] height)`")]
    Unexpected { expected: String, found: String },
    #[error(
        "unknown type `{0}`; the supported types are {supported}",
        supported = Type::SUPPORTED_TYPES
    )]
    UnknownType(String),
    #[error("classes are not supported; a problem must be a single function")]
    Class,
    #[error("two parameters are named `{0}`")]
    RepeatedName(String),
    #[error("the function must have at least one parameter")]
    NoParameters,
    #[error(
        "the first parameter of a `void` function is its answer, so it must be an array, a \
             list, a ListNode or a TreeNode"
    )]
    ScalarAnswer,
}

impl Signature {
    /// Returns the type of the answer: the result type, or the type of the first parameter if the
    /// function is `void`.
    pub fn answer_type(&self) -> &Type {
        let first = &self.parameters[0].ty;
        self.result.as_ref().unwrap_or(first)
    }

    /// Returns the signature of the validator of a problem whose solution has this signature.
    #[must_use]
    pub fn of_validator(&self) -> Self {
        Self {
            name: "validate".to_owned(),
            parameters: self.parameters.clone(),
            result: Some(Type::String),
        }
    }

    /// Returns the types of all parameters and of the result.
    pub fn types(&self) -> impl Iterator<Item = &Type> {
        let parameters = self.parameters.iter().map(|parameter| &parameter.ty);
        parameters.chain(&self.result)
    }

    /// Returns each argument with the name of its parameter. `arguments` has one argument per line.
    /// The name is empty if the signature is unknown.
    pub fn named_arguments<'a>(
        signature: Option<&'a Self>,
        arguments: &'a str,
    ) -> Vec<(&'a str, &'a str)> {
        let parameters = signature.map_or(&[][..], |known| &known.parameters);
        let names = parameters.iter().map(|one| one.name.as_str());
        let names = names.chain(iter::repeat(""));
        names.zip(arguments.lines()).collect()
    }

    /// Returns whether a parameter or the result contains values of this type.
    pub fn uses_type(&self, ty: &Type) -> bool {
        self.types().any(|known| known.innermost_type() == ty)
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.result {
            Some(result) => write!(f, "{result} {}(", self.name)?,
            None => write!(f, "void {}(", self.name)?,
        }
        for (index, Parameter { name, ty }) in self.parameters.iter().enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            write!(f, "{comma}{ty} {name}")?;
        }
        f.write_str(")")
    }
}

impl From<Signature> for String {
    fn from(signature: Signature) -> Self {
        signature.to_string()
    }
}

impl TryFrom<String> for Signature {
    type Error = SignatureError;

    fn try_from(text: String) -> Result<Self, SignatureError> {
        text.parse()
    }
}

impl FromStr for Signature {
    type Err = SignatureError;

    fn from_str(text: &str) -> Result<Self, SignatureError> {
        let mut parser = Parser { text, at: 0 };
        // LeetCode's Java template begins with `public` and ends in `{`.
        parser.skip_tokens(&["public", "static"]);
        let result = match parser.peek() {
            "class" => return Err(parser.error(SignatureErrorKind::Class)),
            "void" => {
                parser.take_token();
                None
            }
            _ => Some(parser.parse_type()?),
        };
        let start = parser.clone();
        let name = parser.parse_name("the name of the function")?;
        if name == "main" {
            return Err(start.unexpected_token("a name other than `main`"));
        }
        parser.expect_token("(")?;
        let mut parameters: Vec<Parameter> = Vec::new();
        if parser.peek() == ")" {
            return Err(parser.error(SignatureErrorKind::NoParameters));
        }
        loop {
            let start = parser.clone();
            let ty = parser.parse_type()?;
            if result.is_none() && parameters.is_empty() && is_immutable_for_callee(&ty) {
                return Err(start.error(SignatureErrorKind::ScalarAnswer));
            }
            let start = parser.clone();
            let name = parser.parse_name("the name of a parameter")?;
            if parameters.iter().any(|known| known.name == name) {
                return Err(start.error(SignatureErrorKind::RepeatedName(name)));
            }
            parameters.push(Parameter { name, ty });
            if parser.peek() != "," {
                break;
            }
            parser.take_token();
        }
        parser.expect_token(")")?;
        parser.skip_tokens(&["{", "}", ";"]);
        if !parser.peek().is_empty() {
            return Err(parser.unexpected_token("the end of the text"));
        }
        Ok(Self {
            name,
            parameters,
            result,
        })
    }
}

/// Returns whether a function cannot modify an argument of this type in place.
const fn is_immutable_for_callee(ty: &Type) -> bool {
    !matches!(
        ty,
        Type::Array(_) | Type::List(_) | Type::ListNode | Type::TreeNode
    )
}

/// Maximum number of nested array and list levels in a type.
const MAX_NESTING_DEPTH: usize = 8;

/// A parser: the text of a signature and the current byte position.
#[derive(Clone)]
struct Parser<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Parser<'a> {
    /// Returns the byte position of the next token.
    fn token_start(&self) -> usize {
        let rest = &self.text[self.at..];
        self.at + rest.len() - rest.trim_start().len()
    }

    /// Returns the next token (a word or a punctuation mark), or an empty string at the end.
    fn peek(&self) -> &'a str {
        let rest = &self.text[self.token_start()..];
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let word = rest.len() - rest.trim_start_matches(is_word).len();
        let sign = rest.chars().next().map_or(0, char::len_utf8);
        &rest[..word.max(sign)]
    }

    fn take_token(&mut self) -> &'a str {
        let next = self.peek();
        self.at = self.token_start() + next.len();
        next
    }

    /// Skips tokens as long as the next one is among `tokens`.
    fn skip_tokens(&mut self, tokens: &[&str]) {
        while tokens.contains(&self.peek()) {
            self.take_token();
        }
    }

    fn error(&self, kind: SignatureErrorKind) -> SignatureError {
        let column = self.text[..self.token_start()].chars().count() + 1;
        SignatureError { column, kind }
    }

    fn unexpected_token(&self, expected: &str) -> SignatureError {
        let found = match self.peek() {
            "" => "the end of the text".to_owned(),
            next => format!("`{next}`"),
        };
        let expected = expected.to_owned();
        self.error(SignatureErrorKind::Unexpected { expected, found })
    }

    fn expect_token(&mut self, sign: &str) -> Result<(), SignatureError> {
        if self.peek() != sign {
            return Err(self.unexpected_token(&format!("`{sign}`")));
        }
        self.take_token();
        Ok(())
    }

    fn parse_name(&mut self, what: &str) -> Result<String, SignatureError> {
        if !self.peek().starts_with(|c: char| c.is_ascii_alphabetic()) {
            return Err(self.unexpected_token(what));
        }
        Ok(self.take_token().to_owned())
    }

    fn parse_type(&mut self) -> Result<Type, SignatureError> {
        let start = self.clone();
        let name = self.parse_name("a type")?;
        let mut ty = match name.as_str() {
            "List" => {
                self.expect_token("<")?;
                let item = self.parse_type()?;
                self.expect_token(">")?;
                Type::List(Box::new(item))
            }
            name => Type::from_name(name)
                .ok_or_else(|| start.error(SignatureErrorKind::UnknownType(name.to_owned())))?,
        };
        while self.peek() == "[" {
            self.take_token();
            self.expect_token("]")?;
            ty = Type::Array(Box::new(ty));
        }
        if ty.depth() > MAX_NESTING_DEPTH {
            let depth = format!("at most {MAX_NESTING_DEPTH} levels of nested arrays and lists");
            return Err(start.unexpected_token(&depth));
        }
        Ok(ty)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signature_round_trips_through_text() {
        for text in [
            "int maxArea(int[] height)",
            "List<List<Integer>> f(TreeNode root, int[][] grid)",
            "void rotate(int[][] matrix)",
            "double f(long a, char[][][] b, List<String> c, boolean d, ListNode[] e)",
        ] {
            let signature: Signature = text.parse().unwrap();
            assert_eq!(signature.to_string(), text);
        }
        let other = " public bool f ( String s,List<List<Character> >b ) {";
        let other: Signature = other.parse().unwrap();
        let expected = "boolean f(string s, List<List<Character>> b)";
        assert_eq!(other.to_string(), expected);
    }

    #[test]
    fn arguments_get_the_names_of_their_parameters() {
        let signature: Signature = "int f(int[] height, int k)".parse().unwrap();
        let named = |arguments| Signature::named_arguments(Some(&signature), arguments);
        assert_eq!(named("[1,8]\n3\n"), [("height", "[1,8]"), ("k", "3")]);
        // A log can be forged or truncated.
        assert_eq!(named("[1]\n3\n4")[1..], [("k", "3"), ("", "4")]);
        assert_eq!(Signature::named_arguments(None, "[1]"), [("", "[1]")]);
    }

    #[test]
    fn syntax_error_is_reported_with_its_column() {
        for (text, expected) in [
            ("", "column 1: expected a type, found the end of the text"),
            ("int f", "column 6: expected `(`, found the end of the text"),
            ("int main(int x)", "column 5: expected a name other than"),
            ("int f()", "column 7: the function must have at least one"),
            ("int f(float x)", "column 7: unknown type `float`"),
            ("class LRUCache {", "column 1: classes are not supported"),
            ("int f(void x)", "column 7: unknown type `void`"),
            (
                "void f(int x)",
                "column 8: the first parameter of a `void` function is its answer",
            ),
            ("int f(int[ x)", "column 12: expected `]`, found `x`"),
            ("int f(int x, int x)", "column 18: two parameters are named"),
            ("int f(int x) x", "column 14: expected the end of the text"),
            ("int f(int x,)", "column 13: expected a type, found `)`"),
            ("int f(int[][][][][][][][][] x)", "column 7: expected at"),
        ] {
            let error = text.parse::<Signature>().unwrap_err().to_string();
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }
}
