//! The judge's end of a stream that a program writes.

use std::os::fd::BorrowedFd;

use rustix::io::Errno;

use crate::process::excerpt::Excerpt;
use mousetrap_sandbox::SandboxError;
use mousetrap_util::Bytes;

/// Maximum number of bytes read from a stream at a time, so that an endless stream leaves
/// time to check the clocks.
const MAX_READ: u64 = 1 << 20;

/// Number of bytes kept of the end of a stream that is not kept completely.
const TAIL: usize = 4 * 1024;

/// The judge's end of a stream that the program writes.
#[derive(Debug)]
pub(crate) struct Stream {
    /// Name in reports.
    pub name: &'static str,
    /// Whether exceeding the output limit is a failure.
    pub limited: bool,
    /// Output since the last [`Stream::clear`].
    pub received: Excerpt,
    /// The last bytes that `received` does not keep, at least `TAIL` of them.
    tail: Vec<u8>,
    pub open: bool,
}

impl Stream {
    /// Creates a stream that keeps its first `keep` bytes. Exceeding the output limit is a
    /// failure for a limited one. Of an unlimited one the end is kept, too; writing a lot costs
    /// the program time.
    pub(crate) fn new(name: &'static str, limited: bool, keep: usize) -> Self {
        Self {
            name,
            limited,
            received: Excerpt::new(keep),
            tail: Vec::new(),
            open: true,
        }
    }

    /// Discards the output so far.
    pub(crate) fn clear(&mut self) {
        self.received.clear();
        self.tail.clear();
    }

    /// Returns whether the output exceeds the limit of the job.
    pub(crate) fn is_over(&self, limit: u64) -> bool {
        self.limited && self.received.length() > limit
    }

    /// Reads the available output. Of a limited stream, reads at most `limit` bytes more than
    /// before.
    pub(crate) fn drain(&mut self, fd: BorrowedFd<'_>, limit: u64) -> Result<(), SandboxError> {
        let mut chunk = [0u8; 16 * 1024];
        let start = self.received.length();
        while self.open && !self.is_over(limit) && self.received.length() - start < MAX_READ {
            match rustix::io::read(fd, &mut chunk) {
                Ok(0) => self.open = false,
                Ok(n) => {
                    self.keep(&chunk[..n]);
                    if n < chunk.len() {
                        break;
                    }
                }
                Err(Errno::AGAIN) => break,
                Err(Errno::INTR) => {}
                Err(error) => return Err(SandboxError::step("reading from a process")(error)),
            }
        }
        Ok(())
    }

    fn keep(&mut self, bytes: &[u8]) {
        let kept = self.received.bytes().len();
        self.received.push(bytes);
        if !self.limited {
            let rest = &bytes[self.received.bytes().len() - kept..];
            let last = &rest[rest.len().saturating_sub(TAIL)..];
            self.tail.extend_from_slice(last);
            if self.tail.len() > 4 * TAIL {
                self.tail.drain(..self.tail.len() - TAIL);
            }
        }
    }

    /// Returns the output: all of it, or complete lines from its start and end with the number
    /// of bytes left out in between.
    pub(crate) fn both_ends(&self) -> Excerpt {
        let kept = self.received.bytes();
        let tail = &self.tail[self.tail.len().saturating_sub(TAIL)..];
        let is_end = |&byte: &u8| byte == b'\n';
        let whole = if (kept.len() + tail.len()) as u64 == self.received.length() {
            [kept, tail].concat()
        } else {
            let head = &kept[..kept.iter().rposition(is_end).unwrap_or(kept.len())];
            let tail = &tail[tail.iter().position(is_end).map_or(0, |end| end + 1)..];
            let dropped = Bytes(self.received.length() - (head.len() + tail.len()) as u64);
            let note = format!("\n… {dropped} more dropped\n");
            [head, note.as_bytes(), tail].concat()
        };
        Excerpt::of(&whole, usize::MAX)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::os::fd::AsFd;

    use super::*;

    /// Returns a stream after these writes, each read separately.
    fn stream(mut stream: Stream, writes: &[&[u8]], limit: u64) -> Stream {
        let (reader, mut writer) = std::io::pipe().unwrap();
        rustix::io::ioctl_fionbio(&reader, true).unwrap();
        for write in writes {
            writer.write_all(write).unwrap();
            stream.drain(reader.as_fd(), limit).unwrap();
        }
        stream
    }

    #[test]
    fn what_fits_is_kept_as_it_came() {
        let all = b"one\n".repeat(1000);
        let full = stream(Stream::new("a", false, 1024), &[&all], 10);
        assert_eq!(full.both_ends().bytes(), all);
        assert!(!full.is_over(10));
    }

    #[test]
    fn start_and_end_of_a_flood_are_kept_and_the_rest_is_counted() {
        let block = b"noise, noise, noise\n".repeat(1600);
        let mut writes: Vec<&[u8]> = vec![b"the first line\n"];
        writes.extend(std::iter::repeat_n(block.as_slice(), 100));
        writes.push(b"ZeroDivisionError: the last line\n");
        let mut flood = stream(Stream::new("a", false, 1024), &writes, 10);
        let text = flood.both_ends().text();
        assert!(text.starts_with("the first line\nnoise"), "{text}");
        assert!(text.ends_with("\nZeroDivisionError: the last line\n"));
        assert!(
            text.contains("noise\n… 3 MiB more dropped\nnoise"),
            "{text}"
        );
        assert!(text.len() < 1024 + TAIL + 100, "{}", text.len());
        flood.clear();
        assert_eq!(flood.both_ends().text(), "");
    }

    #[test]
    fn a_limited_stream_is_over_one_byte_beyond() {
        let under = stream(Stream::new("a", true, 4), &[b"12345"], 5);
        assert!(!under.is_over(5));
        assert!(under.is_over(4));
        assert_eq!(under.received.bytes(), b"1234");
    }
}
