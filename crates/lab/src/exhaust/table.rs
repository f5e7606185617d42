//! What is found on all instances of a size. The same file is the state of a
//! search that goes on, a part to be merged, and the table to be published.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::space::Space;
use cat_and_mouse::game::Bounds;
use cat_and_mouse::solve::certificate::Certificate;
use mousetrap_base::{Parts, PartsError, Shard};

/// What is extreme.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Plies of the longest forced win of the mouse.
    MouseWin,
    /// Plies of the longest forced win of the cat.
    CatWin,
    /// Plies of the longest forced win of the mouse against a cat that can come
    /// to the food.
    Contested,
    /// The mouse's moves beyond those it would need without a cat.
    Detour,
    /// Plies of a forced win in thousandths of twice the cells of the part of
    /// the floor that it is played on.
    Density,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::MouseWin => "mouse-win",
            Self::CatWin => "cat-win",
            Self::Contested => "contested",
            Self::Detour => "detour",
            Self::Density => "density",
        })
    }
}

/// The most of something, and the first start that has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Extreme {
    /// Plies, moves or thousandths.
    pub most: u32,
    /// Labelled graphs that have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instances: Option<u64>,
    /// A start that has it, in the text form. Of several one of the first piece
    /// that has any.
    pub input: String,
    /// The number of that piece.
    pub(super) first: u64,
    /// What proves it, once all is done.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<String>,
}

impl Extreme {
    /// The instance in one line: the rows of a board, the neighbours of each node
    /// of a graph.
    #[must_use]
    pub fn line(&self, size: Space) -> String {
        let rows = self.input.lines().skip(1);
        match size {
            Space::Boards(..) => rows.collect::<Vec<_>>().join("/"),
            Space::Graphs(_) => {
                // The number of neighbours comes first.
                let list = |row: &str| row.split(' ').skip(1).collect::<Vec<_>>().join(",");
                let lists: Vec<String> = rows.map(|row| format!("[{}]", list(row))).collect();
                format!("[{}]", lists.join(","))
            }
        }
    }
}

/// One pair of jumps, or all graphs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TallyRow {
    /// Starts that the mouse wins, symmetric ones and those that differ by names
    /// of nodes counted as well.
    pub won: u64,
    /// Starts that the cat wins.
    pub lost: u64,
    /// Starts that nobody can win.
    pub drawn: u64,
    /// What is extreme.
    pub extremes: BTreeMap<Kind, Extreme>,
}

impl TallyRow {
    /// The most of a kind; 0 if there is none.
    #[must_use]
    pub fn most(&self, kind: Kind) -> u32 {
        self.extremes.get(&kind).map_or(0, |extreme| extreme.most)
    }

    /// Takes in something extreme that is not in here yet.
    pub(super) fn take(&mut self, kind: Kind, extreme: Extreme) {
        let Some(mine) = self.extremes.get_mut(&kind) else {
            self.extremes.insert(kind, extreme);
            return;
        };
        let all = mine.instances.zip(extreme.instances);
        let same = mine.most == extreme.most;
        let rank = |extreme: &Extreme| (extreme.most, Reverse(extreme.first));
        if rank(&extreme) > rank(mine) {
            *mine = extreme;
        }
        if let (true, Some((mine_too, theirs))) = (same, all) {
            mine.instances = Some(mine_too.saturating_add(theirs));
        }
    }
}

/// What is found in some pieces.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// Connected floors, one of those that are symmetric, or graphs, one of those
    /// that differ only by the names of nodes.
    pub classes: u64,
    /// Boards that were solved (floors with food and jumps), or graphs with a
    /// hole. Each answers for all its starts.
    pub solved: u64,
    /// By the jumps of cat and mouse, as in `"1,4"`; longer jumps than the
    /// longer side allows are left out. Of graphs there is one row, `"all"`.
    pub rows: BTreeMap<String, TallyRow>,
}

impl Tally {
    pub(super) fn take(&mut self, other: Self) {
        self.classes = self.classes.saturating_add(other.classes);
        self.solved = self.solved.saturating_add(other.solved);
        for (key, row) in other.rows {
            let mine = self.rows.entry(key).or_default();
            mine.won = mine.won.saturating_add(row.won);
            mine.lost = mine.lost.saturating_add(row.lost);
            mine.drawn = mine.drawn.saturating_add(row.drawn);
            for (kind, extreme) in row.extremes {
                mine.take(kind, extreme);
            }
        }
    }

    /// The most of a kind over all rows.
    #[must_use]
    pub fn most(&self, kind: Kind) -> u32 {
        self.rows
            .values()
            .map(|row| row.most(kind))
            .max()
            .unwrap_or(0)
    }
}

/// How a table was made.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Made {
    /// The version of the program.
    pub version: String,
    /// The processor.
    pub processor: String,
    /// Seconds from beginning to end, of all parts and runs together.
    pub seconds: f64,
    /// Seconds of CPU time, without those of `geng`.
    pub cpu_seconds: f64,
}

impl Made {
    /// Names a processor as well.
    pub(super) fn name_processor(&mut self, other: &str) {
        if !self.processor.contains(other) {
            if !self.processor.is_empty() {
                self.processor += ", ";
            }
            self.processor += other;
        }
    }
}

/// Something extreme that does not hold.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{kind} of {row}: {reason}")]
pub struct Unproved {
    /// The jumps, or all graphs.
    row: String,
    kind: Kind,
    /// What is wrong.
    reason: String,
}

/// All instances of a size, or as many as were looked at so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Table {
    /// The number of the problem.
    pub problem: String,
    /// Which instances.
    pub size: Space,
    /// The part that this is.
    pub shard: Shard,
    /// Pieces of the part that are done, from the first on.
    pub done: u64,
    /// How it was made.
    pub made: Made,
    /// What they come to.
    pub found: Tally,
}

impl Table {
    /// Nothing done yet.
    #[must_use]
    pub fn new(size: Space, shard: Shard) -> Self {
        Self {
            problem: size.problem().id().to_owned(),
            size,
            shard,
            done: 0,
            made: Made::default(),
            found: Tally::default(),
        }
    }

    /// Pieces of this part.
    #[must_use]
    pub fn pieces(&self) -> u64 {
        self.shard.pieces(self.size.pieces())
    }

    /// Whether nothing is left to do.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.done == self.pieces()
    }

    /// Why no search has written it as it is, if that shows.
    #[must_use]
    pub fn fault(&self) -> Option<&'static str> {
        let starts = |row: &TallyRow| row.won + row.lost + row.drawn;
        let rows: Vec<u64> = self.found.rows.values().map(starts).collect();
        if self.done > self.pieces() {
            Some("more pieces are done than there are")
        } else if self.done == 0 && self.found.solved > 0 {
            Some("something is found and nothing done")
        } else if rows.windows(2).any(|pair| pair[0] != pair[1]) {
            Some("its rows do not count the same starts")
        } else {
            None
        }
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
                let what = "the table";
                return Err(PartsError::Whole { path, what });
            }
            if !part.is_complete() {
                let go_on = "run the same command again, which goes on";
                return Err(PartsError::Unended { path, shard, go_on });
            }
            let conditions = [
                ("--exhaust", part.size.to_string()),
                ("mousetrap", part.made.version.clone()),
            ];
            let conditions = conditions.map(|(name, value)| (name.to_owned(), value));
            parts.add(&path, shard, conditions.into(), part)?;
        }
        let mut parts = parts.whole()?.into_iter().map(|(_, part)| part);
        let mut whole = parts
            .next()
            .unwrap_or_else(|| Self::new(Space::Graphs(3), Shard::WHOLE));
        whole.shard = Shard::WHOLE;
        for part in parts {
            whole.made.seconds += part.made.seconds;
            whole.made.cpu_seconds += part.made.cpu_seconds;
            whole.made.name_processor(&part.made.processor);
            whole.found.take(part.found);
        }
        whole.done = whole.pieces();
        whole.certify();
        Ok(whole)
    }

    /// Checks the certificates of a whole table: each has to prove the answer of its
    /// instance, which has to be as extreme as the table says.
    ///
    /// # Errors
    /// Says what does not hold.
    pub fn prove(&self) -> Result<(), Unproved> {
        if self.shard != Shard::WHOLE || !self.is_complete() {
            return Ok(());
        }
        let extremes = self.found.rows.iter().flat_map(|(key, row)| {
            let extremes = row.extremes.iter();
            extremes.map(move |(kind, extreme)| (key, *kind, extreme))
        });
        for (key, kind, extreme) in extremes {
            let fault = |reason| Unproved {
                row: key.clone(),
                kind,
                reason,
            };
            let problem = self.size.problem();
            let instance = problem.parse(&extreme.input, Bounds::Contest);
            let instance = instance.map_err(|error| fault(error.to_string()))?;
            if kind == Kind::Density {
                continue;
            }
            let certificate = extreme.certificate.as_deref().unwrap_or_default();
            let certificate = certificate.parse::<Certificate>();
            let certificate = certificate.map_err(|error| fault(error.to_string()))?;
            let checked = instance.check(&certificate);
            checked.map_err(|error| fault(error.to_string()))?;
            let depth = instance.solve().depth().map(|depth| depth.0);
            if kind != Kind::Detour && depth != Some(extreme.most) {
                return Err(fault(format!(
                    "{} plies are not what it takes",
                    extreme.most
                )));
            }
        }
        Ok(())
    }

    /// Proves what is extreme, once all is done. A density is proved by the
    /// longest win that it is made of.
    pub fn certify(&mut self) {
        let problem = self.size.problem();
        for row in self.found.rows.values_mut() {
            for (kind, extreme) in &mut row.extremes {
                let instance = problem.parse(&extreme.input, Bounds::Contest);
                if *kind != Kind::Density
                    && let Ok(instance) = instance
                {
                    extreme.certificate = Some(instance.certify().to_string());
                }
            }
        }
    }
}
