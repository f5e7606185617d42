//! Moves the worker into namespaces and a root of its own.

use std::io;
use std::os::fd::OwnedFd;
use std::path::PathBuf;

use rustix::thread::{
    CapabilitySet, UnshareFlags, capability_is_in_bounding_set, remove_capability_from_bounding_set,
};

use crate::error::{FailedStep, at};
use crate::mounts::root::Root;
use crate::sys;
use crate::wire::messages::{Reply, Request};
use crate::wire::socket::send;

/// Moves this process into new namespaces and builds its root, without the `hidden` files
/// and directories. Returns the root, and whether the program runs as another user.
pub(super) fn isolate(
    socket: &OwnedFd,
    expected: impl Fn(&str) -> Result<Request, FailedStep>,
    hidden: Vec<PathBuf>,
) -> Result<(Root, bool), FailedStep> {
    sys::unshare(
        UnshareFlags::NEWUSER
            | UnshareFlags::NEWNS
            | UnshareFlags::NEWNET
            | UnshareFlags::NEWIPC
            | UnshareFlags::NEWUTS,
    )
    .map_err(at("making namespaces (unshare)"))?;
    send(socket, &Reply::Unshared, &[]).map_err(at("asking for a user map"))?;
    expected("a user map")?;
    let change_user = rustix::process::geteuid().is_root();
    rustix::system::sethostname(b"mousetrap").map_err(at("setting the host name"))?;
    let root = Root::build(hidden)?;
    drop_bounding_set().map_err(at("dropping capabilities for good"))?;
    Ok((root, change_user))
}

/// Drops all capabilities from the bounding set, so that neither this process nor its
/// descendants can gain one.
fn drop_bounding_set() -> io::Result<()> {
    let all = (0..64).map(|number| CapabilitySet::from_bits_retain(1 << number));
    // Capabilities are numbered without gaps.
    for capability in all.take_while(|&one| capability_is_in_bounding_set(one).is_ok()) {
        remove_capability_from_bounding_set(capability)?;
    }
    Ok(())
}
