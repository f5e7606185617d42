//! Generates cases that obey constraints.

mod bounds;
mod draw;
mod numbers;
mod repair;
mod shape;

pub(crate) mod tree;

use mousetrap_model::Value;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use sha2::{Digest as _, Sha256};

use crate::constraints::Constraints;
use draw::Draw;

pub(crate) use bounds::Bounds;
pub use bounds::Contradiction;
pub use shape::Shape;

/// Maximum number of draws for one case.
const MAX_ATTEMPTS: u64 = 12;

/// Draws arguments of this shape that obey the constraints. The same seed gives the same arguments
/// on every machine. Returns `None` if no attempt succeeds.
///
/// The case has at most about 200,000 items, even if the constraints allow more. Draws respect
/// only the lines that are understood; see [`Constraints::not_understood`] and
/// [`Constraints::unbounded`].
pub fn generate(constraints: &Constraints, seed: u64, shape: Shape) -> Option<Vec<Value>> {
    if !constraints.unbounded().is_empty() {
        return None;
    }
    let signature = &constraints.signature;
    (0..MAX_ATTEMPTS).find_map(|attempt| {
        let mut hash = Sha256::new();
        // No part contains a NUL, so different names never give the same bytes.
        hash.update(format!(
            "mousetrap\0{signature}\0{shape}\0{seed}\0{attempt}"
        ));
        let random = ChaCha8Rng::from_seed(hash.finalize().into());
        let mut draw = Draw::new(constraints, shape, attempt, random);
        let mut arguments = draw.arguments()?;
        draw.repair(&mut arguments).then_some(arguments)
    })
}
