//! Tables of the moves of the mouse along one row: for each pattern of floor, each jump and each
//! set of columns, the columns from which a move leads into the set. The result for a set is the
//! union of the results for its parts, so a few small tables, each for some of the columns, are
//! enough.

use std::sync::LazyLock;

/// Tables for six columns each, for lookups among 64 bytes.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct BySix {
    /// Indexed by the set of columns 0 to 5.
    pub(super) low: [u8; 64],
    /// Indexed by the set of columns 2 to 7.
    pub(super) high: [u8; 64],
}

/// Tables for four columns each, for lookups among 16 bytes.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(super) struct ByFour {
    /// Indexed by the set of columns 0 to 3.
    pub(super) low: [u8; 16],
    /// Indexed by the set of columns 4 to 7.
    pub(super) high: [u8; 16],
}

/// Tables by jump, from 1 to 7, and floor.
pub(super) type Tables<T> = [Box<[T; 256]>; 7];

pub(super) static BY_SIX: LazyLock<Tables<BySix>> = LazyLock::new(|| {
    tables(|reach| BySix {
        low: std::array::from_fn(|columns| reach[columns]),
        high: std::array::from_fn(|columns| reach[columns << 2]),
    })
});

pub(super) static BY_FOUR: LazyLock<Tables<ByFour>> = LazyLock::new(|| {
    tables(|reach| ByFour {
        low: std::array::from_fn(|columns| reach[columns]),
        high: std::array::from_fn(|columns| reach[columns << 4]),
    })
});

/// Returns a table for each jump and floor, made from the results for every set of columns.
fn tables<T>(table: impl Fn(&[u8; 256]) -> T) -> Tables<T> {
    std::array::from_fn(|jump| {
        Box::new(std::array::from_fn(|floor| {
            table(&reach(floor as u8, 1 + jump as u32))
        }))
    })
}

/// Returns, for each set of columns, the set and the columns from which one jump leads into it.
fn reach(floor: u8, jump: u32) -> [u8; 256] {
    let mut reach = [0_u8; 256];
    for set in 1..256_usize {
        let column = set.trailing_zeros();
        let rest = set & (set - 1);
        reach[set] = reach[rest] | from_column(floor, jump, column);
    }
    reach
}

fn from_column(floor: u8, jump: u32, column: u32) -> u8 {
    let free = |column: &u32| floor >> column & 1 == 1;
    let down = (column.saturating_sub(jump)..=column).rev();
    let up = column..8.min(column + jump + 1);
    let cells = down.take_while(free).chain(up.take_while(free));
    cells.fold(0, |cells, to| cells | 1 << to)
}
