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
use draw::ArgumentGenerator;

pub(crate) use bounds::Bounds;
pub use shape::Shape;

/// Maximum number of attempts to generate one case.
const MAX_ATTEMPTS_PER_CASE: u64 = 12;

/// Generates arguments of this shape that obey the constraints. The same seed gives the same
/// arguments on every machine. Returns `None` if a value is unbounded or no attempt succeeds.
///
/// The case has at most about 200,000 items, even if the constraints allow more. The case may
/// violate lines that are not understood; see [`Constraints::unparsed_lines`].
pub fn generate(constraints: &Constraints, seed: u64, shape: Shape) -> Option<Vec<Value>> {
    if !constraints.unbounded_quantities().is_empty() {
        return None;
    }
    let signature = &constraints.signature;
    (0..MAX_ATTEMPTS_PER_CASE).find_map(|attempt| {
        let mut hash = Sha256::new();
        // No hashed field contains a NUL, so different fields never yield the same bytes.
        hash.update(format!(
            "mousetrap\0{signature}\0{shape}\0{seed}\0{attempt}"
        ));
        let random = ChaCha8Rng::from_seed(hash.finalize().into());
        let mut generator = ArgumentGenerator::new(constraints, shape, attempt, random);
        let mut arguments = generator.draw_arguments()?;
        generator.repair(&mut arguments).then_some(arguments)
    })
}
