//! Tests that every outcome has a certificate, and that no false certificate is accepted.

use rand::RngExt;

use super::{random, stream, win_depth};
use crate::Instance;
use crate::game::{Outcome, Ply};
use crate::solve::certificate::Certificate;
use crate::solve::solved_game::{Position, SolvedGame};

/// Generates graphs, and boards of all sizes, some of them with a short move limit.
fn instances(seed: u64, count: usize) -> impl Iterator<Item = Instance> {
    let mut rng = stream(seed);
    (0..count).flat_map(move |round| {
        let mut grid = random::grid(&mut rng, 1 + round % 8, 3 + round % 6);
        if rng.random_bool(0.3) {
            grid.max_plies = rng.random_range(1..12);
        }
        let graph = random::graph(&mut rng, 3 + round % 20);
        [grid.into(), graph.into()]
    })
}

#[test]
fn every_random_instance_is_certified() {
    for instance in instances(41, 3000) {
        let certificate = instance.build_certificate();
        assert_eq!(certificate.outcome, instance.solve());
        let text = certificate.to_string();
        assert_eq!(instance.check_certificate(&certificate), Ok(()), "{text}");
        let is_entry = |line: &&str| line.starts_with(|first: char| first.is_ascii_digit());
        let entries = text.lines().filter(is_entry).count();
        assert_eq!(entries, certificate.entry_count());
        assert_eq!(text.parse(), Ok(certificate));
    }
}

/// Returns whether every claim in a certificate is true.
fn has_only_true_claims(certificate: &Certificate, solved: &SolvedGame, outcome: Outcome) -> bool {
    let value = |turn, mouse, cat| solved.outcome(Position { turn, mouse, cat });
    let attack = certificate.attack.iter().all(|attack| {
        attack.entries.iter().all(|entry| {
            let value = value(attack.player, entry.mouse, entry.cat);
            win_depth(value, attack.player) == Some(Ply(entry.rank))
        })
    });
    let defence = certificate.defences.iter().all(|defence| {
        defence.entries.iter().all(|entry| {
            let opponent = defence.player.opponent();
            let depth = win_depth(value(opponent, entry.mouse, entry.cat), opponent);
            // A bound is a lower limit on the number of plies, so a smaller bound is true as well.
            depth.is_none_or(|depth| entry.bound.is_some_and(|bound| bound <= depth))
        })
    });
    certificate.outcome == outcome && attack && defence
}

/// Returns the text of a certificate with one random change: a line is removed, or a word is
/// replaced.
fn mutate(text: &str, rng: &mut impl rand::Rng) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let at = rng.random_range(1..lines.len());
    if rng.random_bool(0.2) {
        lines.remove(at);
        return lines.join("\n");
    }
    let mut words: Vec<&str> = lines[at].split(' ').collect();
    let place = rng.random_range(0..words.len());
    let near = words[place].parse::<u32>().unwrap_or_default();
    let word = match rng.random_range(0..8) {
        0 | 1 => (near + 1).to_string(),
        2 => near.saturating_sub(1).to_string(),
        3 => (near + 2).to_string(),
        4 => rng.random_range(0..64).to_string(),
        other => ["forever", "cat", "mouse"][other - 5].to_owned(),
    };
    words[place] = &word;
    lines[at] = words.join(" ");
    lines.join("\n")
}

#[test]
fn false_mutant_of_a_certificate_is_rejected() {
    let mut rng = stream(43);
    let (mut rejected, mut accepted) = (0, 0);
    for instance in instances(43, 400) {
        let (certificate, solved) = (instance.build_certificate(), SolvedGame::new(&instance));
        for _ in 0..60 {
            let text = mutate(&certificate.to_string(), &mut rng);
            let Ok(mutant) = text.parse::<Certificate>() else {
                continue;
            };
            if mutant == certificate {
                continue;
            }
            if instance.check_certificate(&mutant).is_err() {
                rejected += 1;
                continue;
            }
            // The mutant is another valid proof: it uses another best move, or its defence does
            // not need the removed reply.
            accepted += 1;
            let is_true = has_only_true_claims(&mutant, &solved, certificate.outcome);
            assert!(is_true, "{certificate}\n{mutant}");
        }
    }
    let counts = format!("{rejected} rejected, {accepted} accepted");
    assert!(rejected > 20 * accepted && rejected > 10_000, "{counts}");
}

#[test]
fn bound_below_what_the_replies_prove_is_rejected() {
    let mut rng = stream(45);
    for _ in 0..300 {
        let board = Instance::from(random::grid(&mut rng, 5, 5));
        let certificate = board.build_certificate();
        for at in 0..certificate.defences[0].entries.len() {
            let mut mutant = certificate.clone();
            if let Some(bound) = &mut mutant.defences[0].entries[at].bound {
                // The claim is still true, but weaker than the claim that the strategy proves.
                bound.0 -= 1;
                let is_rejected = board.check_certificate(&mutant).is_err();
                assert!(is_rejected, "entry {at} {mutant}");
            }
        }
    }
}

#[test]
fn accepted_certificate_of_another_instance_has_the_same_outcome() {
    let all: Vec<Instance> = instances(44, 200).collect();
    for window in all.windows(3) {
        for other in &window[1..] {
            let accepted = window[0].check_certificate(&other.build_certificate());
            let is_same = window[0].solve() == other.solve() && window[0].game() == other.game();
            assert!(accepted.is_err() || is_same);
        }
    }
}

#[test]
fn invalid_certificate_text_is_rejected_with_the_line_number() {
    #[rustfmt::skip]
    let cases = [
        ("", "line 1: the first line must be"),
        ("certificate\n", "line 1: the first line must be"),
        ("certificate 913\n", "line 2: the second line must be \"outcome\""),
        ("certificate 913\noutcome maybe\n", "line 2: the second line must be"),
        ("certificate 913\noutcome draw\n1 2 3\n", "line 3: a strategy must begin with"),
        ("certificate 913\noutcome draw\ndefence dog\n", "line 3: the player of a strategy must be"),
        ("certificate 913\noutcome draw\nattack cat\n1 2 3\n", "line 4: an entry of an attack"),
        ("certificate 913\noutcome draw\ndefence cat\n1 2 soon\n", "line 4: an entry of a defence"),
        ("certificate 913\noutcome cat 3\nattack cat\nattack mouse\n", "line 4: an entry of an attack"),
    ];
    for (text, expect) in cases {
        let error = text.parse::<Certificate>().unwrap_err().to_string();
        assert!(error.starts_with(expect), "{text:?} gave {error}");
    }
}
