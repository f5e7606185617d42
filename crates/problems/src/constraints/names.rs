//! What names in constraint lines mean.

use std::collections::BTreeMap;

use mousetrap_model::{Signature, Type};

use super::expression::{Expression, Quantity, item_type};

/// What the names in a line mean.
#[derive(Clone, Copy)]
pub(super) struct Names<'a> {
    pub(super) signature: &'a Signature,
    /// Names that lines define, without underscores.
    pub(super) defined: &'a BTreeMap<String, Expression>,
}

impl Names<'_> {
    /// The position of the parameter with this name.
    pub(super) fn parameter(self, name: &str) -> Option<usize> {
        let parameters = &self.signature.parameters;
        let exact = parameters.iter().position(|known| known.name == name);
        let plain = name.replace('_', "");
        exact.or_else(|| parameters.iter().position(|known| known.name == plain))
    }

    /// Every item of each linked list and tree, of every dimension.
    pub(super) fn node_values(self, wanted: &[Type]) -> Vec<Quantity> {
        let parameters = self.signature.parameters.iter().enumerate();
        let lists = parameters.filter(|(_, it)| wanted.contains(it.ty.innermost()));
        let values = lists.map(|(parameter, it)| {
            (0..=it.ty.depth()).fold(Quantity::parameter(parameter), Quantity::each)
        });
        values.collect()
    }
}

/// Every text or character in this quantity, with fresh index variables.
pub(super) fn innermost(mut quantity: Quantity, signature: &Signature) -> Quantity {
    while let Some(ty) = quantity.ty(signature) {
        if ty == Type::String || item_type(&ty).is_none() {
            break;
        }
        let variable = quantity.indices.len();
        quantity = quantity.each(variable);
    }
    quantity
}
