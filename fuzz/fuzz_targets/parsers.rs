//! Parses any text as a case and as a certificate. Nothing may panic, and a parsed case or
//! certificate stays the same when it is written and parsed again.

#![no_main]

use libfuzzer_sys::fuzz_target;
use cat_and_mouse::game::Bounds;
use cat_and_mouse::Game;
use cat_and_mouse::solve::certificate::Certificate;

fuzz_target!(|text: &str| {
    for problem in Game::ALL {
        for bounds in [Bounds::Contest, Bounds::Extended] {
            let Ok(instance) = problem.parse(text, bounds) else {
                continue;
            };
            for written in [instance.text(), instance.leetcode_text()] {
                let again = problem.parse(&written, bounds).expect("written by ourselves");
                assert_eq!(again.text(), instance.text());
                assert_eq!(again.canonical_text(), instance.canonical_text());
            }
            // A certificate in the rest of the text proves nothing false.
            let proof = text.find("certificate").map(|at| text[at..].parse());
            if let (Some(Ok(proof)), Bounds::Contest) = (proof, bounds) {
                let proof: Certificate = proof;
                if instance.check_certificate(&proof).is_ok() {
                    assert_eq!(instance.solve(), proof.outcome);
                }
            }
        }
    }
    if let Ok(certificate) = text.parse::<Certificate>() {
        assert_eq!(certificate.to_string().parse(), Ok(certificate));
    }
});
