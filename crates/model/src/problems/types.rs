//! The types of arguments and answers.

use std::fmt;

/// A type of an argument or of an answer, as in `LeetCode`'s signatures.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Type {
    /// A whole number of 32 bits.
    Int,
    /// A whole number of 64 bits.
    Long,
    /// A floating-point number of 64 bits.
    Double,
    /// `true` or `false`.
    Boolean,
    /// One character.
    Char,
    /// A text.
    String,
    /// `int[]`
    Array(Box<Type>),
    /// `List<Integer>`. It differs from an array only in how some languages spell it.
    List(Box<Type>),
    /// A singly linked list of integers.
    ListNode,
    /// A binary tree of integers.
    TreeNode,
}

/// The types that are not made of others, each with its spellings; the first one is
/// canonical.
const NAMED: [(Type, &[&str]); 8] = [
    (Type::Int, &["int", "Integer"]),
    (Type::Long, &["long", "Long"]),
    (Type::Double, &["double", "Double"]),
    (Type::Boolean, &["boolean", "Boolean", "bool"]),
    (Type::Char, &["char", "Character"]),
    (Type::String, &["string", "String"]),
    (Type::ListNode, &["ListNode"]),
    (Type::TreeNode, &["TreeNode"]),
];

impl Type {
    /// The types of signatures, for error messages.
    pub(super) const SUPPORTED: &str = "int, long, double, boolean, char, string, ListNode, \
                                        TreeNode, arrays such as int[] and lists such as \
                                        List<Integer>";

    /// Returns the type with this name, unless it is made of others.
    pub fn named(name: &str) -> Option<Self> {
        let mut known = NAMED.into_iter();
        Some(known.find(|(_, names)| names.contains(&name))?.0)
    }

    /// The type of the items of an array or a list.
    pub const fn item(&self) -> Option<&Self> {
        match self {
            Self::Array(item) | Self::List(item) => Some(item),
            _ => None,
        }
    }

    /// The number of arrays and lists around the innermost items.
    pub fn depth(&self) -> usize {
        self.item().map_or(0, |item| 1 + item.depth())
    }

    /// The type of the innermost items.
    pub fn innermost(&self) -> &Self {
        self.item().map_or(self, Self::innermost)
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Array(item) => write!(f, "{item}[]"),
            Self::List(item) => {
                let boxed = NAMED.iter().find(|(known, _)| *known == **item);
                match boxed.and_then(|(_, names)| names.get(1)) {
                    Some(name) => write!(f, "List<{name}>"),
                    None => write!(f, "List<{item}>"),
                }
            }
            _ => {
                let mut known = NAMED.iter().filter(|(known, _)| known == self);
                f.pad(known.next().map_or("", |(_, names)| names[0]))
            }
        }
    }
}
