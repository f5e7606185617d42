//! Secrets that are handed out, and what is kept of them.

use mousetrap_util::digest::digest_of_bytes;

/// Characters that are not mistaken for each other; 32 of them, so that each stands
/// for five bits.
const ALPHABET: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";

/// Characters of a secret: 160 bits.
pub(crate) const SECRET: usize = 32;
/// Characters of a name that nobody guesses by accident: 60 bits.
const ID: usize = 12;

/// A new secret, which is shown once.
pub(crate) fn secret() -> String {
    random(SECRET)
}

/// A new name for a row.
pub(crate) fn id() -> String {
    random(ID)
}

fn random(length: usize) -> String {
    let mut bytes = vec![0; length];
    getrandom::fill(&mut bytes).expect("the kernel gives random bytes");
    let characters = bytes.iter().map(|byte| ALPHABET[usize::from(byte % 32)]);
    characters.map(char::from).collect()
}

/// What is kept of a secret.
pub(crate) fn hash(secret: &str) -> String {
    digest_of_bytes(secret.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_differ_and_their_hashes_are_those_of_sha_256() {
        assert_ne!(secret(), secret());
        assert_eq!((secret().len(), id().len()), (SECRET, ID));
        assert!(hash("abc").starts_with("ba7816bf8f01cfea"));
    }
}
