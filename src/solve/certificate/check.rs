//! The checker: decides whether a certificate proves its claim. It shares
//! nothing with the solvers, not even the moves; everything it trusts is on
//! this page, and the fields of [`Grid`] and [`Graph`].
//!
//! **Why an accepted attack wins.** Every entry moves legally to a position
//! from which each reply of the opponent either loses on the spot or leads to
//! an entry whose rank is lower by at least 2 plies. Ranks are finite and fall,
//! so play ends, and it can only end with the player's win; by induction on
//! the rank, after at most `rank` plies.
//!
//! **Why an accepted defence holds.** Let the bound of an entry be `b`. No move
//! of the opponent wins at once unless `b ≤ 1`, and after each the defender
//! has a reply that wins, leads to an entry with a bound of at least `b − 2`,
//! or, if `b ≤ 3`, leaves the game open, since then the opponent needs at least
//! a ply. By induction the opponent needs at least `b` plies; among entries
//! that hold for ever it never gets anywhere else.
//!
//! Ranks and bounds must moreover be exactly what the entries they lead to
//! make them, with the first reply that suffices, and every entry must be
//! looked at on the way, so that a certificate has no slack in which an error
//! could hide.

use thiserror::Error;

use super::{Attack, AttackEntry, Certificate, Defence, DefenceEntry};
use crate::game::{Graph, Grid, Outcome, Ply, Turn};

/// Why a certificate proves nothing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// It is about another problem.
    #[error("the certificate is for problem {0}; give the case it was made for")]
    Problem(String),
    /// The plans that its outcome needs are not the ones it holds.
    #[error("the plans do not fit the claimed outcome; it needs {0}")]
    Plans(&'static str),
    /// The claimed depth is not what the plans prove.
    #[error("{0} does not prove the claimed depth from the start")]
    Depth(&'static str),
    /// Places out of range, on walls, or entries out of order.
    #[error("{plan}, entry {entry}: {reason}")]
    Entry {
        /// `attack` or `defence`.
        plan: &'static str,
        /// Counted from 1.
        entry: usize,
        /// What is wrong with it.
        reason: &'static str,
    },
}

/// Checks a certificate for a grid, move limit included.
///
/// # Errors
/// Says which rule of proof is broken, and by which entry.
pub fn check_grid(grid: &Grid, certificate: &Certificate) -> Result<(), Refusal> {
    if certificate.problem != "1728" {
        return Err(Refusal::Problem(certificate.problem.clone()));
    }
    let rules = GridRules::new(grid);
    let start = (grid.mouse.0, grid.cat.0);
    match (
        certificate.outcome,
        &certificate.attack,
        &certificate.defences[..],
    ) {
        (Outcome::Mouse { depth }, Some(attack), [defence]) => {
            if depth.0 > grid.max_moves {
                return Err(Refusal::Depth("an attack beyond the move limit"));
            }
            check_win(&rules, start, Turn::Mouse, depth, attack, defence)
        }
        (Outcome::Cat { depth: None }, None, [defence]) if defence.player == Turn::Cat => {
            match check_defence(&rules, start, defence)? {
                Some(Ply(bound)) if bound <= grid.max_moves => {
                    Err(Refusal::Depth("a defence within the move limit"))
                }
                _ => Ok(()),
            }
        }
        (Outcome::Mouse { .. }, ..) => Err(Refusal::Plans(
            "an attack of the mouse and a defence of the cat",
        )),
        _ => Err(Refusal::Plans("a defence of the cat alone, and no depth")),
    }
}

/// Checks a certificate for a graph.
///
/// # Errors
/// Says which rule of proof is broken, and by which entry.
pub fn check_graph(graph: &Graph, certificate: &Certificate) -> Result<(), Refusal> {
    if certificate.problem != "913" {
        return Err(Refusal::Problem(certificate.problem.clone()));
    }
    let rules = GraphRules { graph };
    let start = (1, 2);
    match (
        certificate.outcome,
        &certificate.attack,
        &certificate.defences[..],
    ) {
        (Outcome::Mouse { depth }, Some(attack), [defence]) => {
            check_win(&rules, start, Turn::Mouse, depth, attack, defence)
        }
        (Outcome::Cat { depth: Some(depth) }, Some(attack), [defence]) => {
            check_win(&rules, start, Turn::Cat, depth, attack, defence)
        }
        (Outcome::Draw, None, [one, two]) if one.player != two.player => {
            for defence in [one, two] {
                if check_defence(&rules, start, defence)?.is_some() {
                    return Err(Refusal::Depth("a defence that does not last"));
                }
            }
            Ok(())
        }
        (Outcome::Draw, ..) => Err(Refusal::Plans("a defence of each player")),
        _ => Err(Refusal::Plans(
            "an attack of the winner, a defence of the loser, and the depth",
        )),
    }
}

/// A win of exactly `depth` plies: the attack forces it, the defence forbids
/// a quicker one.
fn check_win(
    rules: &impl Rules,
    start: Place,
    winner: Turn,
    depth: Ply,
    attack: &Attack,
    defence: &Defence,
) -> Result<(), Refusal> {
    if attack.player != winner || defence.player == winner {
        return Err(Refusal::Plans(
            "an attack of the winner and a defence of the loser",
        ));
    }
    if check_attack(rules, start, attack)? != depth.0 {
        return Err(Refusal::Depth("the attack"));
    }
    if check_defence(rules, start, defence)? != Some(depth) {
        return Err(Refusal::Depth("the defence"));
    }
    Ok(())
}

/// Where mouse and cat are.
type Place = (u16, u16);

/// The rules of a game, as the checker reads them.
trait Rules {
    /// Whether a game can get there at all.
    fn is_place(&self, place: Place) -> bool;
    /// Calls `visit` with the place after each legal move of `turn`, until it
    /// says no; returns whether it never did.
    fn all_moves(&self, turn: Turn, place: Place, visit: impl FnMut(Place) -> bool) -> bool;
    fn winner(&self, place: Place) -> Option<Turn>;
    /// Cells or nodes.
    fn size(&self) -> usize;
}

/// Checks an attack from the start and returns the plies it takes.
fn check_attack(rules: &impl Rules, start: Place, attack: &Attack) -> Result<u32, Refusal> {
    let Attack { player, entries } = attack;
    let places = entries.iter().map(|entry| (entry.mouse, entry.cat));
    let mut plan = Plan::new("attack", rules, places)?;
    // Plies after a move of the player: none if it wins at once, else one more
    // than the slowest entry that a reply leads to. `None` if the reply wins
    // or leaves the plan.
    let after = |plan: &mut Plan, place| {
        if let Some(winner) = rules.winner(place) {
            return (winner == *player).then_some(0);
        }
        let mut slowest = None;
        let covered = rules.all_moves(player.other(), place, |next| {
            let plies = match rules.winner(next) {
                Some(winner) => (winner == *player).then_some(0),
                None => plan.reach(next).map(|index| entries[index].rank),
            };
            slowest = slowest.max(plies);
            plies.is_some()
        });
        slowest
            .filter(|_| covered)
            .map(|plies| plies.saturating_add(1))
    };
    let plies = match player {
        Turn::Mouse => plan.reach(start).map(|index| entries[index].rank),
        Turn::Cat => after(&mut plan, start),
    };
    let plies = plies.ok_or(Refusal::Depth("the attack"))?;
    while let Some(index) = plan.open.pop() {
        let AttackEntry {
            mouse,
            cat,
            rank,
            to,
        } = entries[index];
        let next = match player {
            Turn::Mouse => (to, cat),
            Turn::Cat => (mouse, to),
        };
        if rules.all_moves(*player, (mouse, cat), |place| place != next) {
            return Err(plan.fault(index, "the move is not legal"));
        }
        match after(&mut plan, next) {
            None => return Err(plan.fault(index, "a reply wins or leaves the plan")),
            Some(plies) if plies.saturating_add(1) != rank => {
                return Err(plan.fault(index, "the rank is not what the replies make it"));
            }
            Some(_) => {}
        }
    }
    plan.finish()?;
    Ok(plies)
}

/// Checks a defence from the start and returns the bound it proves there,
/// `None` for ever.
fn check_defence(
    rules: &impl Rules,
    start: Place,
    defence: &Defence,
) -> Result<Option<Ply>, Refusal> {
    const FOREVER: u32 = u32::MAX;
    // What a reply must hold out for if the entry before it says `bound`.
    let enough = |bound: u32| {
        if bound == FOREVER {
            FOREVER
        } else {
            bound.saturating_sub(2)
        }
    };
    let Defence { player, entries } = defence;
    let places = entries.iter().map(|entry| (entry.mouse, entry.cat));
    let mut plan = Plan::new("defence", rules, places)?;
    let bound = |index: usize| entries[index].bound.map_or(FOREVER, |bound: Ply| bound.0);
    // Places, with the defender to move, that were seen to hold for ever.
    let mut holds = vec![false; rules.size() * rules.size()];
    // Plies that the opponent still needs when the defender is to move: one
    // more than after the first of its replies that holds out for `enough`.
    // After a reply that leaves the plan, and the game open, it needs one ply.
    let mut after = |plan: &mut Plan, place, enough: u32| {
        let at = plan.at(place);
        if enough == FOREVER && holds[at] {
            return FOREVER;
        }
        let mut longest = 0;
        rules.all_moves(*player, place, |next| {
            let plies = match rules.winner(next) {
                Some(winner) if winner == *player => FOREVER,
                Some(_) => 0,
                None => plan.reach(next).map_or(1, bound),
            };
            longest = longest.max(plies);
            longest < enough
        });
        holds[at] |= longest == FOREVER;
        longest.saturating_add(1)
    };
    let proved = match player {
        Turn::Mouse => after(&mut plan, start, FOREVER),
        Turn::Cat => plan.reach(start).map_or(1, bound),
    };
    while let Some(index) = plan.open.pop() {
        let DefenceEntry { mouse, cat, .. } = entries[index];
        let enough = enough(bound(index));
        let mut shortest = FOREVER;
        rules.all_moves(player.other(), (mouse, cat), |place| {
            let plies = match rules.winner(place) {
                Some(winner) if winner == *player => FOREVER,
                Some(_) => 0,
                None => after(&mut plan, place, enough),
            };
            shortest = shortest.min(plies.saturating_add(1));
            true
        });
        if shortest != bound(index) {
            return Err(plan.fault(index, "the bound is not what the replies make it"));
        }
    }
    plan.finish()?;
    Ok((proved != FOREVER).then_some(Ply(proved)))
}

/// The entries of a plan by place, and which of them play can reach.
struct Plan {
    name: &'static str,
    size: usize,
    /// One more than the number of the entry for a place, by mouse, then cat;
    /// 0 where there is none.
    entries: Vec<u32>,
    reached: Vec<bool>,
    /// Reached, but not looked at yet.
    open: Vec<usize>,
}

impl Plan {
    fn new(
        name: &'static str,
        rules: &impl Rules,
        places: impl ExactSizeIterator<Item = Place>,
    ) -> Result<Self, Refusal> {
        let size = rules.size();
        let mut plan = Self {
            name,
            size,
            entries: vec![0; size * size],
            reached: vec![false; places.len()],
            open: Vec::with_capacity(places.len()),
        };
        let mut before = None;
        for (index, place) in places.enumerate() {
            if !rules.is_place(place) || rules.winner(place).is_some() {
                return Err(plan.fault(index, "no game stands like this"));
            }
            if before >= Some(place) {
                return Err(plan.fault(index, "entries must ascend by mouse, then cat"));
            }
            before = Some(place);
            let at = plan.at(place);
            plan.entries[at] = index as u32 + 1;
        }
        Ok(plan)
    }

    fn at(&self, (mouse, cat): Place) -> usize {
        usize::from(mouse) * self.size + usize::from(cat)
    }

    /// The entry for a place, if there is one; it will have to be checked.
    fn reach(&mut self, place: Place) -> Option<usize> {
        let index = (self.entries[self.at(place)] as usize).checked_sub(1)?;
        if !std::mem::replace(&mut self.reached[index], true) {
            self.open.push(index);
        }
        Some(index)
    }

    fn fault(&self, index: usize, reason: &'static str) -> Refusal {
        Refusal::Entry {
            plan: self.name,
            entry: index + 1,
            reason,
        }
    }

    fn finish(&self) -> Result<(), Refusal> {
        match self.reached.iter().position(|&reached| !reached) {
            Some(index) => Err(self.fault(index, "play from the start never gets here")),
            None => Ok(()),
        }
    }
}

struct GridRules<'a> {
    grid: &'a Grid,
    /// Row and column of each cell.
    positions: Vec<(u16, u16)>,
}

impl<'a> GridRules<'a> {
    fn new(grid: &'a Grid) -> Self {
        let mut positions = Vec::with_capacity(grid.walls.len());
        for row in 0..grid.rows {
            positions.extend((0..grid.cols).map(|col| (row, col)));
        }
        Self { grid, positions }
    }
}

impl Rules for GridRules<'_> {
    fn is_place(&self, (mouse, cat): Place) -> bool {
        let floor = |cell: u16| self.grid.walls.get(usize::from(cell)) == Some(&false);
        floor(mouse) && floor(cat)
    }

    fn all_moves(
        &self,
        turn: Turn,
        (mouse, cat): Place,
        mut visit: impl FnMut(Place) -> bool,
    ) -> bool {
        let Grid {
            rows, cols, walls, ..
        } = self.grid;
        let (from, jump) = match turn {
            Turn::Mouse => (mouse, self.grid.mouse_jump),
            Turn::Cat => (cat, self.grid.cat_jump),
        };
        let mut visit = |to| match turn {
            Turn::Mouse => visit((to, cat)),
            Turn::Cat => visit((mouse, to)),
        };
        let (row, col) = self.positions[usize::from(from)];
        // Cells to the edge, and the step from cell to cell.
        let directions = [
            (row, cols.wrapping_neg()),
            (rows - 1 - row, *cols),
            (col, 1_u16.wrapping_neg()),
            (cols - 1 - col, 1),
        ];
        if !visit(from) {
            return false;
        }
        for (room, step) in directions {
            let mut to = from;
            for _ in 0..room.min(jump) {
                to = to.wrapping_add(step);
                if walls[usize::from(to)] {
                    break;
                }
                if !visit(to) {
                    return false;
                }
            }
        }
        true
    }

    fn size(&self) -> usize {
        self.grid.walls.len()
    }

    fn winner(&self, (mouse, cat): Place) -> Option<Turn> {
        if mouse == cat || cat == self.grid.food.0 {
            Some(Turn::Cat)
        } else {
            (mouse == self.grid.food.0).then_some(Turn::Mouse)
        }
    }
}

struct GraphRules<'a> {
    graph: &'a Graph,
}

impl Rules for GraphRules<'_> {
    fn is_place(&self, (mouse, cat): Place) -> bool {
        let nodes = self.graph.adjacency.len();
        usize::from(mouse) < nodes && usize::from(cat) < nodes && cat != 0
    }

    fn all_moves(
        &self,
        turn: Turn,
        (mouse, cat): Place,
        mut visit: impl FnMut(Place) -> bool,
    ) -> bool {
        match turn {
            Turn::Mouse => self.graph.adjacency[usize::from(mouse)]
                .iter()
                .all(|&to| visit((to, cat))),
            Turn::Cat => self.graph.adjacency[usize::from(cat)]
                .iter()
                .all(|&to| to == 0 || visit((mouse, to))),
        }
    }

    fn size(&self) -> usize {
        self.graph.adjacency.len()
    }

    fn winner(&self, (mouse, cat): Place) -> Option<Turn> {
        if mouse == 0 {
            Some(Turn::Mouse)
        } else {
            (mouse == cat).then_some(Turn::Cat)
        }
    }
}
