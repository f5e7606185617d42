//! Sending and receiving messages with attached descriptors through a socket pair.

use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::time::Duration;

use rustix::io::Errno;
use rustix::net::{
    AddressFamily, RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, SocketFlags, SocketType, recv, recvmsg, send as send_plain,
    sendmsg, socketpair,
};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use rustix::thread::{Timespec, nanosleep};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Maximum time that a message waits while too many descriptors are in transit. This time exceeds
/// the duration of any run, because descriptors that a run has sent can stay in transit until the
/// run ends.
const MAX_RETRY_TIME: Duration = Duration::from_mins(10);
/// Time between two attempts to send a message while too many descriptors are in transit.
const RETRY_INTERVAL: Duration = Duration::from_millis(5);
/// Maximum number of descriptors attached to one message.
pub(crate) const MAX_DESCRIPTORS: usize = 6;
/// Maximum size of a message in bytes. The largest message is a command with its environment.
const MAX_MESSAGE_SIZE: usize = 1 << 17;

/// Raises the limit on open descriptors of this process and its children to the maximum. The kernel
/// also applies this limit to the number of descriptors that a user may have in transit through
/// sockets.
pub(crate) fn raise_descriptor_limit() {
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit {
        current: limit.maximum,
        ..limit
    };
    // If raising the limit fails, messages may have to wait.
    let _ = setrlimit(Resource::Nofile, raised);
}

/// Creates a pair of connected sockets that preserve message boundaries.
pub(crate) fn socket_pair() -> io::Result<(OwnedFd, OwnedFd)> {
    Ok(socketpair(
        AddressFamily::UNIX,
        SocketType::SEQPACKET,
        SocketFlags::CLOEXEC,
        None,
    )?)
}

/// Sends a message with descriptors attached.
pub(crate) fn send<M: Serialize>(
    socket: &OwnedFd,
    message: &M,
    descriptors: &[BorrowedFd<'_>],
) -> io::Result<()> {
    let bytes = serde_json::to_vec(message)?;
    if bytes.len() > MAX_MESSAGE_SIZE {
        return Err(Errno::TOOBIG.into());
    }
    send_bytes(socket.as_fd(), &bytes, descriptors)
}

fn send_bytes(
    socket: BorrowedFd<'_>,
    bytes: &[u8],
    descriptors: &[BorrowedFd<'_>],
) -> io::Result<()> {
    // The system call filter allows `sendto`, but not `sendmsg`.
    if descriptors.is_empty() {
        retry_if_transient(|| send_plain(socket, bytes, SendFlags::NOSIGNAL))?;
        return Ok(());
    }
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MAX_DESCRIPTORS))];
    let mut ancillary = SendAncillaryBuffer::new(&mut space);
    if !ancillary.push(SendAncillaryMessage::ScmRights(descriptors)) {
        return Err(Errno::TOOBIG.into());
    }
    let parts = [IoSlice::new(bytes)];
    retry_if_transient(|| sendmsg(socket, &parts, &mut ancillary, SendFlags::NOSIGNAL))?;
    Ok(())
}

/// Sends a small message with descriptors attached. This function allocates no memory, because
/// another process may share this process's memory.
pub(crate) fn send_without_allocating<M: Serialize>(
    socket: BorrowedFd<'_>,
    message: &M,
    descriptors: &[BorrowedFd<'_>],
) -> io::Result<()> {
    let mut buffer = [0; 256];
    let mut rest = &mut buffer[..];
    serde_json::to_writer(&mut rest, message)?;
    let unused = rest.len();
    send_bytes(socket, &buffer[..buffer.len() - unused], descriptors)
}

/// Receives a message and its descriptors. Returns `None` if the socket is closed.
pub(crate) fn receive<M: DeserializeOwned>(
    socket: &OwnedFd,
) -> io::Result<Option<(M, Vec<OwnedFd>)>> {
    // The length is read first, because clearing a buffer of the maximum message size would take
    // longer than all other steps.
    let peek = RecvFlags::PEEK | RecvFlags::TRUNC;
    let length = match retry_if_transient(|| recv(socket, &mut [0; 1], peek)) {
        Ok((_, length)) => length,
        Err(Errno::CONNRESET) => 0,
        Err(error) => return Err(error.into()),
    };
    if length == 0 {
        return Ok(None);
    }
    let mut buffer = vec![0; length];
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MAX_DESCRIPTORS))];
    let mut ancillary = RecvAncillaryBuffer::new(&mut space);
    let mut parts = [IoSliceMut::new(&mut buffer)];
    retry_if_transient(|| recvmsg(socket, &mut parts, &mut ancillary, RecvFlags::CMSG_CLOEXEC))?;
    let descriptors = ancillary.drain().filter_map(|message| match message {
        RecvAncillaryMessage::ScmRights(rights) => Some(rights),
        _ => None,
    });
    let descriptors = descriptors.flatten().collect();
    Ok(Some((serde_json::from_slice(&buffer)?, descriptors)))
}

fn retry_if_transient<T>(mut call: impl FnMut() -> Result<T, Errno>) -> Result<T, Errno> {
    let mut time_left = MAX_RETRY_TIME;
    loop {
        match call() {
            Err(Errno::INTR) => {}
            // The kernel limits descriptors in transit per user. A run that may send descriptors
            // can exhaust that limit for a while.
            Err(Errno::TOOMANYREFS) if time_left > Duration::ZERO => {
                time_left = time_left.saturating_sub(RETRY_INTERVAL);
                // The standard library's `sleep` may write `errno`, which `sys::child_process`
                // forbids.
                let _ = nanosleep(&Timespec {
                    tv_sec: RETRY_INTERVAL.as_secs() as i64,
                    tv_nsec: RETRY_INTERVAL.subsec_nanos().into(),
                });
            }
            result => return result,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::messages::{Reply, RunStatus};

    #[test]
    fn send_waits_while_too_many_descriptors_are_in_transit() {
        let mut refused_attempts = 3;
        let sent = retry_if_transient(|| {
            if refused_attempts == 0 {
                return Ok("sent");
            }
            refused_attempts -= 1;
            Err(Errno::TOOMANYREFS)
        });
        assert_eq!(sent, Ok("sent"));
    }

    #[test]
    fn message_arrives_with_its_descriptors() {
        let (ours, theirs) = socket_pair().unwrap();
        let ended = RunStatus::Ended {
            status: 0x8b,
            peak: 1 << 40,
            out_of_memory: true,
        };
        for (message, descriptors) in [(ended, 0), (RunStatus::Counter, 2)] {
            let attached = [ours.as_fd(), theirs.as_fd()];
            for with_heap in [true, false] {
                let attached = &attached[..descriptors];
                if with_heap {
                    send(&ours, &message, attached).unwrap();
                } else {
                    send_without_allocating(ours.as_fd(), &message, attached).unwrap();
                }
                let received = receive::<RunStatus>(&theirs).unwrap().unwrap();
                assert_eq!((&received.0, received.1.len()), (&message, descriptors));
            }
        }
        let longest = Reply::Launched {
            init: i32::MIN,
            cpu_before: Duration::MAX,
            group: Some(u32::MAX),
        };
        send_without_allocating(ours.as_fd(), &longest, &[]).unwrap();
        assert!(receive::<Reply>(&theirs).unwrap().is_some());
        drop(ours);
        assert!(receive::<RunStatus>(&theirs).unwrap().is_none());
    }
}
