//! Excerpts of untrusted text. The judge reads all output of submissions, compilers and generators
//! into an [`Excerpt`], so that large output cannot fill memory or reports.

use std::borrow::Cow;

/// The first bytes of a text, together with the length of the complete text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Excerpt {
    kept: Vec<u8>,
    cap: usize,
    length: u64,
}

impl Excerpt {
    /// Creates an empty excerpt that keeps at most `cap` bytes.
    pub(crate) const fn new(cap: usize) -> Self {
        Self {
            kept: Vec::new(),
            cap,
            length: 0,
        }
    }

    /// Creates an excerpt that keeps the first `cap` bytes of `bytes`.
    pub(crate) fn from_bytes(bytes: &[u8], cap: usize) -> Self {
        let mut excerpt = Self::new(cap);
        excerpt.push(bytes);
        excerpt
    }

    /// Appends bytes.
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        let room = self.cap.saturating_sub(self.kept.len());
        self.kept.extend_from_slice(&bytes[..room.min(bytes.len())]);
        self.length += bytes.len() as u64;
    }

    /// Appends another excerpt, including the number of bytes that it has dropped.
    pub(crate) fn append(&mut self, other: &Self) {
        self.push(&other.kept);
        self.length += other.length - other.kept.len() as u64;
    }

    /// Shortens the excerpt to `cap` bytes.
    #[must_use]
    pub(crate) fn limit_to(mut self, cap: usize) -> Self {
        self.cap = cap;
        self.kept.truncate(cap);
        self
    }

    /// Discards everything.
    pub(crate) fn clear(&mut self) {
        self.kept.clear();
        self.length = 0;
    }

    /// Returns the kept bytes.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.kept
    }

    /// Returns the length of the complete text.
    pub(crate) const fn length(&self) -> u64 {
        self.length
    }

    /// Returns the kept text, followed by the number of dropped bytes.
    pub(crate) fn text(&self) -> String {
        let more = self.length - self.kept.len() as u64;
        let mut bytes = &self.kept[..];
        if more > 0 {
            // Drop a character that the truncation has split.
            let last = bytes.utf8_chunks().last();
            let split = last.map_or(0, |last| last.invalid().len());
            bytes = &bytes[..bytes.len() - split];
        }
        let text = String::from_utf8_lossy(bytes);
        match more + (self.kept.len() - bytes.len()) as u64 {
            0 => text.into_owned(),
            1 => format!("{text}… (1 more byte)"),
            more => format!("{text}… ({more} more bytes)"),
        }
    }
}

/// Shortens a long name by omitting the middle, because the start and the end identify it best.
pub(crate) fn elide_middle(name: &str) -> Cow<'_, str> {
    const MAX_NAME_WIDTH: usize = 80;
    let length = name.chars().count();
    if length <= MAX_NAME_WIDTH {
        return name.into();
    }
    let start: String = name.chars().take(MAX_NAME_WIDTH / 2).collect();
    let end: String = name.chars().skip(length - MAX_NAME_WIDTH / 2 + 1).collect();
    format!("{start}…{end}").into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dropped_bytes_are_counted() {
        for (text, cap, expected) in [
            ("true", 4, "true"),
            ("true\n", 4, "true… (1 more byte)"),
            ("true and more", 4, "true… (9 more bytes)"),
            ("true", 0, "… (4 more bytes)"),
            ("", 0, ""),
            ("häuser", 2, "h… (6 more bytes)"),
            ("häuser", 3, "hä… (4 more bytes)"),
        ] {
            assert_eq!(Excerpt::from_bytes(text.as_bytes(), cap).text(), expected);
        }
        let mut pieces = Excerpt::new(3);
        for piece in ["ab", "cd", "ef"] {
            pieces.push(piece.as_bytes());
        }
        assert_eq!(pieces.text(), "abc… (3 more bytes)");
        let mut sum = Excerpt::from_bytes(b"12", 8);
        sum.append(&pieces);
        assert_eq!(sum.clone().limit_to(4).text(), "12ab… (4 more bytes)");
        assert_eq!((sum.bytes(), sum.length()), (&b"12abc"[..], 8));
    }

    #[test]
    fn bytes_that_are_not_text_are_replaced() {
        assert_eq!(Excerpt::from_bytes(b"a\xffb", 8).text(), "a\u{fffd}b");
        assert_eq!(Excerpt::from_bytes(b"a\xff", 2).text(), "a\u{fffd}");
    }

    #[test]
    fn long_name_keeps_its_start_and_end() {
        assert_eq!(elide_middle("queue.rs"), "queue.rs");
        let long = format!("start{}end.py", "ä".repeat(250));
        let short = elide_middle(&long);
        assert_eq!(short.chars().count(), 80);
        assert!(short.starts_with("startä") && short.ends_with("äend.py"));
    }
}
