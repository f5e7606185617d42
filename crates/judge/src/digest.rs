//! Names made of content.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use crate::language::{FromProject, Language};
use mousetrap_base::printable::hexadecimal;
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

/// SHA-256 of everything that decides how a language is judged, except its toolchain.
pub(super) fn digest_of_language(language: &Language) -> String {
    // A project judges alike whether or not it was named with -C.
    let mut language = language.clone();
    language.from_project = FromProject::default();
    digest([format!("{language:?}").as_bytes()])
}

/// SHA-256 of what a file holds, in hexadecimal; the file may be large.
pub(super) fn digest_of_file(path: &Path) -> io::Result<String> {
    let (mut file, mut hash) = (File::open(path)?, Sha256::new());
    let mut piece = vec![0; 1 << 16];
    loop {
        match file.read(&mut piece)? {
            0 => return Ok(hexadecimal(&hash.finalize())),
            length => hash.update(&piece[..length]),
        }
    }
}
