//! Commands about this machine: its toolchains and caches.

mod attack;
pub(crate) mod cache;
pub(crate) mod doctor;
pub(crate) mod setup;

#[cfg(feature = "service")]
mod queue;
#[cfg(not(feature = "service"))]
mod queue {
    use std::path::Path;

    use crate::cli::failure::{Failure, Status};
    use crate::cli::missing_feature::missing_feature;

    pub(super) fn run(_: &Path) -> Result<Status, Failure> {
        Err(missing_feature("doctor --database-file", "service"))
    }
}
