//! The tables as a page of Markdown.

use std::fmt::Write;

use super::space::Space;
use super::table::{Kind, Table, TallyRow};
use mousetrap_base::Shard;
use mousetrap_base::printable::one_line;

const HEAD: &str = "\
# Exact tables

The longest forced wins, and how many starts each player wins, on all boards and all graphs of a
size. `mousetrap hunt --exhaust` made each table, a file in `tables/`, which holds the extremes with
their certificates as well; `mousetrap hunt --tables tables` makes this page from them. To make one
anew, or to go on with a larger one:

```
mousetrap hunt --problem 913 --exhaust 9 --state 9.json
mousetrap hunt --exhaust 5x5 --state 5x5.json
```

All starts are counted: boards that differ by a symmetry, and graphs that differ by the names of their
nodes, are different. No random choice goes into any of it.

";

const GRAPHS: &str = "\
## 913: all graphs

Every node has a neighbour, and the cat on node 2 has one that is not the hole. *Graphs* are counted
without those that differ only by names; each is solved with every node as the hole. Wins and draws are
those of the start, the mouse on node 1 and the cat on node 2; they add up to all labelled graphs.
In brackets: how many labelled graphs have the longest win.

| nodes | graphs | labelled graphs | the mouse wins | the cat wins | draws | longest win of the mouse | of the cat |
| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
";

const BOARDS: &str = "\
## 1728: all boards

Any cells may be walls. *Floors* are the connected ones that differ by more than a symmetry; a board
is a floor with a food and a pair of jumps, and is solved for all places of mouse and cat. Longer
jumps than those of a table play as the longest one there does. *Contested* wins are those against a
cat that can come to the food; a *detour* is what the mouse moves beyond its way without a cat.

| size | floors | boards | longest win | contested | longest detour |
| --- | ---: | ---: | ---: | ---: | ---: |
";

/// All of it. Tables of parts only tell what the whole would cost, and those that
/// were interrupted what they cost so far.
#[must_use]
pub fn page(tables: &[Table]) -> String {
    let mut tables: Vec<&Table> = tables.iter().collect();
    tables.sort_by_key(|table| table.size);
    let is_whole = |table: &&Table| table.shard == Shard::WHOLE && table.is_complete();
    let (all, rest): (Vec<&Table>, Vec<&Table>) = tables.iter().copied().partition(is_whole);
    let graphs = all
        .iter()
        .filter(|table| matches!(table.size, Space::Graphs(_)));
    let boards = all
        .iter()
        .filter(|table| matches!(table.size, Space::Boards(..)));
    let mut page = HEAD.to_owned();
    page += GRAPHS;
    for table in graphs.clone() {
        graph_line(&mut page, table);
    }
    page += "\n| nodes | winner | plies | a graph that has it |\n| ---: | --- | ---: | --- |\n";
    for table in graphs {
        for (kind, winner) in [(Kind::MouseWin, "mouse"), (Kind::CatWin, "cat")] {
            for extreme in table
                .found
                .rows
                .values()
                .filter_map(|row| row.extremes.get(&kind))
            {
                let (size, most) = (table.size, extreme.most);
                let graph = extreme.line(size);
                let _ = writeln!(page, "| {size} | {winner} | {most} | `{graph}` |");
            }
        }
    }
    let _ = write!(page, "\n{BOARDS}");
    for table in boards.clone() {
        let found = &table.found;
        let _ = writeln!(
            page,
            "| {} | {} | {} | {} | {} | {} |",
            size(table),
            number(found.classes),
            number(found.solved),
            found.most(Kind::MouseWin),
            found.most(Kind::Contested),
            found.most(Kind::Detour)
        );
    }
    for table in boards {
        board_table(&mut page, table);
    }
    costs(&mut page, &tables, &rest);
    page
}

fn graph_line(page: &mut String, table: &Table) {
    for row in table.found.rows.values() {
        let longest = |kind| {
            row.extremes.get(&kind).map_or("–".to_owned(), |extreme| {
                let instances = extreme.instances.unwrap_or(0);
                format!("{} ({})", extreme.most, number(instances))
            })
        };
        let _ = writeln!(
            page,
            "| {} | {} | {} | {} | {} | {} | {} | {} |",
            table.size,
            number(table.found.classes),
            number(row.won + row.lost + row.drawn),
            number(row.won),
            number(row.lost),
            number(row.drawn),
            longest(Kind::MouseWin),
            longest(Kind::CatWin)
        );
    }
}

fn board_table(page: &mut String, table: &Table) {
    let starts = |row: &TallyRow| row.won + row.lost;
    let all = table.found.rows.values().map(starts).max().unwrap_or(0);
    let _ = write!(
        page,
        "\n### {}\n\n{} starts for each pair of jumps.\n\n\
         | jumps of cat, mouse | the mouse wins | longest win | contested | detour | a longest win |\n\
         | --- | ---: | ---: | ---: | ---: | --- |\n",
        size(table),
        number(all)
    );
    for (jumps, row) in &table.found.rows {
        let most = |kind| {
            let extreme = row.extremes.get(&kind);
            extreme.map_or("–".to_owned(), |extreme| extreme.most.to_string())
        };
        let longest = row.extremes.get(&Kind::MouseWin);
        let longest = longest.map_or(String::new(), |longest| {
            format!("`{}`", longest.line(table.size))
        });
        let _ = writeln!(
            page,
            "| {} | {} | {} | {} | {} | {longest} |",
            cell(&jumps.replace(',', ", ")),
            number(row.won),
            most(Kind::MouseWin),
            most(Kind::Contested),
            most(Kind::Detour),
        );
    }
}

/// What each table took, and what others would; `rest` are those that are not whole.
fn costs(page: &mut String, tables: &[&Table], rest: &[&Table]) {
    *page += "\n## What they cost\n\n\
        A solve answers for all starts on a board, or on a graph with its hole. CPU time is that of the \
        program, without `geng`. Where only a part was looked at, one of so many, the last column is \
        a guess, as if all parts took as long as this one; but parts differ in size, those of boards \
        as well as those of graphs. There are 1,006,992,696 graphs of 11 nodes, so that all of them \
        take about 2.3 hours. What takes less than a second is left out.\n\n";
    if !rest.is_empty() {
        let names: Vec<String> = rest.iter().map(|table| left_out(table)).collect();
        let _ = write!(
            page,
            "Not in the tables above, since they are not whole: {}.\n\n",
            names.join("; ")
        );
    }
    *page += "\
        | size | part | solves | CPU seconds | solves per CPU second | all of it, CPU hours | processor | version |\n\
        | --- | ---: | ---: | ---: | ---: | ---: | --- | --- |\n";
    for table in tables.iter().filter(|table| table.made.cpu_seconds >= 1.0) {
        let made = &table.made;
        let part = match (table.shard, table.is_complete()) {
            (Shard::WHOLE, true) => "all".to_owned(),
            (Shard::WHOLE, false) => "interrupted".to_owned(),
            (shard, true) => shard.to_string(),
            (shard, false) => format!("{shard}, interrupted"),
        };
        let of = f64::from(table.shard.of.get());
        let whole = if table.is_complete() {
            format!("{:.2}", made.cpu_seconds * of / 3600.0)
        } else {
            "–".to_owned()
        };
        let _ = writeln!(
            page,
            "| {} | {part} | {} | {:.1} | {} | {whole} | {} | {} |",
            size(table),
            number(table.found.solved),
            made.cpu_seconds,
            number((table.found.solved as f64 / made.cpu_seconds.max(0.01)) as u64),
            cell(&made.processor),
            cell(&made.version)
        );
    }
}

/// Which table it is, and what it is not all of.
fn left_out(table: &Table) -> String {
    let mut text = size(table);
    if table.shard != Shard::WHOLE {
        let _ = write!(text, ", part {}", table.shard);
    }
    if !table.is_complete() {
        let (done, pieces) = (number(table.done), number(table.pieces()));
        let _ = write!(text, ", interrupted after {done} of {pieces} pieces");
    }
    text
}

fn size(table: &Table) -> String {
    match table.size {
        Space::Boards(rows, cols) => format!("{rows}×{cols}"),
        Space::Graphs(nodes) => format!("{nodes} nodes"),
    }
}

/// Text of a file, as it stands in a cell.
fn cell(text: &str) -> String {
    let special = |c: char| r"\`*_[]<>|~#&".contains(c);
    let text = one_line(text);
    let each = text
        .chars()
        .flat_map(|c| special(c).then_some('\\').into_iter().chain([c]));
    each.collect()
}

/// With commas.
fn number(number: u64) -> String {
    let digits = number.to_string();
    let from = digits.len() % 3;
    let (head, rest) = digits.split_at(from);
    let threes = rest
        .as_bytes()
        .chunks(3)
        .map(|three| String::from_utf8_lossy(three).into_owned());
    let head = (!head.is_empty()).then(|| head.to_owned());
    head.into_iter().chain(threes).collect::<Vec<_>>().join(",")
}
