//! Tables of the mouse's moves along one row. The tables map the row's floor cells, the maximum
//! jump and a set of columns to the columns from which a move leads into the set. The result for a
//! set is the union of the results for its columns, so two small tables suffice, each covering at
//! least half of the columns.

use std::sync::LazyLock;

/// Two lookup tables, each covering six columns. A table fits into one 64-byte vector.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct SixColumnMoveTables {
    /// Indexed by a bit mask of columns 0 to 5.
    pub(super) low: [u8; 64],
    /// Indexed by a bit mask of columns 2 to 7.
    pub(super) high: [u8; 64],
}

/// Two lookup tables, each covering four columns. A table fits into one 16-byte vector.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(super) struct FourColumnMoveTables {
    /// Indexed by a bit mask of columns 0 to 3.
    pub(super) low: [u8; 16],
    /// Indexed by a bit mask of columns 4 to 7.
    pub(super) high: [u8; 16],
}

/// Tables indexed by the maximum jump minus 1, then by the bit mask of the row's floor cells.
pub(super) type JumpTables<T> = [Box<[T; 256]>; 7];

pub(super) static MOVE_TABLES_FOR_SIX_COLUMNS: LazyLock<JumpTables<SixColumnMoveTables>> =
    LazyLock::new(|| {
        build_tables(|reach| SixColumnMoveTables {
            low: std::array::from_fn(|columns| reach[columns]),
            high: std::array::from_fn(|columns| reach[columns << 2]),
        })
    });

pub(super) static MOVE_TABLES_FOR_FOUR_COLUMNS: LazyLock<JumpTables<FourColumnMoveTables>> =
    LazyLock::new(|| {
        build_tables(|reach| FourColumnMoveTables {
            low: std::array::from_fn(|columns| reach[columns]),
            high: std::array::from_fn(|columns| reach[columns << 4]),
        })
    });

/// Builds a table for each maximum jump and each set of floor cells in a row. `table` converts the
/// results for all sets of columns.
fn build_tables<T>(table: impl Fn(&[u8; 256]) -> T) -> JumpTables<T> {
    std::array::from_fn(|jump| {
        Box::new(std::array::from_fn(|floor| {
            table(&columns_that_reach_sets(floor as u8, 1 + jump as u32))
        }))
    })
}

/// Returns a table that adds to each set of columns the columns from which a single jump leads into
/// the set.
fn columns_that_reach_sets(floor: u8, jump: u32) -> [u8; 256] {
    let mut reach = [0_u8; 256];
    for set in 1..256_usize {
        let column = set.trailing_zeros();
        let rest = set & (set - 1);
        reach[set] = reach[rest] | columns_that_reach_column(floor, jump, column);
    }
    reach
}

fn columns_that_reach_column(floor: u8, jump: u32, column: u32) -> u8 {
    let free = |column: &u32| floor >> column & 1 == 1;
    let down = (column.saturating_sub(jump)..=column).rev();
    let up = column..8.min(column + jump + 1);
    let cells = down.take_while(free).chain(up.take_while(free));
    cells.fold(0, |cells, to| cells | 1 << to)
}
