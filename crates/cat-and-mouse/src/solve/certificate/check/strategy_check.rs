//! The state shared by the checks of attacks and defences.

use super::rejection::Rejection;
use super::rules::{PlacePair, Rules};
use super::sets::{PlaceSets, insert_all, insert_place, remove_place};
use crate::game::Player;

/// The bound "forever", which is greater than every number of plies.
pub(super) const FOREVER: u32 = u32::MAX;

/// A position of an attack or a defence, with its rank or bound. `own` is the place of the player
/// who follows the strategy, and `other` is the opponent's place.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    pub(super) own: u16,
    pub(super) other: u16,
    /// The rank in an attack, or the bound in a defence.
    pub(super) plies: u32,
    /// The index of the entry in the certificate's attack or defence.
    pub(super) number: usize,
}

/// Sets of positions to which the strategy's entries are added in order of rank or bound. `added`
/// is the number of entries added so far.
#[derive(Clone)]
pub(super) struct GrowingEntrySets {
    pub(super) sets: PlaceSets,
    added: usize,
}

impl GrowingEntrySets {
    pub(super) fn new(sets: PlaceSets) -> Self {
        Self { sets, added: 0 }
    }

    /// Adds the next entries, as long as their rank or bound satisfies `fits`.
    pub(super) fn add_entries_while(&mut self, entries: &[Entry], fits: impl Fn(u32) -> bool) {
        while let Some(entry) = entries.get(self.added)
            && fits(entry.plies)
        {
            insert_place(self.sets.set_at_mut(entry.own), entry.other);
            self.added += 1;
        }
    }
}

/// An attack or a defence that is being checked.
pub(super) struct StrategyCheck<'a, R> {
    /// `attack` or `defence`.
    name: &'static str,
    rules: &'a R,
    player: Player,
    pub(super) entries: Vec<Entry>,
    /// Maps each place of the opponent that occurs in an entry to the places to which the opponent
    /// can move.
    pub(super) moves: PlaceSets,
    /// The positions known to occur in a game in which the player follows the strategy.
    pub(super) reached: PlaceSets,
}

impl<'a, R: Rules> StrategyCheck<'a, R> {
    pub(super) fn new(
        name: &'static str,
        rules: &'a R,
        player: Player,
        places: impl ExactSizeIterator<Item = (u16, u16, u32)>,
    ) -> Result<Self, Rejection> {
        let mut check = Self {
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
                return Err(check.reject_entry(number, "the game cannot be in this position"));
            }
            if before >= Some(place) {
                return Err(
                    check.reject_entry(number, "entries must be sorted by mouse, then by cat")
                );
            }
            before = Some(place);
            let (own, other) = check.in_mouse_cat_order(mouse, cat);
            let moves = check.moves.set_at_mut(other);
            if moves.iter().all(|&word| word == 0) {
                rules.for_each_move(player.opponent(), other, |to| insert_place(moves, to));
            }
            check.entries.push(Entry {
                own,
                other,
                plies,
                number,
            });
        }
        Ok(check)
    }

    /// Converts `(own, other)` to `(mouse, cat)`, or back.
    pub(super) fn in_mouse_cat_order(&self, one: u16, two: u16) -> PlacePair {
        match self.player {
            Player::Mouse => (one, two),
            Player::Cat => (two, one),
        }
    }

    /// Marks the entry for this position as reached and returns its rank or bound, or returns
    /// `None` if there is no entry. Must be called before the entries are sorted by rank or bound,
    /// because the search for the entry relies on their order by mouse, then by cat.
    pub(super) fn mark_reached(&mut self, place: PlacePair) -> Option<u32> {
        let by_place = |entry: &Entry| self.in_mouse_cat_order(entry.own, entry.other);
        let index = self.entries.binary_search_by_key(&place, by_place).ok()?;
        let Entry {
            own, other, plies, ..
        } = self.entries[index];
        insert_place(self.reached.set_at_mut(own), other);
        Some(plies)
    }

    /// Returns the opponent's places at which the game is over even if the player is not at the
    /// goal, and the winner for each of these places. The opponent can be at the player's place or
    /// at the goal; at any other place, the game goes on.
    pub(super) fn game_ending_places(&self, own: u16) -> impl Iterator<Item = (u16, Player)> {
        [own, self.rules.goal()]
            .into_iter()
            .filter_map(move |other| {
                let winner = self.rules.winner(self.in_mouse_cat_order(own, other));
                winner.map(|winner| (other, winner))
            })
    }

    /// Adds to a set of opponent's places those at which the player, who is at `own`, has already
    /// won, and removes those at which the opponent has already won.
    fn add_wins_and_remove_losses(&self, own: u16, set: &mut [u64]) {
        if own == self.rules.goal() {
            set.fill(!0);
        }
        for (other, winner) in self.game_ending_places(own) {
            if winner == self.player {
                insert_place(set, other);
            } else {
                remove_place(set, other);
            }
        }
    }

    /// Returns the positions that the player has already won. The mouse wins by reaching the goal;
    /// the cat wins by reaching the goal or catching the mouse.
    pub(super) fn won_positions(&self) -> PlaceSets {
        let mut won = PlaceSets::new(self.rules.place_count());
        if self.player == Player::Cat {
            for own in 0..self.rules.place_count() as u16 {
                insert_place(won.set_at_mut(own), own);
            }
        }
        self.add_wins_and_remove_losses(self.rules.goal(), won.set_at_mut(self.rules.goal()));
        won
    }

    /// Stores in `set` every place of the opponent for which the player, who is at `own` and is to
    /// move, survives at least `plies` plies. Either the player has already won, or a reply leads
    /// to an entry with a bound of at least `plies - 1`. If `plies` is 2, it is enough that some
    /// reply does not lose immediately.
    pub(super) fn find_safe_places(
        &self,
        own: u16,
        plies: u32,
        entries: &mut GrowingEntrySets,
        set: &mut [u64],
    ) {
        if plies < 2 {
            set.fill(!0);
        } else {
            set.fill(0);
            let enough = if plies == FOREVER { FOREVER } else { plies - 1 };
            entries.add_entries_while(&self.entries, |bound| bound >= enough);
            let mut open = Vec::new();
            self.rules.for_each_move(self.player, own, |to| {
                if enough > 1 {
                    insert_all(set, entries.sets.set_at(to));
                } else {
                    open.clear();
                    open.resize(set.len(), !0);
                    self.add_wins_and_remove_losses(to, &mut open);
                    insert_all(set, &open);
                }
            });
        }
        if plies > 0 {
            self.add_wins_and_remove_losses(own, set);
        }
    }

    pub(super) fn reject_entry(&self, number: usize, reason: &'static str) -> Rejection {
        Rejection::Entry {
            strategy: self.name,
            entry: number + 1,
            reason,
        }
    }

    pub(super) fn expect_all_reached(&self) -> Result<(), Rejection> {
        for entry in &self.entries {
            let bit = 1 << (entry.other % 64);
            if self.reached.set_at(entry.own)[usize::from(entry.other / 64)] & bit == 0 {
                return Err(self.reject_entry(
                    entry.number,
                    "neither the start nor any reply leads to this entry",
                ));
            }
        }
        Ok(())
    }
}
