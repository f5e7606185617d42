//! Refuses to build Mousetrap on other systems than Linux. All crates that use the system depend on
//! this one.

use std::env;

fn main() {
    let system = env::var("CARGO_CFG_TARGET_OS").unwrap_or_default();
    if let Some(refusal) = refusal(&system) {
        println!("cargo::error={refusal}");
    }
}

/// Returns the reason why Mousetrap cannot be built on a system.
pub(crate) fn refusal(system: &str) -> Option<String> {
    (system != "linux").then(|| {
        format!(
            "Mousetrap runs on Linux, not on {system}, because its sandbox uses Linux namespaces; \
             use it in a Linux container or virtual machine, as its README shows"
        )
    })
}
