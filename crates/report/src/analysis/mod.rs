//! Comparison of runs, and limits proposed from measurements.

mod calibration;
mod compare;
mod margins;

pub use calibration::calibrate;
pub use compare::Comparison;
pub use margins::Margins;
