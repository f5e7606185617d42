//! Pieces, spread over threads.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, mpsc};
use std::thread;

use thiserror::Error;

use super::geng::GengError;
use super::space::Space;
use super::table::Table;
use super::{boards, graphs};

/// Why a search ends early.
#[derive(Debug, Error)]
pub enum RunError<E> {
    /// No graphs come.
    #[error(transparent)]
    Geng(GengError),
    /// Whoever follows it wants it to end.
    #[error("{0}")]
    Report(E),
}

impl Table {
    /// Goes on until all is done or `stop` is set, and calls `report` in this
    /// thread after each piece.
    ///
    /// # Errors
    /// Those of `report` and of `geng`, which end it.
    pub fn run<E>(
        &mut self,
        jobs: NonZeroUsize,
        stop: &AtomicBool,
        mut report: impl FnMut(&Self) -> Result<(), E>,
    ) -> Result<(), RunError<E>> {
        let next = Mutex::new(self.done);
        let known = Mutex::new(self.found.clone());
        let (send, receive) = mpsc::channel();
        let (pieces, shard, size) = (self.pieces(), self.shard, self.size);
        let end = AtomicBool::new(false);
        let ended = || stop.load(Ordering::Relaxed) || end.load(Ordering::Relaxed);
        thread::scope(|scope| {
            for _ in 0..jobs.get() {
                let (send, next, known, ended) = (send.clone(), &next, &known, &ended);
                scope.spawn(move || {
                    while !ended() {
                        let mut number = next.lock().expect("nobody panics with it");
                        if *number == pieces {
                            return;
                        }
                        let mine = *number;
                        *number += 1;
                        drop(number);
                        let known = known.lock().expect("nobody panics with it").clone();
                        let number = shard.piece(mine);
                        let found = match size {
                            Space::Boards(rows, cols) => {
                                Ok(Some(boards::piece((rows, cols), number, &known)))
                            }
                            Space::Graphs(nodes) => graphs::piece(nodes, number, &known, stop),
                        };
                        // The receiver lives as long as the workers.
                        let _ = send.send((mine, found));
                    }
                });
            }
            drop(send);
            // A piece counts once all before it are there, so that what is found does
            // not depend on who is quick.
            let mut waiting = BTreeMap::new();
            let mut reported = Ok(());
            for (number, found) in receive {
                match found {
                    Ok(found) => waiting.insert(number, found),
                    Err(error) => {
                        reported = reported.and(Err(RunError::Geng(error)));
                        None
                    }
                };
                let done = self.done;
                while let Some(Some(found)) = waiting.remove(&self.done) {
                    self.done += 1;
                    self.found.take(found);
                }
                if self.done > done {
                    known
                        .lock()
                        .expect("nobody panics with it")
                        .clone_from(&self.found);
                    if reported.is_ok() {
                        reported = report(self).map_err(RunError::Report);
                    }
                }
                end.fetch_or(reported.is_err(), Ordering::Relaxed);
            }
            reported
        })
    }
}
