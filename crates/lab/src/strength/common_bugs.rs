//! Slips that solutions of both problems make, with what differs between the
//! problems as arguments.

use super::encoding::StateEncoding;
use super::state_graph::Count;
use super::strategy::{Claim, Horizon, Search, Strategy};

/// Depth-first searches whose memory is at fault. `cycles` is what a repeated
/// position may be taken for, and its name; `caps` are the plies at which a
/// search that does not look for repetitions gives up.
pub(super) fn searches(cycles: &[(Claim, &str)], caps: [u32; 4]) -> Vec<(String, Strategy)> {
    let ends = [None].into_iter().chain(caps.map(Some));
    let mut all = Vec::new();
    for &(cycle, whose) in cycles {
        for (forgets_mover, key) in [(false, ""), (true, ", keyed without mover")] {
            for (reversed, order) in [(false, ""), (true, ", reversed")] {
                for cap in ends.clone() {
                    let what = cap.map_or("repetition".to_owned(), |cap| format!("ply {cap}"));
                    let search = Search {
                        cycle,
                        cap,
                        forgets_mover,
                        reversed,
                    };
                    all.push((
                        format!("{what} is {whose}, remembered{key}{order}"),
                        Strategy::Search(search),
                    ));
                }
            }
        }
    }
    all
}

/// Retrograde analyses that count wrongly; what they leave open is `open`.
pub(super) fn counts(open: Claim) -> [(&'static str, Strategy); 3] {
    [
        (Count::AllButOne, "degree one too low"),
        (Count::OneMore, "degree one too high"),
        (Count::One, "the loser helps"),
    ]
    .map(|(count, name)| {
        let strategy = Strategy::Forced {
            horizon: Horizon::Rule,
            open,
            count,
        };
        (name, strategy)
    })
}

/// Tables of positions that are too small, and numbers of positions that do
/// not fit where they are kept. `places` is what an animal stands on.
pub(super) fn encodings(
    places: &str,
    moduli: &[u16],
    strides: &[u16],
) -> impl Iterator<Item = (String, StateEncoding)> {
    let moduli = moduli.iter().map(move |&size| {
        (
            format!("{places} modulo {size}"),
            StateEncoding::Modulo(size),
        )
    });
    let strides = strides.iter().map(|&stride| {
        (
            format!("position mouse + {stride} cat"),
            StateEncoding::Stride(stride),
        )
    });
    let shifts = [3, 4, 5].map(|bits| {
        (
            format!("position mouse | cat << {bits}"),
            StateEncoding::Bits(bits),
        )
    });
    let cuts = [7, 8, 10, 11].map(|bits| {
        (
            format!("position cut to {bits} bits"),
            StateEncoding::Low(bits),
        )
    });
    moduli.chain(strides).chain(shifts).chain(cuts)
}
