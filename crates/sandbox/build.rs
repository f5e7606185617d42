//! Says in one sentence where this crate cannot be built.

use std::env;

fn main() {
    let system = env::var("CARGO_CFG_TARGET_OS").unwrap_or_default();
    if system != "linux" {
        println!(
            "cargo::error=Mousetrap runs on Linux, not on {system}: its sandbox is made of Linux \
             namespaces; elsewhere, use it in a Linux container or virtual machine, as \
             docs/operator.md shows"
        );
    }
}
