//! The signature of a function, in `LeetCode`'s words: `int maxArea(int[] height)`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::types::Type;

/// The name, the parameters and the result of the function that solves a problem.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Signature {
    /// The name of the function, in camel case. Each language spells it in its own way.
    pub name: String,
    /// The parameters; at least one.
    pub parameters: Vec<Parameter>,
    /// The type of the result; `None` for `void`, where the first parameter is modified and
    /// is the answer.
    pub result: Option<Type>,
}

/// A parameter of a function.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Parameter {
    /// Its name, in camel case.
    pub name: String,
    /// Its type.
    pub ty: Type,
}

/// A text that is not a signature.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("column {column}: {problem}")]
pub struct SignatureError {
    /// The position of the mistake, from 1.
    pub column: usize,
    /// The mistake.
    pub problem: SignatureProblem,
}

/// A mistake in a signature.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[expect(missing_docs, reason = "the messages explain them")]
pub enum SignatureProblem {
    #[error("expected {expected}, found {found}; write it like `int maxArea(int[] height)`")]
    Unexpected { expected: String, found: String },
    #[error("there is no type `{0}`; supported are {supported}", supported = Type::SUPPORTED)]
    UnknownType(String),
    #[error("a class to design is not supported; a problem is one function")]
    Class,
    #[error("two parameters are named `{0}`")]
    RepeatedName(String),
    #[error("a function without parameters is not supported")]
    NoParameters,
    #[error(
        "the first parameter of a `void` function is its answer, so it must be an array, a \
             list, a ListNode or a TreeNode"
    )]
    ScalarAnswer,
}

impl Signature {
    /// The type of the answer: of the result, or of the first parameter of a `void` function.
    pub fn answer(&self) -> &Type {
        let first = &self.parameters[0].ty;
        self.result.as_ref().unwrap_or(first)
    }

    /// All types of parameters and result.
    pub fn types(&self) -> impl Iterator<Item = &Type> {
        let parameters = self.parameters.iter().map(|parameter| &parameter.ty);
        parameters.chain(&self.result)
    }

    /// Returns whether a parameter or the result contains values of this type.
    pub fn uses(&self, ty: &Type) -> bool {
        self.types().any(|known| known.innermost() == ty)
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
        let result = match parser.peek() {
            "class" => return Err(parser.wrong(SignatureProblem::Class)),
            "void" => {
                parser.next();
                None
            }
            _ => Some(parser.ty()?),
        };
        let start = parser.clone();
        let name = parser.name("the name of the function")?;
        if name == "main" {
            return Err(start.unexpected("a name other than that of a program's start"));
        }
        parser.expect("(")?;
        let mut parameters: Vec<Parameter> = Vec::new();
        if parser.peek() == ")" {
            return Err(parser.wrong(SignatureProblem::NoParameters));
        }
        loop {
            let start = parser.clone();
            let ty = parser.ty()?;
            if result.is_none() && parameters.is_empty() && is_scalar(&ty) {
                return Err(start.wrong(SignatureProblem::ScalarAnswer));
            }
            let start = parser.clone();
            let name = parser.name("the name of a parameter")?;
            if parameters.iter().any(|known| known.name == name) {
                return Err(start.wrong(SignatureProblem::RepeatedName(name)));
            }
            parameters.push(Parameter { name, ty });
            if parser.peek() != "," {
                break;
            }
            parser.next();
        }
        parser.expect(")")?;
        if !parser.peek().is_empty() {
            return Err(parser.unexpected("the end"));
        }
        Ok(Self {
            name,
            parameters,
            result,
        })
    }
}

/// Returns whether a function cannot modify an argument of this type.
const fn is_scalar(ty: &Type) -> bool {
    !matches!(
        ty,
        Type::Array(_) | Type::List(_) | Type::ListNode | Type::TreeNode
    )
}

/// Maximum depth of arrays and lists.
const MAX_DEPTH: usize = 8;

/// A signature and the position up to which it is read.
#[derive(Clone)]
struct Parser<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Parser<'a> {
    /// The start of the next word or sign.
    fn start(&self) -> usize {
        let rest = &self.text[self.at..];
        self.at + rest.len() - rest.trim_start().len()
    }

    /// The next word or sign; empty at the end.
    fn peek(&self) -> &'a str {
        let rest = &self.text[self.start()..];
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let word = rest.len() - rest.trim_start_matches(is_word).len();
        let sign = rest.chars().next().map_or(0, char::len_utf8);
        &rest[..word.max(sign)]
    }

    fn next(&mut self) -> &'a str {
        let next = self.peek();
        self.at = self.start() + next.len();
        next
    }

    fn wrong(&self, problem: SignatureProblem) -> SignatureError {
        let column = self.text[..self.start()].chars().count() + 1;
        SignatureError { column, problem }
    }

    fn unexpected(&self, expected: &str) -> SignatureError {
        let found = match self.peek() {
            "" => "the end".to_owned(),
            next => format!("`{next}`"),
        };
        let expected = expected.to_owned();
        self.wrong(SignatureProblem::Unexpected { expected, found })
    }

    fn expect(&mut self, sign: &str) -> Result<(), SignatureError> {
        if self.peek() != sign {
            return Err(self.unexpected(&format!("`{sign}`")));
        }
        self.next();
        Ok(())
    }

    fn name(&mut self, what: &str) -> Result<String, SignatureError> {
        if !self.peek().starts_with(|c: char| c.is_ascii_alphabetic()) {
            return Err(self.unexpected(what));
        }
        Ok(self.next().to_owned())
    }

    fn ty(&mut self) -> Result<Type, SignatureError> {
        let start = self.clone();
        let name = self.name("a type")?;
        let mut ty = match name.as_str() {
            "List" => {
                self.expect("<")?;
                let item = self.ty()?;
                self.expect(">")?;
                Type::List(Box::new(item))
            }
            name => Type::named(name)
                .ok_or_else(|| start.wrong(SignatureProblem::UnknownType(name.to_owned())))?,
        };
        while self.peek() == "[" {
            self.next();
            self.expect("]")?;
            ty = Type::Array(Box::new(ty));
        }
        if ty.depth() > MAX_DEPTH {
            let depth = format!("at most {MAX_DEPTH} arrays and lists inside each other");
            return Err(start.unexpected(&depth));
        }
        Ok(ty)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signature_is_printed_as_it_is_read() {
        for text in [
            "int maxArea(int[] height)",
            "List<List<Integer>> f(TreeNode root, int[][] grid)",
            "void rotate(int[][] matrix)",
            "double f(long a, char[][][] b, List<String> c, boolean d, ListNode[] e)",
        ] {
            let signature: Signature = text.parse().unwrap();
            assert_eq!(signature.to_string(), text);
        }
        let other = " bool f ( String s,List<List<Character> >b ) ";
        let other: Signature = other.parse().unwrap();
        let expected = "boolean f(string s, List<List<Character>> b)";
        assert_eq!(other.to_string(), expected);
    }

    #[test]
    fn mistake_in_a_signature_is_named_with_its_column() {
        for (text, expected) in [
            ("", "column 1: expected a type, found the end"),
            ("int f", "column 6: expected `(`, found the end"),
            ("int main(int x)", "column 5: expected a name other than"),
            ("int f()", "column 7: a function without parameters"),
            ("int f(float x)", "column 7: there is no type `float`"),
            ("class LRUCache {", "column 1: a class to design"),
            ("int f(void x)", "column 7: there is no type `void`"),
            ("void f(int x)", "column 8: the first parameter of a `void`"),
            ("int f(int[ x)", "column 12: expected `]`, found `x`"),
            ("int f(int x, int x)", "column 18: two parameters are named"),
            ("int f(int x) {", "column 14: expected the end, found `{`"),
            ("int f(int x,)", "column 13: expected a type, found `)`"),
            ("int f(int[][][][][][][][][] x)", "column 7: expected at"),
        ] {
            let error = text.parse::<Signature>().unwrap_err().to_string();
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }
}
