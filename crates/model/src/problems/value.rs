//! Values of arguments and answers, and their two formats: `LeetCode`'s JSON and the text that
//! drivers read.

use std::fmt::{self, Write as _};

use serde_json::Value as Json;
use thiserror::Error;

use super::signature::Signature;
use super::types::Type;

/// The value of an argument or an answer. Arrays are ordered lexicographically.
#[derive(Clone, Debug, PartialEq, PartialOrd)]
pub enum Value {
    /// A missing child in a tree.
    Null,
    /// A boolean.
    Boolean(bool),
    /// An `int` or a `long`.
    Integer(i64),
    /// A finite `double`.
    Double(f64),
    /// A `string` or a `char`.
    String(String),
    /// The items of an array, a list or a linked list, or the nodes of a tree in level order.
    Array(Vec<Value>),
}

/// The error for text that is not a value of the expected type.
#[derive(Debug, Error)]
pub enum ValueError {
    /// The text is not JSON.
    #[error("this is not JSON: {0}")]
    Syntax(#[from] serde_json::Error),
    /// The value or one of its items has the wrong type.
    #[error("expected {wanted}{place}, found {found}")]
    Type {
        /// The position of the invalid item, such as ` at [2][0]`; empty if the value as
        /// a whole is invalid.
        place: String,
        /// The expected type.
        wanted: String,
        /// The beginning of the invalid item, as JSON.
        found: String,
    },
    /// The number of arguments differs from the number of parameters.
    #[error("expected {wanted} argument{}, found {found}", if *wanted == 1 { "" } else { "s" })]
    Count {
        /// The number of parameters.
        wanted: usize,
        /// The number of arguments.
        found: usize,
    },
    /// An argument does not have the type of its parameter.
    #[error("argument {name}: {error}")]
    Argument {
        /// The name of the parameter.
        name: String,
        /// Why the argument is invalid.
        error: Box<ValueError>,
    },
}

impl Value {
    /// Parses JSON text as a value of this type.
    ///
    /// # Errors
    /// Returns an error if the text is not JSON, or its value has another type.
    pub fn parse(text: &str, ty: &Type) -> Result<Self, ValueError> {
        Self::from_json(&serde_json::from_str(text)?, ty)
    }

    /// Converts parsed JSON to a value of this type.
    ///
    /// # Errors
    /// Returns an error if the value has another type.
    pub fn from_json(json: &Json, ty: &Type) -> Result<Self, ValueError> {
        let value = match (ty, json) {
            (Type::Int, Json::Number(number)) => {
                let number = number.as_i64().and_then(|value| i32::try_from(value).ok());
                number.map(|value| Self::Integer(value.into()))
            }
            (Type::Long, Json::Number(number)) => number.as_i64().map(Self::Integer),
            (Type::Double, Json::Number(number)) => number.as_f64().map(Self::Double),
            (Type::Boolean, Json::Bool(value)) => Some(Self::Boolean(*value)),
            (Type::String, Json::String(text)) => Some(Self::String(text.clone())),
            (Type::Char, Json::String(text)) => {
                (text.chars().count() == 1).then(|| Self::String(text.clone()))
            }
            (Type::Array(item) | Type::List(item), Json::Array(items)) => {
                return read_items(items, |value| Self::from_json(value, item));
            }
            (Type::ListNode, Json::Array(items)) => {
                return read_items(items, |value| Self::from_json(value, &Type::Int));
            }
            (Type::TreeNode, Json::Array(items)) => {
                let nodes = read_items(items, |value| match value {
                    Json::Null => Ok(Self::Null),
                    _ => Self::from_json(value, &Type::Int),
                })?;
                nodes.is_tree().then_some(nodes)
            }
            _ => None,
        };
        value.ok_or_else(|| {
            let wanted = match ty {
                Type::Char => "a char (a string of one character)".to_owned(),
                Type::ListNode => "a ListNode, such as [1,2]".to_owned(),
                Type::TreeNode => "a TreeNode, such as [3,9,20,null,null,15,7]".to_owned(),
                _ => ty.to_string(),
            };
            ValueError::Type {
                place: String::new(),
                wanted,
                found: format!("{:.60}", json.to_string()),
            }
        })
    }

    /// Returns the items of an array, and no items for any other value.
    pub fn items(&self) -> &[Self] {
        match self {
            Self::Array(items) => items,
            _ => &[],
        }
    }

    /// Returns whether this list of nodes is a binary tree in level order: every node must have a
    /// parent, and the root must not be null.
    fn is_tree(&self) -> bool {
        let nodes = self.items();
        let mut free_slots = 1_usize;
        let has_parents = nodes.iter().all(|node| {
            let has_parent = free_slots > 0;
            let children = if *node == Self::Null { 0 } else { 2 };
            free_slots = free_slots.saturating_sub(1) + children;
            has_parent
        });
        has_parents && nodes.first() != Some(&Self::Null)
    }

    /// Writes the value in the format that drivers read. The format consists of tokens; an array is
    /// preceded by its item count, and a string by its length in bytes. Each number, each string
    /// and each array of numbers is on a separate line.
    fn encode(&self, ty: &Type, out: &mut String) {
        match (self, ty.item()) {
            (Self::Array(items), Some(item)) if item.depth() > 0 || !is_single_token(item) => {
                let _ = writeln!(out, "{}", items.len());
                for value in items {
                    value.encode(item, out);
                }
            }
            (Self::Array(items), _) => {
                let _ = write!(out, "{}", items.len());
                for value in items {
                    out.push(' ');
                    value.encode_as_driver_token(ty.item(), out);
                }
                out.push('\n');
            }
            (Self::String(text), _) if *ty == Type::String => {
                let _ = writeln!(out, "{} {text}", text.len());
            }
            _ => {
                self.encode_as_driver_token(Some(ty), out);
                out.push('\n');
            }
        }
    }

    fn encode_as_driver_token(&self, ty: Option<&Type>, out: &mut String) {
        let _ = match self {
            Self::Boolean(value) => write!(out, "{}", u8::from(*value)),
            Self::Double(value) => {
                let text = format!("{value:?}");
                // Some languages cannot parse a number with an exponent but no decimal point.
                match text.split_once('e') {
                    Some((digits, exponent)) if !digits.contains('.') => {
                        write!(out, "{digits}.0e{exponent}")
                    }
                    _ => out.write_str(&text),
                }
            }
            Self::String(text) if ty == Some(&Type::Char) => {
                write!(out, "{}", text.chars().next().map_or(0, u32::from))
            }
            // Faster than `write!`, which matters for arrays.
            Self::Integer(value) => out.write_str(&value.to_string()),
            _ => write!(out, "{self}"),
        };
    }
}

/// Returns whether a value of this type is a single token in the format that drivers read.
const fn is_single_token(ty: &Type) -> bool {
    !matches!(ty, Type::String | Type::ListNode | Type::TreeNode)
}

fn read_items(
    items: &[Json],
    read: impl Fn(&Json) -> Result<Value, ValueError>,
) -> Result<Value, ValueError> {
    let items = items.iter().enumerate().map(|(index, item)| {
        read(item).map_err(|mut error| {
            if let ValueError::Type { place, .. } = &mut error {
                *place = format!(" at [{index}]{}", place.trim_start_matches(" at "));
            }
            error
        })
    });
    Ok(Value::Array(items.collect::<Result<_, _>>()?))
}

impl Signature {
    /// Parses arguments in JSON, one per line.
    ///
    /// # Errors
    /// Returns an error if the number of arguments is wrong, or an argument does not have the type
    /// of its parameter.
    pub fn parse_arguments(&self, text: &str) -> Result<Vec<Value>, ValueError> {
        let lines: Vec<&str> = text
            .lines()
            .filter(|line| !line.trim().is_empty())
            .collect();
        self.check_and_convert_arguments(&lines, |line, ty| Value::parse(line, ty))
    }

    /// Converts parsed JSON values to arguments.
    ///
    /// # Errors
    /// See [`Signature::parse_arguments`].
    pub fn arguments_from_json(&self, values: &[Json]) -> Result<Vec<Value>, ValueError> {
        self.check_and_convert_arguments(values, Value::from_json)
    }

    fn check_and_convert_arguments<T>(
        &self,
        sources: &[T],
        read: impl Fn(&T, &Type) -> Result<Value, ValueError>,
    ) -> Result<Vec<Value>, ValueError> {
        let (wanted, found) = (self.parameters.len(), sources.len());
        if found != wanted {
            return Err(ValueError::Count { wanted, found });
        }
        let values = sources.iter().zip(&self.parameters);
        let values = values.map(|(source, parameter)| {
            read(source, &parameter.ty).map_err(|error| ValueError::Argument {
                name: parameter.name.clone(),
                error: Box::new(error),
            })
        });
        values.collect()
    }

    /// Returns the arguments of a case in the format that drivers read.
    pub fn encode_arguments(&self, arguments: &[Value]) -> String {
        let mut out = String::new();
        for (value, parameter) in arguments.iter().zip(&self.parameters) {
            value.encode(&parameter.ty, &mut out);
        }
        out
    }
}

impl fmt::Display for Value {
    /// Formats the value as compact JSON.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Boolean(value) => value.fmt(f),
            Self::Integer(value) => value.fmt(f),
            Self::Double(value) => write!(f, "{value:?}"),
            Self::String(text) => Json::from(text.as_str()).fmt(f),
            Self::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    f.write_str(if index == 0 { "[" } else { "," })?;
                    item.fmt(f)?;
                }
                f.write_str(if items.is_empty() { "[]" } else { "]" })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ty(text: &str) -> Type {
        let signature: Signature = format!("int f({text} x)").parse().unwrap();
        signature.parameters[0].ty.clone()
    }

    #[test]
    fn value_is_printed_as_compact_json() {
        for (kind, text, expected) in [
            ("int", " -5 ", "-5"),
            ("double", "2", "2.0"),
            ("double", "1e300", "1e300"),
            ("boolean", "true", "true"),
            ("string", "\"a\\u00e9\\n\\\"\"", "\"aé\\n\\\"\""),
            ("char[][]", "[[\"a\"], [\" \"], []]", "[[\"a\"],[\" \"],[]]"),
            ("TreeNode", "[3,9,null,null,15]", "[3,9,null,null,15]"),
            ("ListNode[]", "[[],[1,2]]", "[[],[1,2]]"),
        ] {
            let value = Value::parse(text, &ty(kind)).unwrap();
            assert_eq!(value.to_string(), expected);
        }
    }

    #[test]
    fn value_of_the_wrong_type_is_reported_with_its_indices() {
        for (kind, text, expected) in [
            ("int", "2147483648", "expected int, found 2147483648"),
            ("int", "1.5", "expected int, found 1.5"),
            ("int[][]", "[[1],[2,\"x\"]]", "expected int at [1][1]"),
            ("List<Integer>", "{}", "expected List<Integer>, found {}"),
            ("char", "\"ab\"", "expected a char (a string of one"),
            ("TreeNode", "[1,null,null,2]", "expected a TreeNode"),
            ("TreeNode", "[null]", "expected a TreeNode, such as"),
            ("int", "x", "this is not JSON: expected value"),
        ] {
            let error = Value::parse(text, &ty(kind)).unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }

    #[test]
    fn driver_input_has_one_line_per_scalar_and_innermost_array() {
        let signature: Signature =
            "int f(int[][] a, string b, double[] c, List<String> d, TreeNode e, char f, boolean g)"
                .parse()
                .unwrap();
        let text = "[[1,3],[],[0]]\n\"é\\n\"\n[0.5,1e300]\n[\"\",\"x y\"]\n[1,null,2]\n\"A\"\ntrue";
        let arguments = signature.parse_arguments(text).unwrap();
        let expected = [
            "3\n2 1 3\n0\n1 0",
            "3 é\n",
            "2 0.5 1.0e300",
            "2\n0 \n3 x y",
            "3 1 null 2",
            "65",
            "1\n",
        ];
        assert_eq!(signature.encode_arguments(&arguments), expected.join("\n"));
        let error = signature.parse_arguments("1\n2").unwrap_err().to_string();
        assert!(error.starts_with("expected 7 arguments"), "{error}");
    }
}
