//! What a batch hands out, and where it goes once it is done.

use std::time::Duration;

use crate::Card;
use crate::suite::Shelf;
use crate::wire::{Load, Outcome, Stage};
use mousetrap_judge::language::Language;
use mousetrap_judge::{JudgeError, Record, Undone};
use mousetrap_sandbox::Isolation;

/// A host that is given something.
pub(crate) struct Taker<'a> {
    pub card: &'a Card,
    /// What the reference of the language takes there.
    pub figure: Option<Duration>,
}

/// What becomes of what a host has done.
pub(crate) enum Taken {
    Over,
    /// Another host is to do it as well.
    Again,
}

/// What is wrong with what a host says that it has done.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Refusal {
    #[error("what it reports is of other work")]
    OtherWork,
    #[error("what it reports contradicts itself")]
    Contradiction,
    #[error("what it reports was judged before, which is not to count")]
    Reused,
    /// In the words of who asked for it.
    #[error("{0}")]
    Part(String),
}

/// Things to be done, by number.
pub(crate) trait Goods {
    /// The languages that each needs; none for what is not to be handed out.
    fn needs(&self) -> Vec<Option<Vec<&Language>>>;

    /// How what runs in them is isolated.
    fn isolation(&self) -> Option<Isolation>;

    /// What a host needs to do it; what is too long for a message goes on the shelf.
    fn load(
        &mut self,
        number: usize,
        taker: &Taker<'_>,
        shelf: &mut Shelf,
    ) -> Result<Load, JudgeError>;

    /// A host begins with it, this one of those that were given work.
    fn begin(&mut self, number: usize, worker: usize);

    /// Its host says how far it is.
    fn advance(&mut self, number: usize, stage: Stage, news: Option<Record>);

    /// Whether it is to be done by another than the host with this card, if one comes.
    fn is_for_another(&self, _number: usize, _card: &str) -> bool {
        false
    }

    /// Takes what its host says of it; if it does not, says what is wrong. Whether there
    /// is another host that could do it, too.
    fn take(&mut self, number: usize, outcome: Outcome, another: bool) -> Result<Taken, Refusal>;

    /// A host was late to say this.
    fn late(&mut self, _number: usize, _said: String) {}

    /// It will not be done.
    fn lose(&mut self, number: usize, why: Undone);

    /// What people call it.
    fn name(&self, number: usize) -> String;

    /// What a host said of it, in a word.
    fn said(&self, number: usize, outcome: Outcome) -> String;
}
