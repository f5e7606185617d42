//! SHA-256 digests of texts and files.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use sha2::{Digest as _, Sha256};

use crate::printable::to_hex;

/// Returns the SHA-256 digest of a sequence of byte strings, in hexadecimal.
pub fn digest<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        // The length of each part is also hashed, so that ["ab", "c"] and ["a", "bc"] have
        // different digests.
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    to_hex(&hash.finalize())
}

/// Returns the SHA-256 digest of `bytes`, in hexadecimal.
pub fn digest_of_bytes(bytes: &[u8]) -> String {
    to_hex(&Sha256::digest(bytes))
}

/// Returns the SHA-256 digest of a file, in hexadecimal, without loading the file into memory.
///
/// # Errors
/// Returns an error if the file cannot be read.
pub fn digest_of_file(path: &Path) -> io::Result<String> {
    let (mut file, mut hash) = (File::open(path)?, Sha256::new());
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(to_hex(&hash.finalize())),
            length => hash.update(&buffer[..length]),
        }
    }
}
