//! Drivers and stubs, rendered from the signature of a problem.
//!
//! `drivers/<language>/` holds the files of a driver that are the same for all problems, and
//! `codec.toml`, from which the others are rendered.

mod description;
mod render;

pub(crate) use description::Codec;
pub(crate) use render::Rendering;
