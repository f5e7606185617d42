//! Checks an attack or a defence, entry by entry.

use std::cmp::Reverse;

use super::super::{Attack, Defence};
use super::rejection::Rejection;
use super::rules::{PlacePair, Rules};
use super::sets::{insert_all, is_subset, remove_place};
use super::strategy_check::{Entry, FOREVER, GrowingEntrySets, StrategyCheck};
use crate::game::{Player, Ply};

/// Checks an attack, and returns the number of plies in which it wins the game that starts at
/// `start`.
pub(super) fn check_attack(
    rules: &impl Rules,
    start: PlacePair,
    attack: &Attack,
) -> Result<u32, Rejection> {
    let Attack { player, entries } = attack;
    let places = entries
        .iter()
        .map(|entry| (entry.mouse, entry.cat, entry.rank));
    let mut check = StrategyCheck::new("attack", rules, *player, places)?;
    let plies = match player {
        Player::Mouse => check.mark_reached(start),
        Player::Cat => {
            let mut slowest = Some(0);
            rules.for_each_move(Player::Mouse, start.0, |to| {
                let rank = match rules.winner((to, start.1)) {
                    Some(winner) => (winner == Player::Cat).then_some(0),
                    None => check.mark_reached((to, start.1)),
                };
                slowest = slowest.zip(rank).map(|(slowest, rank)| slowest.max(rank));
            });
            slowest.map(|rank| rank.saturating_add(1))
        }
    };
    let plies = plies.ok_or(Rejection::Depth("the attack"))?;
    check.entries.sort_unstable_by_key(|entry| entry.plies);
    // Both sets contain the positions that the player has already won. `lower` also contains the
    // entries whose rank is at least 2 lower than the current entry's, and `lowest` those whose
    // rank is at least 3 lower.
    let mut lower = GrowingEntrySets::new(check.won_positions());
    let mut lowest = lower.clone();
    for entry in &check.entries {
        let fault = |reason| Err(check.reject_entry(entry.number, reason));
        let to = entries[entry.number].to;
        let mut legal = false;
        rules.for_each_move(*player, entry.own, |end| legal |= end == to);
        if !legal {
            return fault("the move is not legal");
        }
        if let Some(winner) = rules.winner(check.in_mouse_cat_order(to, entry.other)) {
            if winner != *player || entry.plies != 1 {
                return fault("the rank must be 1 if and only if the move wins");
            }
            continue;
        }
        let replies = check.moves.set_at(entry.other);
        lower.add_entries_while(&check.entries, |rank| rank < entry.plies.saturating_sub(1));
        if entry.plies < 2 || !is_subset(replies, lower.sets.set_at(to)) {
            return fault(
                "after some reply, the opponent has won, or there is no entry whose rank is at least 2 below this entry's rank",
            );
        }
        lowest.add_entries_while(&check.entries, |rank| rank < entry.plies.saturating_sub(2));
        if entry.plies > 2 && is_subset(replies, lowest.sets.set_at(to)) {
            return fault(
                "the rank does not match the ranks of the entries to which the replies lead",
            );
        }
        insert_all(check.reached.set_at_mut(to), replies);
    }
    check.expect_all_reached()?;
    Ok(plies)
}

/// Checks a defence, and returns the minimum number of plies in which the opponent can win the game
/// that starts at `start`, or `None` if the opponent can never win.
pub(super) fn check_defence(
    rules: &impl Rules,
    start: PlacePair,
    defence: &Defence,
) -> Result<Option<Ply>, Rejection> {
    let Defence { player, entries } = defence;
    let places = entries.iter().map(|entry| {
        let bound = entry.bound.map_or(FOREVER, |bound| bound.0);
        (entry.mouse, entry.cat, bound)
    });
    let mut check = StrategyCheck::new("defence", rules, *player, places)?;
    // A game that is not over lasts at least one more ply, even without an entry.
    let proved = match player {
        Player::Cat => check.mark_reached(start).unwrap_or(1),
        Player::Mouse => {
            let mut longest = 0;
            rules.for_each_move(Player::Mouse, start.0, |to| {
                longest = longest.max(match rules.winner((to, start.1)) {
                    Some(Player::Mouse) => FOREVER,
                    Some(Player::Cat) => 0,
                    None => check.mark_reached((to, start.1)).unwrap_or(1),
                });
            });
            longest.saturating_add(1)
        }
    };
    let key = |entry: &Entry| (Reverse(entry.plies), entry.own);
    check.entries.sort_unstable_by_key(key);
    // Both sets contain the positions that the player has already won. `long` also contains the
    // entries whose bound is at most 2 below the current bound, and `longer` those whose bound is
    // at most 1 below it.
    let mut long = GrowingEntrySets::new(check.won_positions());
    let mut longer = long.clone();
    let mut set = vec![0; check.moves.words_per_set];
    for group in check.entries.chunk_by(|one, two| key(one) == key(two)) {
        let Entry { own, plies, .. } = group[0];
        let fault = |entry: &Entry, reason| Err(check.reject_entry(entry.number, reason));
        let after = match plies {
            FOREVER => FOREVER,
            _ => plies.saturating_sub(1),
        };
        check.find_safe_places(own, after, &mut long, &mut set);
        for entry in group {
            if !is_subset(check.moves.set_at(entry.other), &set) {
                return fault(entry, "the opponent can win in fewer plies than the bound");
            }
        }
        if plies < FOREVER {
            check.find_safe_places(own, plies, &mut longer, &mut set);
            for entry in group {
                if is_subset(check.moves.set_at(entry.other), &set) {
                    return fault(
                        entry,
                        "the bound does not match the bounds of the entries to which the replies lead",
                    );
                }
            }
        }
        if after > 2 {
            set.fill(0);
            for entry in group {
                insert_all(&mut set, check.moves.set_at(entry.other));
            }
            for (other, _) in check.game_ending_places(own) {
                remove_place(&mut set, other);
            }
            rules.for_each_move(*player, own, |to| {
                let replies = set.iter().zip(long.sets.set_at(to));
                for (reached, (set, long)) in check.reached.set_at_mut(to).iter_mut().zip(replies) {
                    *reached |= set & long;
                }
            });
        }
    }
    check.expect_all_reached()?;
    Ok((proved != FOREVER).then_some(Ply(proved)))
}
