//! Parses expressions from the tokens of a line, and resolves the names in them.

use std::collections::BTreeMap;

use mousetrap_model::{Signature, Type, Value};

use super::comparison::Relation;
use super::expression::{Expression, Operation, Quantity};
use super::tokens::Token;

/// The names that a constraint line can use.
#[derive(Clone)]
pub(super) struct NameTable<'a> {
    pub(super) signature: &'a Signature,
    /// The names that constraint lines define, spelled without underscores, and their values.
    pub(super) defined: BTreeMap<String, Expression>,
    /// The index variables that the line restricts, as in `for all i >= 1`, and their minimum
    /// values.
    pub(super) least_indices: BTreeMap<String, i128>,
}

impl NameTable<'_> {
    pub(super) fn parameter_index(&self, name: &str) -> Option<usize> {
        let parameters = &self.signature.parameters;
        let exact = parameters.iter().position(|known| known.name == name);
        let plain = name.replace('_', "");
        exact.or_else(|| parameters.iter().position(|known| known.name == plain))
    }

    /// Returns every argument of one of these node types, and the items of every argument that is
    /// an array of one of these types.
    pub(super) fn arguments_with_node_type(&self, wanted: &[Type]) -> Vec<Quantity> {
        let parameters = self.signature.parameters.iter().enumerate();
        let found = parameters.filter(|(_, it)| wanted.contains(it.ty.innermost_type()));
        let found = found.map(|(parameter, it)| {
            (0..it.ty.depth()).fold(Quantity::parameter(parameter), |it, _| it.items())
        });
        found.collect()
    }

    /// Returns the node values of all linked lists and trees.
    pub(super) fn node_values(&self) -> Option<Vec<Quantity>> {
        let nodes = self.arguments_with_node_type(&[Type::ListNode, Type::TreeNode]);
        let values = nodes.into_iter().map(Quantity::items);
        Some(values.collect()).filter(|values: &Vec<_>| !values.is_empty())
    }
}

/// A recursive-descent parser of a line's tokens.
pub(super) struct Parser<'a> {
    names: &'a NameTable<'a>,
    tokens: Vec<Token>,
    position: usize,
    /// The index variables, in the order of their first use.
    variables: Vec<String>,
}

impl<'a> Parser<'a> {
    pub(super) fn new(names: &'a NameTable<'a>, tokens: Vec<Token>) -> Self {
        // The subject of a sentence may already use index variables.
        let subject = names.defined.get(SUBJECT_NAME).map(Expression::quantities);
        let reserved = subject.map_or(0, |subject| subject[0].indices.len());
        let mut variables = vec![String::new(); reserved];
        for window in tokens.windows(3) {
            if let [
                Token::Symbol("["),
                Token::Name(name),
                Token::Symbol("]" | "+" | "-"),
            ] = window
                && is_index_variable(name)
                && names.parameter_index(name).is_none()
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

    /// Consumes the next token if it is this symbol, and returns whether it did.
    fn consume(&mut self, sign: &str) -> bool {
        let next = self.tokens.get(self.position);
        let is_next = matches!(next, Some(Token::Symbol(next)) if *next == sign);
        self.position += usize::from(is_next);
        is_next
    }

    /// Parses a comparison operator; returns its relation and whether the operands must be swapped.
    pub(super) fn parse_relation(&mut self) -> Option<(Relation, bool)> {
        let Token::Symbol(sign) = self.tokens.get(self.position)? else {
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

    /// Parses comma-separated expressions on one side of a comparison, such as `m, n` in `1 <= m,
    /// n`.
    pub(super) fn parse_comma_separated(&mut self) -> Option<Vec<Expression>> {
        let mut group = Vec::new();
        loop {
            let rest = &self.tokens[self.position..];
            if let [Token::Name(node), Token::Symbol("."), Token::Name(val), ..] = rest
                && val == "val"
                && self.names.parameter_index(node).is_none()
            {
                let values = self.names.node_values()?;
                group.extend(values.into_iter().map(Expression::Quantity));
                self.position += 3;
            } else {
                group.push(self.parse_sum()?);
            }
            if !self.consume(",") {
                return Some(group);
            }
        }
    }

    pub(super) fn parse_sum(&mut self) -> Option<Expression> {
        let mut sum = self.parse_product()?;
        while let Some(operation) = self.parse_operation(false) {
            sum = sum.apply_operation(operation, self.parse_product()?)?;
        }
        Some(sum)
    }

    fn parse_product(&mut self) -> Option<Expression> {
        let mut product = self.parse_factor()?;
        while let Some(operation) = self.parse_operation(true) {
            product = product.apply_operation(operation, self.parse_factor()?)?;
        }
        Some(product)
    }

    /// Parses a multiplicative operator if `is_multiplicative` is set, otherwise an additive one.
    fn parse_operation(&mut self, is_multiplicative: bool) -> Option<Operation> {
        let previous = self.position.checked_sub(1).map(|it| &self.tokens[it]);
        let is_after_number = matches!(previous, Some(Token::Number(_)));
        // A longer name before a parenthesis, as in `gcd(a, b)`, is an unknown function.
        let is_after_function = matches!(previous, Some(Token::Name(name)) if name.len() > 1);
        let (operation, length) = match (is_multiplicative, self.tokens.get(self.position)?) {
            (false, Token::Symbol("+")) => (Operation::Add, 1),
            (false, Token::Symbol("-")) => (Operation::Subtract, 1),
            (true, Token::Symbol("/")) => (Operation::Divide, 1),
            (true, Token::Symbol("%")) => (Operation::Remainder, 1),
            (true, Token::Symbol("*")) => (Operation::Multiply, 1),
            // `n(n - 1)` and `2n`
            (true, Token::Symbol("(")) if !is_after_function => (Operation::Multiply, 0),
            (true, Token::Name(_)) if is_after_number => (Operation::Multiply, 0),
            _ => return None,
        };
        self.position += length;
        Some(operation)
    }

    fn parse_factor(&mut self) -> Option<Expression> {
        if self.consume("-") {
            return match self.parse_factor()? {
                Expression::Literal(Value::Double(number)) => {
                    Some(Expression::Literal(Value::Double(-number)))
                }
                factor => Expression::Number(0).apply_operation(Operation::Subtract, factor),
            };
        }
        let base = self.parse_primary()?;
        if self.consume("^") {
            return base.apply_operation(Operation::Power, self.parse_factor()?);
        }
        Some(base)
    }

    fn parse_primary(&mut self) -> Option<Expression> {
        let token = self.tokens.get(self.position)?.clone();
        self.position += 1;
        match token {
            Token::Number(number) => Some(Expression::Number(number)),
            Token::Literal(value) => Some(Expression::Literal(value)),
            Token::Name(name) => {
                if matches!(name.as_str(), "len" | "min" | "max") && self.consume("(") {
                    return self.parse_call(&name);
                }
                let named = self.resolve_name(&name);
                self.parse_indices_and_members(named)
            }
            Token::Symbol("(") => {
                let sum = self.parse_sum()?;
                self.consume(")").then_some(sum)
            }
            Token::Symbol(_) => None,
        }
    }

    fn parse_call(&mut self, function: &str) -> Option<Expression> {
        let mut result = self.parse_sum()?;
        let operation = match function {
            "min" => Operation::Minimum,
            "max" => Operation::Maximum,
            _ => {
                result = length_of(result)?;
                return self.consume(")").then_some(result);
            }
        };
        // A single value, as in `max(nums[i])`, would mean the maximum of an array.
        let mut count = 1;
        while self.consume(",") {
            result = result.apply_operation(operation, self.parse_sum()?)?;
            count += 1;
        }
        if count == 1 {
            return None;
        }
        self.consume(")").then_some(result)
    }

    /// Resolves a name without indices.
    fn resolve_name(&self, name: &str) -> Expression {
        let plain = name.replace('_', "");
        if let Some(parameter) = self.names.parameter_index(name) {
            Expression::Quantity(Quantity::parameter(parameter))
        } else if let Some(meaning) = self.names.defined.get(&plain) {
            meaning.clone()
        } else if let Some(variable) = self.variables.iter().position(|known| known == name) {
            // Index variables begin at 0, so a greater minimum is added to the variable.
            let variable = Expression::Variable(variable);
            match self.names.least_indices.get(name) {
                None | Some(0) => variable,
                Some(least) => Expression::Binary(
                    Box::new(variable),
                    Operation::Add,
                    Box::new(Expression::Number(*least)),
                ),
            }
        } else {
            Expression::Unknown(plain)
        }
    }

    /// Parses the indices and members that follow a name.
    fn parse_indices_and_members(&mut self, mut whole: Expression) -> Option<Expression> {
        loop {
            if self.consume("[") {
                let Expression::Quantity(quantity) = whole else {
                    return None;
                };
                let index = self.parse_sum()?;
                if matches!(index, Expression::Number(..0)) {
                    return None;
                }
                whole = Expression::Quantity(quantity.item(index));
                self.consume("]").then_some(())?;
            } else if self.consume(".") {
                let Some(Token::Name(member)) = self.tokens.get(self.position) else {
                    return None;
                };
                whole = match (member.as_str(), whole) {
                    ("length" | "size" | "Length" | "count" | "len", whole) => length_of(whole)?,
                    ("val", Expression::Quantity(quantity)) => {
                        let is_node = |ty: &Type| matches!(ty, Type::ListNode | Type::TreeNode);
                        is_node(quantity.ty(self.names.signature)?).then_some(())?;
                        // `root.val == 1` is about the first node, but `root.val <= 9` is about all
                        // nodes.
                        let equals = |it: &Token| matches!(it, Token::Symbol("=" | "==" | "!="));
                        let first = quantity.clone().item(Expression::Number(0));
                        let is_equation = self.tokens.iter().any(equals);
                        Expression::Quantity(if is_equation { first } else { quantity.items() })
                    }
                    _ => return None,
                };
                self.position += 1;
                if self.consume("(") {
                    self.consume(")").then_some(())?;
                }
            } else {
                return Some(whole);
            }
            whole.ty(self.names.signature)?;
        }
    }
}

/// The placeholder for the subject when a sentence is rewritten as constraint lines.
pub(super) const SUBJECT_NAME: &str = "this";

/// Returns whether a name without a definition can stand for every index. The letters `m` and `n`
/// usually stand for a length that the author forgot to define.
fn is_index_variable(name: &str) -> bool {
    matches!(name, "row" | "col") || name.len() == 1 && !matches!(name, "m" | "n")
}

fn length_of(whole: Expression) -> Option<Expression> {
    match whole {
        Expression::Quantity(quantity) if !quantity.is_length => {
            Some(Expression::Quantity(quantity.length()))
        }
        _ => None,
    }
}
