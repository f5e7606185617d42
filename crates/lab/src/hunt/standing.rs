//! How far a hunt is: what is kept in a file, to go on from it and to put parts
//! together.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::target::Target;
use mousetrap_base::{Parts, PartsError, Shard};

/// The best instance of a target so far.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Find {
    /// How good, in the unit of the target.
    pub score: u32,
    /// The restart that found it.
    pub restart: usize,
    /// The text form of the instance.
    pub input: String,
}

/// How far a campaign is; what is written to a file to resume it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    /// What must not change between runs.
    pub seed: u64,
    /// Likewise.
    pub steps: u64,
    /// Wins in more plies do not count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_plies: Option<u32>,
    /// The first restart.
    #[serde(default)]
    pub first: usize,
    /// Restarts of each target, those of other parts as well; none until stopped.
    #[serde(default)]
    pub rounds: Option<usize>,
    /// The part that this is.
    #[serde(default)]
    pub shard: Shard,
    /// The build of the program, where this is a part.
    #[serde(default)]
    pub build: String,
    /// Instances scored.
    pub scored: u64,
    /// By the name of the target.
    pub targets: BTreeMap<String, Progress>,
}

/// How far one target is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Progress {
    /// Restarts below this number are done.
    pub next: usize,
    /// Restarts beyond that are done too.
    pub ahead: Vec<usize>,
    /// The best so far.
    pub best: Option<Find>,
}

impl Progress {
    /// Keeps a find if it is the best; of equally good ones that of the earliest
    /// restart. Whether it did.
    pub(super) fn offer(&mut self, find: Find) -> bool {
        let rank = |find: &Find| (find.score, Reverse(find.restart));
        let is_best = self
            .best
            .as_ref()
            .is_none_or(|best| rank(best) <= rank(&find));
        if is_best {
            self.best = Some(find);
        }
        is_best
    }

    pub(super) fn finish(&mut self, restart: usize) {
        self.ahead.push(restart);
        self.ahead.sort_unstable();
        while let Some(place) = self.ahead.iter().position(|&done| done == self.next) {
            self.ahead.remove(place);
            self.next += 1;
        }
    }

    pub(super) fn is_done(&self, restart: usize) -> bool {
        restart < self.next || self.ahead.contains(&restart)
    }
}

impl Standing {
    /// Returns the best instance of a target, if any was found.
    pub fn best(&self, target: Target) -> Option<&Find> {
        self.targets.get(&target.to_string())?.best.as_ref()
    }

    /// Restarts done, over all targets.
    pub fn restarts(&self) -> usize {
        let all = self.targets.values();
        all.map(|progress| progress.next + progress.ahead.len())
            .sum()
    }

    /// Whether all restarts of this part are done.
    fn is_complete(&self) -> bool {
        let Some(rounds) = self.rounds else {
            return false;
        };
        let mut own = (0..self.shard.pieces(rounds as u64)).map(|place| self.shard.piece(place));
        own.all(|round| {
            let restart = self.first + round as usize;
            self.targets
                .values()
                .all(|progress| progress.is_done(restart))
        })
    }

    /// Puts parts together, each with its file.
    ///
    /// # Errors
    /// Says why they do not belong together.
    pub fn merge(files: Vec<(PathBuf, Self)>) -> Result<Self, PartsError> {
        let mut parts = Parts::default();
        for (path, part) in files {
            let shard = part.shard;
            if shard == Shard::WHOLE {
                let what = "the state";
                return Err(PartsError::Whole { path, what });
            }
            if !part.is_complete() {
                let go_on = "run the same command again, which goes on";
                return Err(PartsError::Unended { path, shard, go_on });
            }
            parts.add(&path, shard, part.conditions(), part)?;
        }
        let mut whole = Self::default();
        for (number, (_, part)) in parts.whole()?.into_iter().enumerate() {
            if number == 0 {
                whole = Self {
                    shard: Shard::WHOLE,
                    // As a whole run, it is gone on with by any.
                    build: String::new(),
                    scored: 0,
                    targets: BTreeMap::new(),
                    ..part.clone()
                };
            }
            whole.join(part);
        }
        Ok(whole)
    }

    /// Adds what another part has done.
    fn join(&mut self, other: Self) {
        self.scored = self.scored.saturating_add(other.scored);
        for (name, theirs) in other.targets {
            let mine = self.targets.entry(name).or_insert_with(|| Progress {
                next: other.first,
                ..Progress::default()
            });
            for restart in (other.first..theirs.next).chain(theirs.ahead) {
                mine.finish(restart);
            }
            theirs.best.map(|find| mine.offer(find));
        }
    }

    /// What must be the same in all parts.
    fn conditions(&self) -> BTreeMap<String, String> {
        let targets: Vec<&str> = self.targets.keys().map(String::as_str).collect();
        let named = [
            ("--seed", self.seed.to_string()),
            ("--steps", self.steps.to_string()),
            ("--max-plies", format!("{:?}", self.max_plies)),
            ("--first", self.first.to_string()),
            ("--restarts", format!("{:?}", self.rounds)),
            ("what is hunted", targets.join(" ")),
            ("mousetrap", self.build.clone()),
        ];
        named.map(|(name, value)| (name.to_owned(), value)).into()
    }
}
