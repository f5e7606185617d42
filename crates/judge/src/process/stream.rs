//! The judge's end of an output stream of a program.

use std::mem::MaybeUninit;
use std::os::fd::BorrowedFd;

use rustix::io::Errno;

use crate::process::excerpt::Excerpt;
use mousetrap_sandbox::SandboxError;
use mousetrap_util::Bytes;

/// Maximum number of bytes that are read from a stream at a time, so that an endless stream does
/// not delay checking the time limits.
const MAX_READ_SIZE: u64 = 1 << 20;

/// Number of bytes kept from the end of a stream that is too long to be kept completely.
const TAIL_LENGTH: usize = 4 * 1024;

/// The judge's end of an output stream of a program.
#[derive(Debug)]
pub(crate) struct Stream {
    /// The name of the stream in reports.
    pub name: &'static str,
    /// Whether exceeding the output limit is a failure.
    pub is_limited: bool,
    /// The output since the last call to [`Stream::clear`].
    pub received: Excerpt,
    /// The last bytes that did not fit into `received`: at least [`TAIL_LENGTH`] of them, or all if
    /// there are fewer.
    tail: Vec<u8>,
    pub is_open: bool,
}

impl Stream {
    /// Creates a stream that keeps its first `keep` bytes. If `is_limited` is set, exceeding the
    /// output limit is a failure. An unlimited stream also keeps its last bytes. An unlimited
    /// stream is safe, because writing counts towards the CPU time limit.
    pub(crate) fn new(name: &'static str, is_limited: bool, keep: usize) -> Self {
        Self {
            name,
            is_limited,
            received: Excerpt::new(keep),
            tail: Vec::new(),
            is_open: true,
        }
    }

    /// Discards the output so far.
    pub(crate) fn clear(&mut self) {
        self.received.clear();
        self.tail.clear();
    }

    /// Returns whether the output exceeds the limit of the job.
    pub(crate) fn exceeds_limit(&self, limit: u64) -> bool {
        self.is_limited && self.received.length() > limit
    }

    /// Reads the available output. A limited stream is no longer read once it exceeds `limit`
    /// bytes.
    pub(crate) fn drain(&mut self, fd: BorrowedFd<'_>, limit: u64) -> Result<(), SandboxError> {
        // Filling the array with zeros would take longer than the typical read.
        let mut chunk = [const { MaybeUninit::uninit() }; 16 * 1024];
        let start = self.received.length();
        while self.is_open
            && !self.exceeds_limit(limit)
            && self.received.length() - start < MAX_READ_SIZE
        {
            match rustix::io::read(fd, &mut chunk) {
                Ok(([], _)) => self.is_open = false,
                Ok((bytes, rest)) => {
                    self.append_bytes(bytes);
                    if !rest.is_empty() {
                        break;
                    }
                }
                Err(Errno::AGAIN) => break,
                Err(Errno::INTR) => {}
                Err(error) => return Err(SandboxError::in_step("reading from a process")(error)),
            }
        }
        Ok(())
    }

    fn append_bytes(&mut self, bytes: &[u8]) {
        let kept = self.received.bytes().len();
        self.received.push(bytes);
        if !self.is_limited {
            let rest = &bytes[self.received.bytes().len() - kept..];
            let last = &rest[rest.len().saturating_sub(TAIL_LENGTH)..];
            self.tail.extend_from_slice(last);
            if self.tail.len() > 4 * TAIL_LENGTH {
                self.tail.drain(..self.tail.len() - TAIL_LENGTH);
            }
        }
    }

    /// Returns the complete output, or complete lines from its start and its end, with the number
    /// of omitted bytes in between.
    pub(crate) fn excerpt_of_both_ends(&self) -> Excerpt {
        let kept = self.received.bytes();
        let tail = &self.tail[self.tail.len().saturating_sub(TAIL_LENGTH)..];
        let is_end = |&byte: &u8| byte == b'\n';
        let excerpt = if (kept.len() + tail.len()) as u64 == self.received.length() {
            [kept, tail].concat()
        } else {
            let head = &kept[..kept.iter().rposition(is_end).unwrap_or(kept.len())];
            let tail = &tail[tail.iter().position(is_end).map_or(0, |end| end + 1)..];
            let dropped = Bytes(self.received.length() - (head.len() + tail.len()) as u64);
            let note = format!("\n… {dropped} more dropped\n");
            [head, note.as_bytes(), tail].concat()
        };
        Excerpt::from_bytes(&excerpt, usize::MAX)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::os::fd::AsFd;

    use super::*;

    /// Writes each chunk of `writes` to a pipe, lets `stream` read the chunk, and returns the
    /// stream.
    fn stream_after_writes(mut stream: Stream, writes: &[&[u8]], limit: u64) -> Stream {
        let (reader, mut writer) = std::io::pipe().unwrap();
        rustix::io::ioctl_fionbio(&reader, true).unwrap();
        for write in writes {
            writer.write_all(write).unwrap();
            stream.drain(reader.as_fd(), limit).unwrap();
        }
        stream
    }

    #[test]
    fn output_that_fits_is_kept_unchanged() {
        let all = b"one\n".repeat(1000);
        let full = stream_after_writes(Stream::new("a", false, 1024), &[&all], 10);
        assert_eq!(full.excerpt_of_both_ends().bytes(), all);
        assert!(!full.exceeds_limit(10));
    }

    #[test]
    fn start_and_end_of_large_output_are_kept() {
        let block = b"noise, noise, noise\n".repeat(1600);
        let mut writes: Vec<&[u8]> = vec![b"the first line\n"];
        writes.extend(std::iter::repeat_n(block.as_slice(), 100));
        writes.push(b"ZeroDivisionError: the last line\n");
        let mut flood = stream_after_writes(Stream::new("a", false, 1024), &writes, 10);
        let text = flood.excerpt_of_both_ends().text();
        assert!(text.starts_with("the first line\nnoise"), "{text}");
        assert!(text.ends_with("\nZeroDivisionError: the last line\n"));
        let dropped = "noise\n… 3 MiB more dropped\nnoise";
        assert!(text.contains(dropped), "{text}");
        assert!(text.len() < 1024 + TAIL_LENGTH + 100, "{}", text.len());
        flood.clear();
        assert_eq!(flood.excerpt_of_both_ends().text(), "");
    }

    #[test]
    fn limited_stream_exceeds_its_limit_at_the_first_extra_byte() {
        let under = stream_after_writes(Stream::new("a", true, 4), &[b"12345"], 5);
        assert!(!under.exceeds_limit(5));
        assert!(under.exceeds_limit(4));
        assert_eq!(under.received.bytes(), b"1234");
    }
}
