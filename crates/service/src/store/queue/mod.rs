//! The queue: tasks, the workers that claim tasks, and the order of the tasks.

mod batches;
mod claims;
mod status;
mod task;
mod workers;

pub(crate) use batches::{BatchItemOptions, batch_room_id, run_client_id};
pub(crate) use claims::RequeueReason;
pub(super) use claims::{TASK_COLUMNS, delete_task, queue};
pub(crate) use status::{ExpectedWait, QueuedTask};
pub(crate) use task::{Task, TaskError};
pub(crate) use workers::{Toolchain, Worker};
