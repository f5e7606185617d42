//! The identity of this build.

use std::fs::File;
use std::io::{self, Read as _};

use mousetrap_util::printable::hexadecimal;
use sha2::{Digest as _, Sha256};

/// The SHA-256 of the running executable, even if its file has been replaced since.
pub(super) async fn digest() -> io::Result<String> {
    let digest = tokio::task::spawn_blocking(|| {
        let mut executable = File::open("/proc/self/exe")?;
        let mut hash = Sha256::new();
        let mut buffer = vec![0; 1 << 16];
        loop {
            match executable.read(&mut buffer)? {
                0 => return Ok(hexadecimal(&hash.finalize())),
                length => hash.update(&buffer[..length]),
            }
        }
    });
    digest.await?
}
