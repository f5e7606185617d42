//! Commands about this machine: its toolchains and caches.

mod attack;
pub(crate) mod cache;
pub(crate) mod doctor;
pub(crate) mod setup;
