//! Checks the entries of attacks and defences.

use std::cmp::Reverse;

use super::super::{Attack, Defence};
use super::refusal::Refusal;
use super::rules::{Place, Rules};
use super::sets::{Sets, insert, is_subset, remove, unite};
use crate::game::{Player, Ply};

/// The bound for ever, greater than every number of plies.
const FOREVER: u32 = u32::MAX;

/// Checks an attack from the start. Returns the plies to its win.
pub(super) fn check_attack(
    rules: &impl Rules,
    start: Place,
    attack: &Attack,
) -> Result<u32, Refusal> {
    let Attack { player, entries } = attack;
    let places = entries
        .iter()
        .map(|entry| (entry.mouse, entry.cat, entry.rank));
    let mut plan = Plan::new("attack", rules, *player, places)?;
    let plies = match player {
        Player::Mouse => plan.lead_to(start),
        Player::Cat => {
            let mut slowest = Some(0);
            rules.moves(Player::Mouse, start.0, |to| {
                let rank = match rules.winner((to, start.1)) {
                    Some(winner) => (winner == Player::Cat).then_some(0),
                    None => plan.lead_to((to, start.1)),
                };
                slowest = slowest.zip(rank).map(|(slowest, rank)| slowest.max(rank));
            });
            slowest.map(|rank| rank.saturating_add(1))
        }
    };
    let plies = plies.ok_or(Refusal::Depth("the attack"))?;
    plan.entries.sort_unstable_by_key(|entry| entry.plies);
    // Won places, and entries with a rank that is lower by at least 2, or at least 3.
    let mut lower = Layers::new(plan.won());
    let mut lowest = lower.clone();
    for entry in &plan.entries {
        let fault = |reason| Err(plan.fault(entry.number, reason));
        let to = entries[entry.number].to;
        let mut legal = false;
        rules.moves(*player, entry.own, |end| legal |= end == to);
        if !legal {
            return fault("the move is not legal");
        }
        if let Some(winner) = rules.winner(plan.place(to, entry.other)) {
            if winner != *player || entry.plies != 1 {
                return fault("the move does not win as the rank says");
            }
            continue;
        }
        let replies = plan.moves.row(entry.other);
        lower.add(&plan.entries, |rank| rank < entry.plies.saturating_sub(1));
        if entry.plies < 2 || !is_subset(replies, lower.sets.row(to)) {
            return fault("a reply wins or leads to no entry of a rank lower by 2");
        }
        lowest.add(&plan.entries, |rank| rank < entry.plies.saturating_sub(2));
        if entry.plies > 2 && is_subset(replies, lowest.sets.row(to)) {
            return fault("the rank is not what the replies make it");
        }
        unite(plan.led_to.row_mut(to), replies);
    }
    plan.finish()?;
    Ok(plies)
}

/// Checks a defence from the start. Returns the bound that it proves there, `None` for ever.
pub(super) fn check_defence(
    rules: &impl Rules,
    start: Place,
    defence: &Defence,
) -> Result<Option<Ply>, Refusal> {
    let Defence { player, entries } = defence;
    let places = entries.iter().map(|entry| {
        let bound = entry.bound.map_or(FOREVER, |bound| bound.0);
        (entry.mouse, entry.cat, bound)
    });
    let mut plan = Plan::new("defence", rules, *player, places)?;
    // An open game without an entry lasts a ply.
    let proved = match player {
        Player::Cat => plan.lead_to(start).unwrap_or(1),
        Player::Mouse => {
            let mut longest = 0;
            rules.moves(Player::Mouse, start.0, |to| {
                longest = longest.max(match rules.winner((to, start.1)) {
                    Some(Player::Mouse) => FOREVER,
                    Some(Player::Cat) => 0,
                    None => plan.lead_to((to, start.1)).unwrap_or(1),
                });
            });
            longest.saturating_add(1)
        }
    };
    let key = |entry: &Entry| (Reverse(entry.plies), entry.own);
    plan.entries.sort_unstable_by_key(key);
    // Won places, and entries with a bound that is lower by at most 2, or at most 1.
    let mut long = Layers::new(plan.won());
    let mut longer = long.clone();
    let mut set = vec![0; plan.moves.width];
    for group in plan.entries.chunk_by(|one, two| key(one) == key(two)) {
        let Entry { own, plies, .. } = group[0];
        let fault = |entry: &Entry, reason| Err(plan.fault(entry.number, reason));
        let after = match plies {
            FOREVER => FOREVER,
            _ => plies.saturating_sub(1),
        };
        plan.hold(own, after, &mut long, &mut set);
        for entry in group {
            if !is_subset(plan.moves.row(entry.other), &set) {
                return fault(entry, "a move of the opponent breaks the bound");
            }
        }
        if plies < FOREVER {
            plan.hold(own, plies, &mut longer, &mut set);
            for entry in group {
                if is_subset(plan.moves.row(entry.other), &set) {
                    return fault(entry, "the bound is not what the replies make it");
                }
            }
        }
        if after > 2 {
            set.fill(0);
            for entry in group {
                unite(&mut set, plan.moves.row(entry.other));
            }
            for (other, _) in plan.ends(own) {
                remove(&mut set, other);
            }
            rules.moves(*player, own, |to| {
                let replies = set.iter().zip(long.sets.row(to));
                for (led_to, (set, long)) in plan.led_to.row_mut(to).iter_mut().zip(replies) {
                    *led_to |= set & long;
                }
            });
        }
    }
    plan.finish()?;
    Ok((proved != FOREVER).then_some(Ply(proved)))
}

/// An entry of a plan, from the view of the player whose plan it is.
#[derive(Clone, Copy)]
struct Entry {
    own: u16,
    other: u16,
    /// The rank or bound.
    plies: u32,
    /// The index of the entry in the certificate.
    number: usize,
}

/// Sets to which entries are added in the order of the plan.
#[derive(Clone)]
struct Layers {
    sets: Sets,
    added: usize,
}

impl Layers {
    fn new(sets: Sets) -> Self {
        Self { sets, added: 0 }
    }

    /// Adds further entries while their rank or bound fits.
    fn add(&mut self, entries: &[Entry], fits: impl Fn(u32) -> bool) {
        while let Some(entry) = entries.get(self.added)
            && fits(entry.plies)
        {
            insert(self.sets.row_mut(entry.own), entry.other);
            self.added += 1;
        }
    }
}

/// A plan while it is checked.
struct Plan<'a, R> {
    name: &'static str,
    rules: &'a R,
    player: Player,
    entries: Vec<Entry>,
    /// The moves of the opponent from each place that some entry has.
    moves: Sets,
    /// The positions to which the start or a reply leads.
    led_to: Sets,
}

impl<'a, R: Rules> Plan<'a, R> {
    fn new(
        name: &'static str,
        rules: &'a R,
        player: Player,
        places: impl ExactSizeIterator<Item = (u16, u16, u32)>,
    ) -> Result<Self, Refusal> {
        let mut plan = Self {
            name,
            rules,
            player,
            entries: Vec::with_capacity(places.len()),
            moves: Sets::new(rules.size()),
            led_to: Sets::new(rules.size()),
        };
        let mut before = None;
        for (number, (mouse, cat, plies)) in places.enumerate() {
            let place = (mouse, cat);
            if !rules.is_place(place) || rules.winner(place).is_some() {
                return Err(plan.fault(number, "no game stands like this"));
            }
            if before >= Some(place) {
                return Err(plan.fault(number, "entries must ascend by mouse, then cat"));
            }
            before = Some(place);
            let (own, other) = plan.place(mouse, cat);
            let moves = plan.moves.row_mut(other);
            if moves.iter().all(|&word| word == 0) {
                rules.moves(player.other(), other, |to| insert(moves, to));
            }
            plan.entries.push(Entry {
                own,
                other,
                plies,
                number,
            });
        }
        Ok(plan)
    }

    /// Converts own and other to mouse and cat, or mouse and cat to own and other.
    fn place(&self, one: u16, two: u16) -> Place {
        match self.player {
            Player::Mouse => (one, two),
            Player::Cat => (two, one),
        }
    }

    /// Returns the rank or bound of the entry to which the start leads, if there is one. The
    /// entries must still be sorted by mouse, then cat.
    fn lead_to(&mut self, place: Place) -> Option<u32> {
        let by_place = |entry: &Entry| self.place(entry.own, entry.other);
        let index = self.entries.binary_search_by_key(&place, by_place).ok()?;
        let Entry {
            own, other, plies, ..
        } = self.entries[index];
        insert(self.led_to.row_mut(own), other);
        Some(plies)
    }

    /// Returns the places of the opponent at which the game is over while the player is not at the
    /// goal: they meet, or the opponent is at the goal.
    fn ends(&self, own: u16) -> impl Iterator<Item = (u16, Player)> {
        [own, self.rules.goal()]
            .into_iter()
            .filter_map(move |other| {
                let winner = self.rules.winner(self.place(own, other));
                winner.map(|winner| (other, winner))
            })
    }

    /// Adds the places where the player has won to a set of the opponent's places, and removes
    /// those where the opponent has won.
    fn settle(&self, own: u16, set: &mut [u64]) {
        if own == self.rules.goal() {
            set.fill(!0);
        }
        for (other, winner) in self.ends(own) {
            if winner == self.player {
                insert(set, other);
            } else {
                remove(set, other);
            }
        }
    }

    /// Returns the places where the player has won: at the goal, and for the cat where they meet.
    fn won(&self) -> Sets {
        let mut won = Sets::new(self.rules.size());
        if self.player == Player::Cat {
            for own in 0..self.rules.size() as u16 {
                insert(won.row_mut(own), own);
            }
        }
        self.settle(self.rules.goal(), won.row_mut(self.rules.goal()));
        won
    }

    /// Computes the places to which the opponent may move if it needs at least `plies` more: the
    /// player has won, or has a reply to an entry whose bound is lower by 1, or, if 1 ply is
    /// enough after the reply, to any open game.
    fn hold(&self, own: u16, plies: u32, layers: &mut Layers, set: &mut [u64]) {
        if plies < 2 {
            set.fill(!0);
        } else {
            set.fill(0);
            let enough = if plies == FOREVER { FOREVER } else { plies - 1 };
            layers.add(&self.entries, |bound| bound >= enough);
            let mut open = Vec::new();
            self.rules.moves(self.player, own, |to| {
                if enough > 1 {
                    unite(set, layers.sets.row(to));
                } else {
                    open.clear();
                    open.resize(set.len(), !0);
                    self.settle(to, &mut open);
                    unite(set, &open);
                }
            });
        }
        if plies > 0 {
            self.settle(own, set);
        }
    }

    fn fault(&self, number: usize, reason: &'static str) -> Refusal {
        Refusal::Entry {
            plan: self.name,
            entry: number + 1,
            reason,
        }
    }

    fn finish(&self) -> Result<(), Refusal> {
        for entry in &self.entries {
            let bit = 1 << (entry.other % 64);
            if self.led_to.row(entry.own)[usize::from(entry.other / 64)] & bit == 0 {
                return Err(self.fault(entry.number, "nothing leads here"));
            }
        }
        Ok(())
    }
}
