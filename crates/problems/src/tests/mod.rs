//! Tests of parsing, generating and shrinking.

mod blocks;
mod generated;
mod parsed;
mod shrunk;
mod violations;

/// Splits a table into rows of cells. In a cell, `\n` stands for a line break.
pub(crate) fn rows<const N: usize>(table: &str) -> impl Iterator<Item = [String; N]> {
    table.lines().skip(1).map(|row| {
        let cells = row.split(" | ").map(|cell| cell.replace("\\n", "\n"));
        let cells: Result<[String; N], _> = cells.collect::<Vec<_>>().try_into();
        cells.unwrap_or_else(|_| panic!("a row has {N} columns: {row}"))
    })
}
