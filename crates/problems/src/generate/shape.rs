//! Shapes of generated cases.

use std::cmp::Ordering;

use mousetrap_model::{Signature, Type};
use mousetrap_util::Choice as _;
use rand::RngExt as _;
use rand_chacha::ChaCha8Rng;

mousetrap_util::choices! {
    /// The shape of a generated case.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Shape {
        /// A few items with values from a tiny range; such cases reveal most bugs
        Tiny = "tiny",
        /// Up to 20 items with small values
        Small = "small",
        /// Up to 200 items with values of medium size
        Medium = "medium",
        /// At least half of the maximum number of items, with values from the entire range
        Large = "large",
        /// Minimum lengths and values
        Minimum = "minimum",
        /// Maximum lengths and values
        Maximum = "maximum",
        /// Sequences of maximum length, with values from the entire range
        Long = "long",
        /// Sequences of minimum length, with values from the entire range
        Short = "short",
        /// Numbers as close to zero as possible, and the first allowed letter
        Zeros = "zeros",
        /// All items are equal
        Equal = "equal",
        /// All items are equal, except one
        OneDifferent = "one-different",
        /// Two items alternate
        Alternating = "alternating",
        /// A few items, each repeated many times
        Duplicates = "duplicates",
        /// The second half mirrors the first one
        Palindrome = "palindrome",
        /// Items in ascending order
        Sorted = "sorted",
        /// Items in descending order
        Reversed = "reversed",
        /// A tree whose nodes have only left children
        LeftChain = "left-chain",
        /// A tree whose nodes have only right children
        RightChain = "right-chain",
        /// A tree whose nodes alternately have a left and a right child
        Zigzag = "zigzag",
        /// A tree in which only the last level may be incomplete
        Complete = "complete",
    }
}

impl Shape {
    /// Returns the shapes that make a difference for the parameters of this signature.
    pub fn relevant_shapes(signature: &Signature) -> Vec<Self> {
        let types = || signature.parameters.iter().map(|it| &it.ty);
        let has_tree = types().any(|ty| *ty.innermost_type() == Type::TreeNode);
        let is_sequence = |ty: &Type| {
            matches!(ty, Type::String | Type::ListNode | Type::TreeNode) || ty.depth() > 0
        };
        let has_sequence = types().any(is_sequence);
        let matters = |shape: &Self| match shape {
            Self::LeftChain | Self::RightChain | Self::Zigzag | Self::Complete => has_tree,
            Self::Tiny
            | Self::Small
            | Self::Medium
            | Self::Large
            | Self::Minimum
            | Self::Maximum
            | Self::Zeros => true,
            _ => has_sequence,
        };
        Self::ALL.iter().copied().filter(matters).collect()
    }

    /// Returns whether every value is at a bound or as close to zero as possible.
    pub(super) const fn has_extreme_values(self) -> bool {
        matches!(self, Self::Minimum | Self::Maximum | Self::Zeros)
    }

    /// Returns whether this shape has long sequences whose values span the entire allowed range.
    pub(super) const fn has_long_sequences(self) -> bool {
        matches!(self, Self::Large | Self::Long)
    }

    /// Rearranges the items if this shape requires repeated or ordered items.
    pub(super) fn arrange_items<T: Clone>(
        self,
        items: &mut [T],
        random: &mut ChaCha8Rng,
        compare: impl Fn(&T, &T) -> Ordering,
    ) {
        let length = items.len();
        if length < 2 {
            return;
        }
        match self {
            Self::Equal => {
                let first = items[0].clone();
                items.fill(first);
            }
            Self::OneDifferent => {
                let place = random.random_range(0..length as u64) as usize;
                let usual = items[usize::from(place == 0)].clone();
                for (index, item) in items.iter_mut().enumerate() {
                    if index != place {
                        *item = usual.clone();
                    }
                }
            }
            Self::Alternating => (2..length).for_each(|it| items[it] = items[it % 2].clone()),
            Self::Duplicates => {
                let kinds = (length / 3).clamp(1, 8);
                for index in kinds..length {
                    items[index] = items[random.random_range(0..kinds as u64) as usize].clone();
                }
            }
            Self::Palindrome => {
                (0..length / 2).for_each(|it| items[length - 1 - it] = items[it].clone());
            }
            Self::Sorted => items.sort_by(compare),
            Self::Reversed => items.sort_by(|a, b| compare(b, a)),
            _ => {}
        }
    }
}
