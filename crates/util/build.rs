//! Refuses to build Mousetrap on systems other than Linux. The check is in this crate, because
//! every crate that makes system calls depends on it.

use std::env;

fn main() {
    let system = env::var("CARGO_CFG_TARGET_OS").unwrap_or_default();
    if system != "linux" {
        println!(
            "cargo::error=Mousetrap runs on Linux, not on {system}, because its sandbox uses Linux \
             namespaces; use it in a Linux container or virtual machine, as its README shows"
        );
    }
}
