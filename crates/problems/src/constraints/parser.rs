//! Expressions in the tokens of a line.

use mousetrap_model::{Type, Value};

use super::expression::{Expression, Index, Operation, Quantity, Relation};
use super::names::Names;
use super::text::Token;

/// The tokens of a line, and the position up to which they are read.
pub(super) struct Parser<'a> {
    names: Names<'a>,
    tokens: Vec<Token>,
    position: usize,
    /// The index variables, in the order of their first use.
    variables: Vec<String>,
}

impl<'a> Parser<'a> {
    pub(super) fn new(names: Names<'a>, tokens: Vec<Token>) -> Self {
        let mut variables = Vec::new();
        for window in tokens.windows(3) {
            if let [
                Token::Sign("["),
                Token::Name(name),
                Token::Sign("]" | "+" | "-"),
            ] = window
                && names.parameter(name).is_none()
                && !names.defined.contains_key(name)
                && !variables.contains(name)
            {
                variables.push(name.clone());
            }
        }
        Self {
            names,
            tokens,
            position: 0,
            variables,
        }
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.position == self.tokens.len()
    }

    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.position)
    }

    /// Skips this sign, or returns false if another token is next.
    fn take(&mut self, sign: &str) -> bool {
        let is_next = matches!(self.peek(), Some(Token::Sign(next)) if *next == sign);
        self.position += usize::from(is_next);
        is_next
    }

    fn name(&mut self) -> Option<String> {
        let Some(Token::Name(name)) = self.peek() else {
            return None;
        };
        let name = name.clone();
        self.position += 1;
        Some(name)
    }

    /// Reads a sign of comparison; returns true with it if the sides must be swapped.
    pub(super) fn relation(&mut self) -> Option<(Relation, bool)> {
        let Some(Token::Sign(sign)) = self.peek() else {
            return None;
        };
        let relation = match *sign {
            "<" => (Relation::Less, false),
            "<=" | "=<" => (Relation::LessOrEqual, false),
            ">" => (Relation::Less, true),
            ">=" | "=>" => (Relation::LessOrEqual, true),
            "=" | "==" => (Relation::Equal, false),
            "!=" => (Relation::NotEqual, false),
            _ => return None,
        };
        self.position += 1;
        Some(relation)
    }

    /// Reads expressions between commas, all of which compare in the same way.
    pub(super) fn group(&mut self) -> Option<Vec<Expression>> {
        let mut group = Vec::new();
        loop {
            let rest = &self.tokens[self.position..];
            if let [Token::Name(node), Token::Sign("."), Token::Name(val), ..] = rest
                && val == "val"
                && self.names.parameter(node).is_none()
            {
                let values = self.names.node_values(&[Type::ListNode, Type::TreeNode]);
                if values.is_empty() {
                    return None;
                }
                group.extend(values.into_iter().map(Expression::Quantity));
                self.position += 3;
            } else {
                group.push(self.sum()?);
            }
            if !self.take(",") {
                return Some(group);
            }
        }
    }

    pub(super) fn sum(&mut self) -> Option<Expression> {
        let mut sum = self.product()?;
        loop {
            let operation = match self.peek() {
                Some(Token::Sign("+")) => Operation::Add,
                Some(Token::Sign("-")) => Operation::Subtract,
                _ => return Some(sum),
            };
            self.position += 1;
            sum = sum.binary(operation, self.product()?)?;
        }
    }

    fn product(&mut self) -> Option<Expression> {
        let mut product = self.factor()?;
        loop {
            let previous = self.position.checked_sub(1).map(|it| &self.tokens[it]);
            let (operation, length) = match (previous, self.peek()) {
                (_, Some(Token::Sign("/"))) => (Operation::Divide, 1),
                (_, Some(Token::Sign("%"))) => (Operation::Remainder, 1),
                (_, Some(Token::Sign("*"))) => (Operation::Multiply, 1),
                // `2n` and `n(n - 1)`
                (Some(Token::Number(_)), Some(Token::Name(_))) | (_, Some(Token::Sign("("))) => {
                    (Operation::Multiply, 0)
                }
                _ => return Some(product),
            };
            self.position += length;
            product = product.binary(operation, self.factor()?)?;
        }
    }

    fn factor(&mut self) -> Option<Expression> {
        if self.take("-") {
            let factor = self.factor()?;
            return match factor {
                Expression::Number(number) => Some(Expression::Number(-number)),
                Expression::Literal(Value::Double(number)) => {
                    Some(Expression::Literal(Value::Double(-number)))
                }
                _ => Expression::Number(0).binary(Operation::Subtract, factor),
            };
        }
        let base = self.primary()?;
        if self.take("^") {
            return base.binary(Operation::Power, self.factor()?);
        }
        Some(base)
    }

    fn primary(&mut self) -> Option<Expression> {
        let token = self.peek()?.clone();
        if let Token::Name(name) = &token {
            self.position += 1;
            let function = match name.as_str() {
                "min" => Some(Operation::Minimum),
                "max" => Some(Operation::Maximum),
                _ => None,
            };
            if name == "len" && self.take("(") {
                let length = length_of(self.sum()?);
                return self.take(")").then_some(length?);
            }
            if let Some(operation) = function
                && self.take("(")
            {
                let mut extreme = self.sum()?;
                while self.take(",") {
                    extreme = extreme.binary(operation, self.sum()?)?;
                }
                return self.take(")").then_some(extreme);
            }
            let named = self.named(name);
            return self.parts(named);
        }
        self.position += 1;
        match token {
            Token::Number(number) => Some(Expression::Number(number)),
            Token::Literal(value) => Some(Expression::Literal(value)),
            Token::Sign("(") => {
                let sum = self.sum()?;
                self.take(")").then_some(sum)
            }
            _ => None,
        }
    }

    /// What a name without its indices means.
    fn named(&self, name: &str) -> Expression {
        let plain = name.replace('_', "");
        if let Some(parameter) = self.names.parameter(name) {
            Expression::Quantity(Quantity::parameter(parameter))
        } else if let Some(meaning) = self.names.defined.get(&plain) {
            meaning.clone()
        } else if let Some(variable) = self.variables.iter().position(|known| known == name) {
            Expression::Variable(variable)
        } else {
            Expression::Unknown(plain)
        }
    }

    /// Reads the indices and members after a name.
    fn parts(&mut self, mut whole: Expression) -> Option<Expression> {
        loop {
            if self.take("[") {
                let Expression::Quantity(quantity) = &mut whole else {
                    return None;
                };
                let index = match self.sum()? {
                    Expression::Variable(variable) => Index::Each {
                        variable,
                        offset: 0,
                    },
                    Expression::Binary(left, operation, right) => {
                        match (*left, operation, *right) {
                            (
                                Expression::Variable(variable),
                                Operation::Add,
                                Expression::Number(offset),
                            ) => Index::Each { variable, offset },
                            (
                                Expression::Variable(variable),
                                Operation::Subtract,
                                Expression::Number(offset),
                            ) => {
                                let offset = -offset;
                                Index::Each { variable, offset }
                            }
                            (left, operation, right) => {
                                Index::At(Box::new(left.binary(operation, right)?))
                            }
                        }
                    }
                    index => Index::At(Box::new(index)),
                };
                quantity.indices.push(index);
                quantity.ty(self.names.signature)?;
                self.take("]").then_some(())?;
            } else if self.take(".") {
                let member = self.name()?;
                whole = match member.as_str() {
                    "length" | "size" | "Length" | "count" | "len" => length_of(whole)?,
                    "val" => match whole {
                        Expression::Quantity(quantity) => {
                            let is_node = |ty| matches!(ty, Type::ListNode | Type::TreeNode);
                            let ty = quantity.ty(self.names.signature)?;
                            is_node(ty).then_some(())?;
                            self.variables.push("each node".to_owned());
                            Expression::Quantity(quantity.each(self.variables.len() - 1))
                        }
                        _ => return None,
                    },
                    _ => return None,
                };
                if self.take("(") {
                    self.take(")").then_some(())?;
                }
            } else {
                if let Expression::Quantity(quantity) = &whole {
                    quantity.ty(self.names.signature)?;
                }
                return Some(whole);
            }
        }
    }
}

fn length_of(whole: Expression) -> Option<Expression> {
    match whole {
        Expression::Quantity(quantity) if !quantity.is_length => {
            Some(Expression::Quantity(quantity.length()))
        }
        _ => None,
    }
}
