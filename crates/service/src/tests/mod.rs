//! Tests of the service without a network, on both databases. A stand-in replaces the judge.

mod support;

mod api;
mod hacks;
mod queue;
mod revisions;
mod rooms;
mod store;
mod trouble;
mod web;
mod workers;

pub(crate) use support::{CONFIG, claimant, submission};
