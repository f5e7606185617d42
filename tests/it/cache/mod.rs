//! What is reused between runs.

mod earlier_results;
mod reference_speed;
mod results;
mod warm;
