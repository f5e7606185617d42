//! Parses expressions from the tokens of a line.

use mousetrap_model::{Type, Value};

use super::expression::{Expression, Operation, Quantity, Relation};
use super::names::Names;
use super::text::Token;

/// The tokens of a line, and the index of the next one to read.
pub(super) struct Parser<'a> {
    names: Names<'a>,
    tokens: Vec<Token>,
    position: usize,
    /// The index variables, in the order of their first use.
    variables: Vec<String>,
}

impl<'a> Parser<'a> {
    pub(super) fn new(names: Names<'a>, tokens: Vec<Token>) -> Self {
        // The subject of a sentence may already use index variables.
        let subject = names.defined.get(SUBJECT).map(Expression::quantities);
        let reserved = subject.map_or(0, |subject| subject[0].indices.len());
        let mut variables = vec![String::new(); reserved];
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

    /// Skips the next token if it is this sign, and returns whether it was.
    fn take(&mut self, sign: &str) -> bool {
        let next = self.tokens.get(self.position);
        let is_next = matches!(next, Some(Token::Sign(next)) if *next == sign);
        self.position += usize::from(is_next);
        is_next
    }

    /// Parses a comparison sign, and returns its relation and whether the sides must be swapped.
    pub(super) fn relation(&mut self) -> Option<(Relation, bool)> {
        let Token::Sign(sign) = self.tokens.get(self.position)? else {
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

    /// Parses expressions that are separated by commas and share a comparison sign.
    pub(super) fn group(&mut self) -> Option<Vec<Expression>> {
        let mut group = Vec::new();
        loop {
            let rest = &self.tokens[self.position..];
            if let [Token::Name(node), Token::Sign("."), Token::Name(val), ..] = rest
                && val == "val"
                && self.names.parameter(node).is_none()
            {
                let values = self.names.node_values()?;
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
        while let Some(operation) = self.operation(false) {
            sum = sum.binary(operation, self.product()?)?;
        }
        Some(sum)
    }

    fn product(&mut self) -> Option<Expression> {
        let mut product = self.factor()?;
        while let Some(operation) = self.operation(true) {
            product = product.binary(operation, self.factor()?)?;
        }
        Some(product)
    }

    /// Parses a sign of multiplication or, if not `of_product`, of addition.
    fn operation(&mut self, of_product: bool) -> Option<Operation> {
        let previous = self.position.checked_sub(1).map(|it| &self.tokens[it]);
        let is_after_number = matches!(previous, Some(Token::Number(_)));
        let (operation, length) = match (of_product, self.tokens.get(self.position)?) {
            (false, Token::Sign("+")) => (Operation::Add, 1),
            (false, Token::Sign("-")) => (Operation::Subtract, 1),
            (true, Token::Sign("/")) => (Operation::Divide, 1),
            (true, Token::Sign("%")) => (Operation::Remainder, 1),
            (true, Token::Sign("*")) => (Operation::Multiply, 1),
            // `n(n - 1)` and `2n`
            (true, Token::Sign("(")) => (Operation::Multiply, 0),
            (true, Token::Name(_)) if is_after_number => (Operation::Multiply, 0),
            _ => return None,
        };
        self.position += length;
        Some(operation)
    }

    fn factor(&mut self) -> Option<Expression> {
        if self.take("-") {
            return match self.factor()? {
                Expression::Literal(Value::Double(number)) => {
                    Some(Expression::Literal(Value::Double(-number)))
                }
                factor => Expression::Number(0).binary(Operation::Subtract, factor),
            };
        }
        let base = self.primary()?;
        if self.take("^") {
            return base.binary(Operation::Power, self.factor()?);
        }
        Some(base)
    }

    fn primary(&mut self) -> Option<Expression> {
        let token = self.tokens.get(self.position)?.clone();
        self.position += 1;
        match token {
            Token::Number(number) => Some(Expression::Number(number)),
            Token::Literal(value) => Some(Expression::Literal(value)),
            Token::Name(name) => {
                if matches!(name.as_str(), "len" | "min" | "max") && self.take("(") {
                    return self.call(&name);
                }
                let named = self.named(&name);
                self.parts(named)
            }
            Token::Sign("(") => {
                let sum = self.sum()?;
                self.take(")").then_some(sum)
            }
            Token::Sign(_) => None,
        }
    }

    /// Parses a call's arguments and returns the call.
    fn call(&mut self, function: &str) -> Option<Expression> {
        let mut result = self.sum()?;
        let operation = match function {
            "min" => Operation::Minimum,
            "max" => Operation::Maximum,
            _ => {
                result = length_of(result)?;
                return self.take(")").then_some(result);
            }
        };
        while self.take(",") {
            result = result.binary(operation, self.sum()?)?;
        }
        self.take(")").then_some(result)
    }

    /// Resolves a name without indices.
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

    /// Parses the indices and members that follow a name.
    fn parts(&mut self, mut whole: Expression) -> Option<Expression> {
        loop {
            if self.take("[") {
                let Expression::Quantity(quantity) = whole else {
                    return None;
                };
                whole = Expression::Quantity(quantity.item(self.sum()?));
                self.take("]").then_some(())?;
            } else if self.take(".") {
                let Some(Token::Name(member)) = self.tokens.get(self.position) else {
                    return None;
                };
                whole = match (member.as_str(), whole) {
                    ("length" | "size" | "Length" | "count" | "len", whole) => length_of(whole)?,
                    ("val", Expression::Quantity(quantity)) => {
                        let is_node = |ty: &Type| matches!(ty, Type::ListNode | Type::TreeNode);
                        is_node(quantity.ty(self.names.signature)?).then_some(())?;
                        Expression::Quantity(quantity.each())
                    }
                    _ => return None,
                };
                self.position += 1;
                if self.take("(") {
                    self.take(")").then_some(())?;
                }
            } else {
                return Some(whole);
            }
            whole.ty(self.names.signature)?;
        }
    }
}

/// The name that refers to the subject of a sentence in the equivalent comparison.
pub(super) const SUBJECT: &str = "this";

fn length_of(whole: Expression) -> Option<Expression> {
    match whole {
        Expression::Quantity(quantity) if !quantity.is_length => {
            Some(Expression::Quantity(quantity.length()))
        }
        _ => None,
    }
}
