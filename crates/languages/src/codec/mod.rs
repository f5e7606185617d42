//! Rendering of drivers and stubs from the signature of a problem.
//!
//! The directory `drivers/<language>/` contains the driver files that are the same for all
//! problems. The other files are rendered from the templates in `codec.toml`.

mod description;
mod render;

pub(crate) use description::Codec;
pub(crate) use render::Renderer;
