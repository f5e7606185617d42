//! JSON that is safe to show.

use std::io;

use mousetrap_util::printable::{gives_orders, is_invisible};

/// A writer for `serde_json`. It writes invisible characters, and the beginning of an order
/// to a runner, as escape sequences, so that the JSON means the same and is safe to show.
///
/// `serde_json` writes a string in pieces that end between characters, and escapes control
/// characters itself.
pub(crate) struct SafeJson<'a>(pub(crate) &'a mut dyn io::Write);

impl io::Write for SafeJson<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = str::from_utf8(bytes).map_err(io::Error::other)?;
        let mut plain = 0;
        for (at, character) in text.char_indices() {
            let is_order = character == '#' && gives_orders(&text[at..]);
            // Line ends stand between values only.
            if is_order || is_invisible(character) && character != '\n' {
                self.0.write_all(&bytes[plain..at])?;
                plain = at + character.len_utf8();
                for unit in character.encode_utf16(&mut [0; 2]) {
                    write!(self.0, "\\u{unit:04x}")?;
                }
            }
        }
        self.0.write_all(&bytes[plain..])?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
