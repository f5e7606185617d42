//! How fast this worker is, by language.
//!
//! Limits are meant for one machine. CPU times are divided by the speed factor of the worker,
//! so that it does not matter which worker judges a submission.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use mousetrap_judge::{Options, ReferenceSpeeds, odd_speed_factor};
use mousetrap_languages::Language;

/// The speed factors of this worker in thousandths, by language id.
#[derive(Debug, Default)]
pub(crate) struct Speeds {
    /// `None` measures nothing.
    reference: Option<Arc<ReferenceSpeeds>>,
    known: Mutex<BTreeMap<String, u32>>,
}

impl Speeds {
    pub(crate) fn new(reference: Option<Arc<ReferenceSpeeds>>) -> Self {
        Self {
            reference,
            known: Mutex::default(),
        }
    }

    /// Returns whether this worker measures anything.
    pub(super) const fn are_measured(&self) -> bool {
        self.reference.is_some()
    }

    /// The speed factor in this language, which is measured if that was not done today.
    /// Returns `None` if it cannot be measured.
    pub(super) fn permille(
        &self,
        language: &Language,
        options: &Options,
        stop: &AtomicBool,
    ) -> Option<u32> {
        let Some(reference) = &self.reference else {
            return self.known(&language.id);
        };
        let factor = reference.factor(language, options, stop)?;
        if let Some(warning) = odd_speed_factor(factor) {
            tracing::error!("{} {warning}", language.name);
        }
        let permille = (factor * 1000.0).round() as u32;
        self.set(&language.id, permille);
        Some(permille)
    }

    /// The speed factor in the language with this id, if it was measured.
    pub(super) fn known(&self, language: &str) -> Option<u32> {
        self.factors().get(language).copied()
    }

    pub(crate) fn set(&self, language: &str, permille: u32) {
        self.factors().insert(language.to_owned(), permille);
    }

    fn factors(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, u32>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
