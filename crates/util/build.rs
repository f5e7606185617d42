//! Says in one sentence where Mousetrap cannot be built; all crates that know of
//! a system stand on this one.

use std::env;

fn main() {
    let system = env::var("CARGO_CFG_TARGET_OS").unwrap_or_default();
    if let Some(refusal) = refusal(&system) {
        println!("cargo::error={refusal}");
    }
}

/// Why there is no Mousetrap for a system.
pub(crate) fn refusal(system: &str) -> Option<String> {
    (system != "linux").then(|| {
        format!(
            "Mousetrap runs on Linux, not on {system}: its sandbox is made of Linux namespaces; \
             elsewhere, use it in a Linux container or virtual machine, as its README shows"
        )
    })
}
