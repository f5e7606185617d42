//! Checks all entries of an attack or a defence.

use std::cmp::Reverse;

use super::super::{Attack, Defence};
use super::rejection::Rejection;
use super::rules::{Places, Rules};
use super::sets::{PlaceSets, add_all, insert_place, is_subset, remove_place};
use crate::game::{Player, Ply};

/// The bound "forever", which is greater than every number of plies.
const FOREVER: u32 = u32::MAX;

/// Checks an attack from the start. Returns the number of plies in which it wins.
pub(super) fn check_attack(
    rules: &impl Rules,
    start: Places,
    attack: &Attack,
) -> Result<u32, Rejection> {
    let Attack { player, entries } = attack;
    let places = entries
        .iter()
        .map(|entry| (entry.mouse, entry.cat, entry.rank));
    let mut plan = PlanCheck::new("attack", rules, *player, places)?;
    let plies = match player {
        Player::Mouse => plan.mark_reached(start),
        Player::Cat => {
            let mut slowest = Some(0);
            rules.moves(Player::Mouse, start.0, |to| {
                let rank = match rules.winner((to, start.1)) {
                    Some(winner) => (winner == Player::Cat).then_some(0),
                    None => plan.mark_reached((to, start.1)),
                };
                slowest = slowest.zip(rank).map(|(slowest, rank)| slowest.max(rank));
            });
            slowest.map(|rank| rank.saturating_add(1))
        }
    };
    let plies = plies.ok_or(Rejection::Depth("the attack"))?;
    plan.entries.sort_unstable_by_key(|entry| entry.plies);
    // Won places and entries with a lower rank: by at least 2 in the first sets, by at least 3 in
    // the second.
    let mut lower = GrowingSets::new(plan.won_places());
    let mut lowest = lower.clone();
    for entry in &plan.entries {
        let fault = |reason| Err(plan.rejection(entry.number, reason));
        let to = entries[entry.number].to;
        let mut legal = false;
        rules.moves(*player, entry.own, |end| legal |= end == to);
        if !legal {
            return fault("the move is not legal");
        }
        if let Some(winner) = rules.winner(plan.swap_if_cat(to, entry.other)) {
            if winner != *player || entry.plies != 1 {
                return fault("the rank must be 1 if and only if the move wins");
            }
            continue;
        }
        let replies = plan.moves.set_of(entry.other);
        lower.add_entries_while(&plan.entries, |rank| rank < entry.plies.saturating_sub(1));
        if entry.plies < 2 || !is_subset(replies, lower.sets.set_of(to)) {
            return fault(
                "a reply wins, or does not lead to an entry whose rank is lower by at least 2",
            );
        }
        lowest.add_entries_while(&plan.entries, |rank| rank < entry.plies.saturating_sub(2));
        if entry.plies > 2 && is_subset(replies, lowest.sets.set_of(to)) {
            return fault(
                "the rank does not match the ranks of the entries that the replies lead to",
            );
        }
        add_all(plan.reached.set_of_mut(to), replies);
    }
    plan.expect_all_reached()?;
    Ok(plies)
}

/// Checks a defence from the start. Returns the bound that it proves for the start, or `None` for
/// "forever".
pub(super) fn check_defence(
    rules: &impl Rules,
    start: Places,
    defence: &Defence,
) -> Result<Option<Ply>, Rejection> {
    let Defence { player, entries } = defence;
    let places = entries.iter().map(|entry| {
        let bound = entry.bound.map_or(FOREVER, |bound| bound.0);
        (entry.mouse, entry.cat, bound)
    });
    let mut plan = PlanCheck::new("defence", rules, *player, places)?;
    // A game that is not over lasts at least one more ply, even without an entry.
    let proved = match player {
        Player::Cat => plan.mark_reached(start).unwrap_or(1),
        Player::Mouse => {
            let mut longest = 0;
            rules.moves(Player::Mouse, start.0, |to| {
                longest = longest.max(match rules.winner((to, start.1)) {
                    Some(Player::Mouse) => FOREVER,
                    Some(Player::Cat) => 0,
                    None => plan.mark_reached((to, start.1)).unwrap_or(1),
                });
            });
            longest.saturating_add(1)
        }
    };
    let key = |entry: &Entry| (Reverse(entry.plies), entry.own);
    plan.entries.sort_unstable_by_key(key);
    // Won places and entries with a bound that is high enough: lower by at most 2 in the first
    // sets, by at most 1 in the second.
    let mut long = GrowingSets::new(plan.won_places());
    let mut longer = long.clone();
    let mut set = vec![0; plan.moves.width];
    for group in plan.entries.chunk_by(|one, two| key(one) == key(two)) {
        let Entry { own, plies, .. } = group[0];
        let fault = |entry: &Entry, reason| Err(plan.rejection(entry.number, reason));
        let after = match plies {
            FOREVER => FOREVER,
            _ => plies.saturating_sub(1),
        };
        plan.find_safe_moves(own, after, &mut long, &mut set);
        for entry in group {
            if !is_subset(plan.moves.set_of(entry.other), &set) {
                return fault(entry, "the opponent can win sooner than the bound");
            }
        }
        if plies < FOREVER {
            plan.find_safe_moves(own, plies, &mut longer, &mut set);
            for entry in group {
                if is_subset(plan.moves.set_of(entry.other), &set) {
                    return fault(
                        entry,
                        "the bound does not match the bounds of the entries that the replies lead to",
                    );
                }
            }
        }
        if after > 2 {
            set.fill(0);
            for entry in group {
                add_all(&mut set, plan.moves.set_of(entry.other));
            }
            for (other, _) in plan.final_places(own) {
                remove_place(&mut set, other);
            }
            rules.moves(*player, own, |to| {
                let replies = set.iter().zip(long.sets.set_of(to));
                for (reached, (set, long)) in plan.reached.set_of_mut(to).iter_mut().zip(replies) {
                    *reached |= set & long;
                }
            });
        }
    }
    plan.expect_all_reached()?;
    Ok((proved != FOREVER).then_some(Ply(proved)))
}

/// An entry of a plan. `own` is the place of the player who follows the plan, and `other` is the
/// opponent's place.
#[derive(Clone, Copy)]
struct Entry {
    own: u16,
    other: u16,
    /// The rank of an attack's entry, or the bound of a defence's entry.
    plies: u32,
    /// The index of the entry in the certificate.
    number: usize,
}

/// Sets to which the entries of a sorted plan are added one after another.
#[derive(Clone)]
struct GrowingSets {
    sets: PlaceSets,
    added: usize,
}

impl GrowingSets {
    fn new(sets: PlaceSets) -> Self {
        Self { sets, added: 0 }
    }

    /// Adds the next entries until `fits` rejects a rank or bound.
    fn add_entries_while(&mut self, entries: &[Entry], fits: impl Fn(u32) -> bool) {
        while let Some(entry) = entries.get(self.added)
            && fits(entry.plies)
        {
            insert_place(self.sets.set_of_mut(entry.own), entry.other);
            self.added += 1;
        }
    }
}

/// The state of the check of one plan.
struct PlanCheck<'a, R> {
    name: &'static str,
    rules: &'a R,
    player: Player,
    entries: Vec<Entry>,
    /// The opponent's moves from each of the opponent's places in the entries.
    moves: PlaceSets,
    /// The positions that the start or a reply leads to.
    reached: PlaceSets,
}

impl<'a, R: Rules> PlanCheck<'a, R> {
    fn new(
        name: &'static str,
        rules: &'a R,
        player: Player,
        places: impl ExactSizeIterator<Item = (u16, u16, u32)>,
    ) -> Result<Self, Rejection> {
        let mut plan = Self {
            name,
            rules,
            player,
            entries: Vec::with_capacity(places.len()),
            moves: PlaceSets::new(rules.place_count()),
            reached: PlaceSets::new(rules.place_count()),
        };
        let mut before = None;
        for (number, (mouse, cat, plies)) in places.enumerate() {
            let place = (mouse, cat);
            if !rules.are_valid_places(place) || rules.winner(place).is_some() {
                return Err(plan.rejection(number, "the game cannot be in this position"));
            }
            if before >= Some(place) {
                return Err(plan.rejection(number, "entries must be sorted by mouse, then by cat"));
            }
            before = Some(place);
            let (own, other) = plan.swap_if_cat(mouse, cat);
            let moves = plan.moves.set_of_mut(other);
            if moves.iter().all(|&word| word == 0) {
                rules.moves(player.other(), other, |to| insert_place(moves, to));
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

    /// Converts (own, other) to (mouse, cat), or back.
    fn swap_if_cat(&self, one: u16, two: u16) -> Places {
        match self.player {
            Player::Mouse => (one, two),
            Player::Cat => (two, one),
        }
    }

    /// Marks the entry for this position as reached and returns its rank or bound, or returns
    /// `None` if there is no entry. Must be called before the entries are sorted by rank or bound,
    /// because it requires the order by mouse, then cat.
    fn mark_reached(&mut self, place: Places) -> Option<u32> {
        let by_place = |entry: &Entry| self.swap_if_cat(entry.own, entry.other);
        let index = self.entries.binary_search_by_key(&place, by_place).ok()?;
        let Entry {
            own, other, plies, ..
        } = self.entries[index];
        insert_place(self.reached.set_of_mut(own), other);
        Some(plies)
    }

    /// Returns the opponent's places that end the game even if the player is not at the goal, each
    /// with the winner. Such a place is always either the player's own place or the goal.
    fn final_places(&self, own: u16) -> impl Iterator<Item = (u16, Player)> {
        [own, self.rules.goal()]
            .into_iter()
            .filter_map(move |other| {
                let winner = self.rules.winner(self.swap_if_cat(own, other));
                winner.map(|winner| (other, winner))
            })
    }

    /// Updates a set of the opponent's places for one place of the player. Adds the places at which
    /// the player has won, and removes the places at which the opponent has won.
    fn add_wins_and_remove_losses(&self, own: u16, set: &mut [u64]) {
        if own == self.rules.goal() {
            set.fill(!0);
        }
        for (other, winner) in self.final_places(own) {
            if winner == self.player {
                insert_place(set, other);
            } else {
                remove_place(set, other);
            }
        }
    }

    /// Returns the places at which the player has won. The mouse wins at the goal; the cat wins at
    /// the goal or on the mouse.
    fn won_places(&self) -> PlaceSets {
        let mut won = PlaceSets::new(self.rules.place_count());
        if self.player == Player::Cat {
            for own in 0..self.rules.place_count() as u16 {
                insert_place(won.set_of_mut(own), own);
            }
        }
        self.add_wins_and_remove_losses(self.rules.goal(), won.set_of_mut(self.rules.goal()));
        won
    }

    /// Computes the places to which the opponent can move without being able to win in fewer than
    /// `plies` more plies. At such a place, the player has already won or has a reply that leads to
    /// an entry with a bound of at least `plies - 1`. If `plies` is 2, any reply that does not end
    /// the game is enough.
    fn find_safe_moves(&self, own: u16, plies: u32, layers: &mut GrowingSets, set: &mut [u64]) {
        if plies < 2 {
            set.fill(!0);
        } else {
            set.fill(0);
            let enough = if plies == FOREVER { FOREVER } else { plies - 1 };
            layers.add_entries_while(&self.entries, |bound| bound >= enough);
            let mut open = Vec::new();
            self.rules.moves(self.player, own, |to| {
                if enough > 1 {
                    add_all(set, layers.sets.set_of(to));
                } else {
                    open.clear();
                    open.resize(set.len(), !0);
                    self.add_wins_and_remove_losses(to, &mut open);
                    add_all(set, &open);
                }
            });
        }
        if plies > 0 {
            self.add_wins_and_remove_losses(own, set);
        }
    }

    fn rejection(&self, number: usize, reason: &'static str) -> Rejection {
        Rejection::Entry {
            plan: self.name,
            entry: number + 1,
            reason,
        }
    }

    fn expect_all_reached(&self) -> Result<(), Rejection> {
        for entry in &self.entries {
            let bit = 1 << (entry.other % 64);
            if self.reached.set_of(entry.own)[usize::from(entry.other / 64)] & bit == 0 {
                return Err(self.rejection(
                    entry.number,
                    "neither the start nor any reply leads to this entry",
                ));
            }
        }
        Ok(())
    }
}
