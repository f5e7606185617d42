//! The types of arguments and answers.

use std::fmt;

/// The type of an argument or an answer, in the notation of `LeetCode`'s signatures.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Type {
    /// A 32-bit integer.
    Int,
    /// A 64-bit integer.
    Long,
    /// A 64-bit floating-point number.
    Double,
    /// `true` or `false`.
    Boolean,
    /// One character.
    Char,
    /// A sequence of characters.
    String,
    /// An array, such as `int[]`.
    Array(Box<Type>),
    /// A list, such as `List<Integer>`. Only some languages distinguish lists from arrays.
    List(Box<Type>),
    /// A singly linked list of integers.
    ListNode,
    /// A binary tree of integers.
    TreeNode,
}

/// The types without type parameters, each with its accepted names. The first name is canonical.
/// The second name, if there is one, is the boxed type, which is used inside `List<...>`.
const SIMPLE_TYPES: [(Type, &[&str]); 8] = [
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
    /// A list of the supported types, for error messages.
    pub(super) const SUPPORTED_TYPES: &str = "int, long, double, boolean, char, string, ListNode, \
                                        TreeNode, arrays such as int[] and lists such as \
                                        List<Integer>";

    /// Returns the type with this name, or `None` for any other text, such as an array type.
    pub fn from_name(name: &str) -> Option<Self> {
        let mut known = SIMPLE_TYPES.into_iter();
        Some(known.find(|(_, names)| names.contains(&name))?.0)
    }

    /// Returns the item type of an array or a list.
    pub const fn item(&self) -> Option<&Self> {
        match self {
            Self::Array(item) | Self::List(item) => Some(item),
            _ => None,
        }
    }

    /// Returns how many levels of arrays and lists are nested in this type.
    pub fn depth(&self) -> usize {
        self.item().map_or(0, |item| 1 + item.depth())
    }

    /// Returns the type of the innermost items.
    pub fn innermost_type(&self) -> &Self {
        self.item().map_or(self, Self::innermost_type)
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Array(item) => write!(f, "{item}[]"),
            Self::List(item) => {
                let boxed = SIMPLE_TYPES.iter().find(|(known, _)| *known == **item);
                match boxed.and_then(|(_, names)| names.get(1)) {
                    Some(name) => write!(f, "List<{name}>"),
                    None => write!(f, "List<{item}>"),
                }
            }
            _ => {
                let mut known = SIMPLE_TYPES.iter().filter(|(known, _)| known == self);
                f.pad(known.next().map_or("", |(_, names)| names[0]))
            }
        }
    }
}
