use super::blocks::BLOCKS;
use crate::{Constraints, Shape, generate};

#[test]
fn explore() {
    for (signature, text, expected) in BLOCKS {
        let signature = signature.parse().unwrap();
        let constraints = Constraints::parse(text, &signature);
        let lines: Vec<usize> = constraints
            .not_understood()
            .iter()
            .map(|it| it.number)
            .collect();
        if lines != *expected {
            println!(
                "NOT UNDERSTOOD {signature}: {:?}",
                constraints.not_understood()
            );
        }
        if !constraints.unbounded().is_empty() {
            println!("UNBOUNDED {signature}: {:?}", constraints.unbounded());
            continue;
        }
        for shape in Shape::of_signature(&signature) {
            let start = std::time::Instant::now();
            let found = (0..4)
                .filter(|seed| generate(&constraints, *seed, shape).is_some())
                .count();
            if found < 4 || start.elapsed().as_millis() > 2000 {
                println!("{signature} {shape}: {found} {:?}", start.elapsed());
            }
        }
    }
}
