//! Random secrets and ids, and the hashes that are stored instead of secrets.

use mousetrap_util::digest::digest_of_bytes;

/// 32 characters that are easy to tell apart. Each character encodes five bits.
const ALPHABET: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";

/// The length of a secret in characters, which encode 160 bits.
pub(crate) const SECRET_LENGTH: usize = 32;
/// The length of an id in characters, which encode 60 bits.
const ID_LENGTH: usize = 12;

/// Returns a new secret.
pub(crate) fn new_secret() -> String {
    random_text(SECRET_LENGTH)
}

/// Returns a new id for a row of the database.
pub(crate) fn new_id() -> String {
    random_text(ID_LENGTH)
}

fn random_text(length: usize) -> String {
    let mut bytes = vec![0; length];
    getrandom::fill(&mut bytes).expect("the kernel provides random bytes");
    let characters = bytes.iter().map(|byte| ALPHABET[usize::from(byte % 32)]);
    characters.map(char::from).collect()
}

/// Returns the hash that is stored instead of a secret.
pub(crate) fn hash(secret: &str) -> String {
    digest_of_bytes(secret.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secret_and_id_are_random_and_hash_is_sha_256() {
        assert_ne!(new_secret(), new_secret());
        assert_eq!(new_secret().len(), SECRET_LENGTH);
        assert_eq!(new_id().len(), ID_LENGTH);
        assert!(hash("abc").starts_with("ba7816bf8f01cfea"));
    }
}
