//! Tests of the exact tables in `crates/cat-and-mouse/tables/`: every certificate is checked, and
//! small sizes are enumerated again with the solvers for single instances.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use cat_and_mouse::game::{Bounds, DEFAULT_MAX_PLIES, Grid, Outcome, Player, Square};
use cat_and_mouse::solve::certificate::Certificate;
use cat_and_mouse::solve::graph::bitset_solver::BitsetSolver;
use cat_and_mouse::solve::grid::bitboard::{Board, Engine};
use cat_and_mouse::{Game, Instance};
use mousetrap_model::Limits;
use mousetrap_suite::{LongestWinEvidence, SuiteName, read_collection};
use mousetrap_util::project::Project;
use serde::Deserialize;

/// The fields of a table that the tests compare.
#[derive(Deserialize)]
struct Table {
    problem: String,
    /// The size, such as `4x5` for boards or `9` for graphs.
    size: String,
    shard: serde_json::Value,
    found: Found,
}

#[derive(Debug, Default, PartialEq, Deserialize)]
struct Found {
    classes: u64,
    rows: BTreeMap<String, Row>,
}

/// The figures for one pair of jumps, or for all graphs.
#[derive(Debug, Default, PartialEq, Deserialize)]
struct Row {
    won: u64,
    lost: u64,
    drawn: u64,
    extremes: BTreeMap<String, Extreme>,
}

#[derive(Debug, Default, PartialEq, Deserialize)]
struct Extreme {
    most: u32,
    instances: Option<u64>,
    input: String,
    certificate: Option<String>,
}

impl Row {
    /// Removes instances and their certificates, because several instances can be equally good.
    fn without_instances(mut self) -> Self {
        for extreme in self.extremes.values_mut() {
            (extreme.input, extreme.certificate) = (String::new(), None);
        }
        self
    }
}

impl Table {
    fn game(&self) -> Game {
        Game::by_id(&self.problem).unwrap()
    }

    fn is_complete(&self) -> bool {
        self.shard["of"] == 1
    }

    /// Returns the numbers of rows and columns if this is a table of boards.
    fn sides(&self) -> Option<(u16, u16)> {
        let (rows, cols) = self.size.split_once('x')?;
        Some((rows.parse().unwrap(), cols.parse().unwrap()))
    }
}

fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn tables() -> Vec<Table> {
    let entries = fs::read_dir(project().join("crates/cat-and-mouse/tables")).unwrap();
    let texts = entries.map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap());
    let tables: Vec<_> = texts
        .map(|text| serde_json::from_str(&text).unwrap())
        .collect();
    assert_eq!(tables.len(), 34);
    tables
}

/// Returns the size of the table that covers an instance, and the key of the instance's row.
fn size_and_key(instance: &Instance) -> (String, String) {
    match instance {
        Instance::Graph(graph) => (graph.nodes().to_string(), "all".to_owned()),
        Instance::Grid(grid) => {
            let (less, more) = (grid.rows.min(grid.cols), grid.rows.max(grid.cols));
            let capped = |jump: u16| jump.min((more - 1).max(1));
            let key = format!("{},{}", capped(grid.cat_jump), capped(grid.mouse_jump));
            (format!("{less}x{more}"), key)
        }
    }
}

/// Returns the value of an instance for a kind of extreme.
fn value(instance: &Instance, kind: &str) -> u32 {
    let plies = instance.solve().depth().unwrap().0;
    let Instance::Grid(grid) = instance else {
        return plies;
    };
    let kind = KINDS.iter().position(|name| *name == kind).unwrap();
    Distances::new(grid).extreme_values(grid, plies)[kind].unwrap()
}

/// The kinds of extremes on boards.
const KINDS: [&str; 4] = ["mouse-win", "contested", "detour", "density"];

/// The distances of all cells from the food of a board.
struct Distances {
    /// The distances in single steps.
    walk: Vec<Option<u32>>,
    /// The number of reachable cells.
    reached: u32,
    /// The distances in moves of the mouse.
    mouse: Vec<Option<u32>>,
}

impl Distances {
    fn new(grid: &Grid) -> Self {
        let walk = grid.distances(grid.food, 1);
        Self {
            reached: walk.iter().flatten().count() as u32,
            walk,
            mouse: grid.distances(grid.food, grid.mouse_jump),
        }
    }

    /// Returns the value of a mouse win for each kind of extreme. A win is contested if the cat can
    /// walk to the food. The detour is the number of additional moves compared with a board without
    /// a cat. The density is the number of plies in thousandths of twice the number of reachable
    /// cells. Detour and density exist only for contested wins.
    fn extreme_values(&self, grid: &Grid, plies: u32) -> [Option<u32>; 4] {
        let contested = self.walk[grid.cat.index()].is_some();
        let detour = plies.div_ceil(2) - self.mouse[grid.mouse.index()].unwrap();
        let density = 1000 * plies / (2 * self.reached);
        let values = [plies, plies, detour, density].map(Some);
        if contested {
            values
        } else {
            [values[0], None, None, None]
        }
    }
}

#[test]
fn table_extremes_are_proved_by_their_certificates() {
    let mut proved = 0;
    for table in tables() {
        for (key, row) in &table.found.rows {
            for (kind, extreme) in &row.extremes {
                let place = format!("{} {} {key} {kind}", table.problem, table.size);
                let instance = table.game().parse(&extreme.input, Bounds::Contest);
                let instance = instance.unwrap();
                assert_eq!(size_and_key(&instance), (table.size.clone(), key.clone()));
                let winner = if kind == "cat-win" {
                    Player::Cat
                } else {
                    Player::Mouse
                };
                assert_eq!(instance.solve().winner(), Some(winner), "{place}");
                assert_eq!(value(&instance, kind), extreme.most, "{place}");
                let needs_proof = table.is_complete() && kind != "density";
                assert_eq!(extreme.certificate.is_some(), needs_proof, "{place}");
                if let Some(certificate) = &extreme.certificate {
                    let certificate: Certificate = certificate.parse().unwrap();
                    instance.check_certificate(&certificate).expect(&place);
                    proved += 1;
                }
            }
        }
    }
    assert_eq!(proved, 1543);
}

/// Returns all symmetric images of a set of cells, including the set itself. Cells are numbered row
/// by row.
fn images(cells: u32, (rows, cols): (u16, u16)) -> BTreeSet<u32> {
    let image = |symmetry: u16| {
        let is_set = |cell: &u16| cells >> cell & 1 == 1;
        (0..rows * cols).filter(is_set).fold(0, |all, cell| {
            let (mut row, mut col) = (cell / cols, cell % cols);
            if symmetry & 4 != 0 {
                (row, col) = (col, row);
            }
            if symmetry & 2 != 0 {
                row = rows - 1 - row;
            }
            if symmetry & 1 != 0 {
                col = cols - 1 - col;
            }
            all | 1 << (row * cols + col)
        })
    };
    (0..if rows == cols { 8 } else { 4 }).map(image).collect()
}

#[test]
fn tables_of_small_boards_equal_an_enumeration() {
    for table in tables() {
        let Some((rows @ ..=4, cols @ ..=4)) = table.sides() else {
            continue;
        };
        let found = every_board((rows, cols));
        assert_eq!(found.classes, table.found.classes, "{}", table.size);
        for (key, row) in table.found.rows {
            let row = row.without_instances();
            assert_eq!(row, found.rows[&key], "{} {key}", table.size);
        }
    }
}

/// Solves every board of a size for every food and pair of jumps.
fn every_board((rows, cols): (u16, u16)) -> Found {
    let mut found = Found::default();
    let longest_jump = rows.max(cols) - 1;
    let jumps =
        (1..=longest_jump).flat_map(|cat| (1..=longest_jump).map(move |mouse| (cat, mouse)));
    for floor in 1_u32..1 << (rows * cols) {
        let images = images(floor, (rows, cols));
        if images.first() != Some(&floor) {
            continue;
        }
        let walls = (0..rows * cols).map(|cell| floor >> cell & 1 == 0);
        let first = Square(floor.trailing_zeros() as u16);
        let mut grid = Grid {
            rows,
            cols,
            walls: walls.collect(),
            cat: first,
            mouse: first,
            food: first,
            cat_jump: 1,
            mouse_jump: 1,
            max_plies: DEFAULT_MAX_PLIES,
        };
        let reached = grid.distances(first, 1).into_iter().flatten().count();
        found.classes += u64::from(reached == floor.count_ones() as usize);
        for (cat_jump, mouse_jump) in jumps.clone() {
            (grid.cat_jump, grid.mouse_jump) = (cat_jump, mouse_jump);
            let row = found.rows.entry(format!("{cat_jump},{mouse_jump}"));
            add_boards(row.or_default(), &mut grid, images.len() as u64);
        }
    }
    found
}

/// Adds all placements of food, mouse and cat on a board, which represents `images` symmetric
/// boards.
fn add_boards(row: &mut Row, grid: &mut Grid, images: u64) {
    let floor: Vec<Square> = grid.squares().filter(|&at| !grid.is_wall(at)).collect();
    for &food in &floor {
        grid.food = food;
        let board = Board::new(grid).unwrap();
        let layers = Engine::fastest_supported().wins_by_round(&board);
        let distances = Distances::new(grid);
        let mut most = [None; 4];
        for &mouse in floor.iter().filter(|&&mouse| mouse != food) {
            for &cat in floor.iter().filter(|&&cat| cat != food && cat != mouse) {
                let depth = layers.depth(Board::cell(grid, mouse), Board::cell(grid, cat));
                let Some(depth) = depth else {
                    row.lost += images;
                    continue;
                };
                row.won += images;
                (grid.mouse, grid.cat) = (mouse, cat);
                for (most, value) in most.iter_mut().zip(distances.extreme_values(grid, depth.0)) {
                    *most = value.max(*most);
                }
            }
        }
        for (kind, most) in KINDS.iter().zip(most) {
            if let Some(most) = most {
                let extreme = row.extremes.entry((*kind).to_owned()).or_default();
                extreme.most = extreme.most.max(most);
            }
        }
    }
}

#[test]
fn tables_of_small_graphs_equal_an_enumeration() {
    for mut table in tables() {
        if let (Game::CatAndMouse, Ok(nodes @ 3..=7)) = (table.game(), table.size.parse()) {
            let row = table.found.rows.remove("all").unwrap().without_instances();
            assert_eq!(row, every_graph(nodes), "{nodes} nodes");
        }
    }
}

/// Solves every labelled graph with this many nodes.
fn every_graph(nodes: usize) -> Row {
    let pairs: Vec<(usize, usize)> = (0..nodes)
        .flat_map(|a| (a + 1..nodes).map(move |b| (a, b)))
        .collect();
    let mut row = Row::default();
    for mask in 0_u32..1 << pairs.len() {
        let mut neighbours = [0_u64; 7];
        for (bit, &(a, b)) in pairs.iter().enumerate() {
            neighbours[a] |= u64::from(mask >> bit & 1) << b;
            neighbours[b] |= u64::from(mask >> bit & 1) << a;
        }
        // The cat starts on node 2 and needs a neighbour other than the hole.
        if neighbours[..nodes].contains(&0) || neighbours[2] == 1 {
            continue;
        }
        let outcome = BitsetSolver::from_neighbours(&neighbours[..nodes]).start_outcome();
        let (count, kind) = match outcome {
            Outcome::Mouse { .. } => (&mut row.won, "mouse-win"),
            Outcome::Cat { .. } => (&mut row.lost, "cat-win"),
            Outcome::Draw => {
                row.drawn += 1;
                continue;
            }
        };
        *count += 1;
        let depth = outcome.depth().unwrap();
        let extreme = row.extremes.entry(kind.to_owned()).or_default();
        if depth.0 > extreme.most {
            (extreme.most, extreme.instances) = (depth.0, Some(0));
        }
        if depth.0 == extreme.most {
            extreme.instances = extreme.instances.map(|instances| instances + 1);
        }
    }
    row
}

/// Returns the maximum in the table that covers a record, if there is such a table.
fn max_in_table(tables: &[Table], case: &str, instance: &Instance) -> Option<u32> {
    let (size, key) = size_and_key(instance);
    let kind = ["mouse-win", "cat-win"][usize::from(case.starts_with("cat-win"))];
    let mut complete = tables.iter().filter(|table| table.is_complete());
    let table = complete.find(|table| table.size == size)?;
    Some(table.found.rows[&key].extremes[kind].most)
}

#[test]
fn records_are_exhausted_exactly_if_a_table_proves_them() {
    let root = Project::from(&*project());
    let tables = tables();
    let mut exhausted = 0;
    for game in Game::ALL {
        let cases = read_collection(&root, &SuiteName::new(game, "extreme"), Limits::DEFAULT);
        for case in cases.unwrap() {
            let name = case.id.0.rsplit('/').next().unwrap();
            // Variants are not the records of a size.
            let Some(record) = case.record.filter(|_| case.variant.is_none()) else {
                continue;
            };
            let most = max_in_table(&tables, name, &case.instance);
            let depth = case.instance.solve().depth().map(|depth| depth.0);
            let is_exhausted = record == LongestWinEvidence::Exhausted;
            let is_proved = most.is_some() && most == depth;
            assert_eq!(is_proved, is_exhausted, "{name}: {most:?}");
            exhausted += usize::from(is_exhausted);
        }
    }
    assert!(exhausted > 70, "{exhausted}");
}
