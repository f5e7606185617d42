//! Cases that are generated.

use mousetrap_model::Signature;
use mousetrap_util::digest::digest;

use super::blocks::BLOCKS;
use crate::{Constraints, Shape, generate};

/// The digest of all cases that the test draws. If it changes, seeds give other cases.
const DIGEST: &str = "e8a0d70eda190dab3cdbe4526dcdc24a3cabe43c5687a1d81b0025fad4d1f8a4";

#[test]
fn generated_cases_are_valid_in_every_shape() {
    let (mut drawn, mut missing, mut texts) = (0, Vec::new(), Vec::new());
    for (signature, text, _) in BLOCKS {
        let signature: Signature = signature.parse().unwrap();
        let constraints = Constraints::parse(text, &signature);
        if !constraints.unbounded().is_empty() {
            continue;
        }
        for shape in Shape::of_signature(&signature) {
            let is_large = matches!(shape, Shape::Large | Shape::Long | Shape::Maximum);
            for seed in 0..if is_large { 1 } else { 3 } {
                let Some(arguments) = generate(&constraints, seed, shape) else {
                    missing.push(format!("{} {shape}", signature.name));
                    continue;
                };
                drawn += 1;
                assert_eq!(constraints.check(&arguments), Ok(()));
                let lines: Vec<String> = arguments.iter().map(ToString::to_string).collect();
                let text = lines.join("\n");
                assert_eq!(
                    signature.arguments(&text).unwrap(),
                    arguments,
                    "{signature}"
                );
                assert!(text.len() < 4_000_000, "{signature} {shape}");
                texts.push(text);
            }
        }
    }
    assert!(missing.len() * 50 < drawn, "{missing:?}");
    // The same seeds give the same cases on every machine.
    let bytes = texts.iter().map(String::as_bytes);
    assert_eq!(digest(bytes), DIGEST);
}
