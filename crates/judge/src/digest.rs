//! Names made of content.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

/// SHA-256 of all parts, in hexadecimal.
pub(super) fn digest<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        // Lengths keep neighbouring parts apart.
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    hexadecimal(&hash.finalize())
}

pub(super) fn hexadecimal(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in bytes {
        let _ = write!(text, "{byte:02x}");
    }
    text
}
