//! The table of families. Each row lists the family's name, the number of instances that are drawn
//! together, the draw function, the mistakes in submissions that the family catches, and the
//! parameters with their default ranges. The doc comment of each draw function describes the
//! instances of its family.

use super::family::{Family, Parameter};
use super::parameter_ranges::Range;
use super::{graph, grid};
use cat_and_mouse::Game;
use mousetrap_util::toml_file::suggest_known_name;

/// Returns the families of a game, in the order in which users see them.
pub fn families_of(game: Game) -> impl Iterator<Item = &'static Family> {
    let families = match game {
        Game::CatAndMouse => GRAPH_FAMILIES,
        Game::CatAndMouse2 => BOARD_FAMILIES,
    };
    families.iter()
}

/// Returns the family of `game` with this name, or `None` if there is no such family.
pub fn family_by_name(game: Game, name: &str) -> Option<&'static Family> {
    families_of(game).find(|family| family.name == name)
}

/// Returns the error message for a family name that does not exist in `game`.
pub fn unknown_family_message(game: Game, name: &str) -> String {
    let known: Vec<&str> = families_of(game).map(|family| family.name).collect();
    let suggestion = suggest_known_name(name, &known);
    format!("problem {game} has no family \"{name}\"; {suggestion}")
}

macro_rules! parameters {
    ($($id:ident $name:literal: $low:literal to $high:literal, $meaning:literal;)*) => {$(
        const fn $id(low: u32, high: u32) -> Parameter {
            Parameter {
                name: $name,
                meaning: $meaning,
                default: Range::new(low, high),
                allowed: Range::new($low, $high),
            }
        }
    )*};
}

macro_rules! families {
    ($game:ident; $(
        $name:literal: $instances_per_draw:literal $draw:path, $kills:literal,
        [$($parameter:ident $low:literal to $high:literal),*];
    )*) => {
        &[$(Family {
            name: $name,
            game: Game::$game,
            kills: $kills,
            parameters: &[$($parameter($low, $high)),*],
            instances_per_draw: $instances_per_draw,
            draw: $draw,
        }),*]
    };
}

// The parameters: the name in recipes, the allowed range, and the meaning. The maximum side
// lengths, jumps and node counts exceed contest size, for extended suites.
parameters! {
    rows "rows": 1 to 32, "number of rows of the board; above 8 only in extended suites";
    cols "cols": 1 to 32, "number of columns of the board; above 8 only in extended suites";
    length "length": 1 to 1024, "number of cells of the single row or column; above 8 only in extended suites";
    cat_jump "cat_jump": 1 to 1024, "the cat's longest jump, in cells";
    mouse_jump "mouse_jump": 1 to 1024, "the mouse's longest jump, in cells";
    wall_density "density": 0 to 100, "probability that a cell is a wall, in percent";
    upright "upright": 0 to 100, "probability that the board is a column rather than a row, in percent";
    upright_ways "upright": 0 to 100, "probability in percent that the path winds vertically rather than horizontally";
    loops "loops": 0 to 100, "probability that a closed door is opened, in percent";
    holes "holes": 0 to 100, "probability that a cell of an inner wall is a gap, in percent";
    path_tries "tries": 1 to 2000, "number of random paths to draw; the longest is used";
    board_tries "tries": 1 to 1000, "number of boards to draw; the board with the most possible moves is used";
    smallest "smallest": 1 to 8, "minimum length of a room's sides, in cells";
    missing_pillars "missing": 0 to 100, "probability that a pillar is missing, in percent";
    whom "whom": 0 to 2, "the piece that is walled in: 0 cat, 1 mouse, 2 food";
    lead "lead": 0 to 20, "number of moves by which the cat is nearer to the food than the mouse";
    nearest "nearest": 1 to 60, "minimum number of moves from the mouse to the food";
    board_steps "steps": 1 to 100_000, "number of changes to try; the board is solved after each change";

    nodes "nodes": 3 to 1000, "number of nodes of the graph; above 50 only in extended suites";
    edge_density "density": 0 to 100, "probability that two nodes are joined, in percent";
    cross_density "density": 0 to 100, "probability that two nodes on different sides are joined, in percent";
    part_density "density": 0 to 100, "probability that two nodes of one component are joined, in percent";
    other_density "density": 0 to 100, "probability that two nodes other than the hole are joined, in percent";
    missing_edges "missing": 0 to 100, "probability that an edge is missing, in percent";
    chords "chords": 0 to 1000, "number of edges added at random";
    tree_chords "chords": 0 to 1000, "number of edges added to the tree";
    far_chords "chords": 0 to 1000, "number of random edges added between nodes other than the hole";
    reach "reach": 1 to 1000, "number of preceding nodes from which the parent of a node is drawn; 1 makes a path";
    degree "degree": 2 to 10, "degree of nearly all nodes";
    mean_degree "degree": 1 to 20, "initial average number of edges per node";
    width "width": 1 to 1000, "number of nodes per row";
    leaves "leaves": 1 to 40, "number of nodes whose only neighbour is the hole";
    ways "ways": 0 to 100, "probability that a node other than a leaf has an edge to the hole, in percent";
    ring "ring": 3 to 900, "number of nodes in the ring";
    graph_steps "steps": 1 to 100_000, "number of changes to try; the graph is solved after each change";
}

/// All families of boards.
const BOARD_FAMILIES: &[Family] = families! { CatAndMouse2;
    "walls": 1 grid::random_walls,
        "programs that swap rows and columns, swap the two jump lengths, or ignore walls",
        [rows 3 to 8, cols 3 to 8, wall_density 10 to 45, cat_jump 1 to 4, mouse_jump 1 to 4];
    "open": 1 grid::open_board, "programs in which animals block each other's jumps, or jump lengths are off by one",
        [rows 2 to 8, cols 2 to 8, cat_jump 1 to 8, mouse_jump 1 to 8];
    // At most nine cells, so that a person can analyse the game by hand.
    "tiny": 1 grid::random_walls,
        "programs that check the end of the game in the wrong order, or let the cat move first",
        [rows 1 to 3, cols 1 to 3, wall_density 0 to 40, cat_jump 1 to 3, mouse_jump 1 to 3];
    "strip": 1 grid::single_line, "programs that assume more than one row and column, or forbid jumps over the cat",
        [length 3 to 8, upright 50 to 50, wall_density 0 to 10, cat_jump 1 to 6, mouse_jump 1 to 6];
    "maze": 1 grid::maze, "programs whose move limit is too small for long paths, or that only compare distances",
        [rows 5 to 8, cols 5 to 8, loops 0 to 30, cat_jump 1 to 3, mouse_jump 1 to 3];
    "snake": 1 grid::snake, "programs with a move limit such as rows + cols or 2 * rows",
        [rows 3 to 8, cols 3 to 8, upright_ways 50 to 50, holes 0 to 10, cat_jump 1 to 2,
            mouse_jump 1 to 3];
    "corridor": 1 grid::corridor, "programs whose ply limit is smaller than the length of the path",
        [rows 4 to 8, cols 4 to 8, path_tries 20 to 60, cat_jump 1 to 3, mouse_jump 1 to 2];
    "rooms": 1 grid::rooms, "programs that do not let the cat wait at a door, or that only compare distances",
        [rows 5 to 8, cols 5 to 8, smallest 1 to 2, cat_jump 1 to 4, mouse_jump 1 to 4];
    "pillars": 1 grid::pillars,
        "programs that treat undecided positions as decided, or omit the player to move from cache keys",
        [rows 5 to 8, cols 5 to 8, missing_pillars 0 to 30, cat_jump 1 to 4, mouse_jump 1 to 4];
    "sealed": 1 grid::sealed_piece, "programs that assume that an animal can always move, and searches that never end",
        [rows 3 to 8, cols 3 to 8, whom 0 to 2, wall_density 5 to 35, cat_jump 1 to 4,
            mouse_jump 1 to 4];
    "race": 1 grid::race, "programs that only compare the distances of cat and mouse to the food",
        [rows 3 to 8, cols 3 to 8, wall_density 10 to 40, lead 0 to 1, nearest 2 to 4,
            cat_jump 1 to 4, mouse_jump 1 to 4];
    // Jumps that are longer than the board, which is small.
    "long-jump": 1 grid::random_walls, "programs that try only jumps of maximum length, or access cells beyond the edge",
        [rows 1 to 5, cols 2 to 5, wall_density 10 to 50, cat_jump 5 to 8, mouse_jump 5 to 8];
    "wall-in-way": 1 grid::wall_in_way, "programs that allow jumps through walls",
        [rows 3 to 8, cols 3 to 8, wall_density 10 to 40, cat_jump 1 to 5, mouse_jump 2 to 6];
    "animal-in-way": 1 grid::animal_in_way,
        "programs that forbid jumps over the other animal, or treat them as captures",
        [rows 3 to 8, cols 3 to 8, wall_density 10 to 40, cat_jump 1 to 5, mouse_jump 2 to 6];
    "chase": 1 grid::long_chase, "programs with a ply limit, or with cache keys that omit the ply",
        [rows 4 to 8, cols 4 to 8, wall_density 20 to 40, board_steps 100 to 100, cat_jump 1 to 2,
            mouse_jump 2 to 4];
    "flip-cell": 2 grid::flip_cell, "programs that use rules of thumb, and miss that a single wall can change the answer",
        [rows 3 to 8, cols 3 to 8, wall_density 15 to 40, cat_jump 1 to 4, mouse_jump 1 to 4];
    "flip-jump": 2 grid::flip_jump, "programs whose jump lengths are off by one, or swapped between cat and mouse",
        [rows 3 to 8, cols 3 to 8, wall_density 10 to 40, cat_jump 1 to 7, mouse_jump 1 to 7];
    "worst": 1 grid::worst_case,
        "searches that are slow on boards with very many states and moves, because they visit states repeatedly",
        [rows 8 to 8, cols 8 to 8, wall_density 0 to 8, board_tries 10 to 10, cat_jump 6 to 8,
            mouse_jump 6 to 8];
};

/// All families of graphs.
const GRAPH_FAMILIES: &[Family] = families! { CatAndMouse;
    "gnp": 1 graph::gnp_graph,
        "programs that use wrong start nodes, let the wrong player move first, or mix up the return values",
        [nodes 4 to 20, edge_density 10 to 60];
    "tree": 1 graph::random_tree, "programs that assume that positions repeat only in graphs with cycles",
        [nodes 3 to 30, tree_chords 0 to 1, reach 1 to 8];
    // Three to five nodes, so that a person can analyse the game by hand.
    "tiny": 1 graph::gnp_graph, "programs with wrong end-of-game checks, or that assume a minimum number of nodes",
        [nodes 3 to 5, edge_density 40 to 90];
    "sparse": 1 graph::sparse_graph, "programs that stop after 2n plies, although chases in sparse graphs can take longer",
        [nodes 8 to 30, degree 3 to 4];
    "full-size": 1 graph::sparse_graph,
        "programs with arrays that are too small, or position encodings with too few bits",
        [nodes 50 to 50, degree 3 to 5];
    "cycle": 1 graph::cycle_graph, "searches that stop too early, or never, when positions repeat",
        [nodes 3 to 30, chords 0 to 2];
    "ladder": 1 graph::ladder_graph, "programs whose cache keys omit the player to move, which decides the result in these graphs",
        [nodes 6 to 30, chords 0 to 2];
    "grid": 1 graph::grid_graph, "programs that assume that the cat follows a shortest path",
        [nodes 9 to 30, width 3 to 5, chords 0 to 2];
    "complete": 1 graph::complete_graph, "programs that let the cat move first",
        [nodes 3 to 20, missing_edges 0 to 15];
    "bipartite": 1 graph::bipartite_graph,
        "programs that let animals stay on their node, and so find captures that are impossible",
        [nodes 4 to 30, cross_density 20 to 100];
    "disconnected": 1 graph::disconnected_graph,
        "programs that assume that all nodes are reachable, or that \"not won\" means \"lost\"",
        [nodes 4 to 24, part_density 30 to 70];
    "hole-leaf": 1 graph::hole_leaf, "programs that let the cat enter the hole, or count the edge to the hole as one of the cat's moves",
        [nodes 5 to 24, leaves 1 to 3, other_density 20 to 60, ways 20 to 60];
    "roundabout": 1 graph::roundabout, "programs that report draws as wins of the cat or of the mouse",
        [nodes 7 to 24, ring 4 to 8, far_chords 0 to 4];
    "mouse-chase": 1 graph::mouse_chase,
        "programs that stop after n or 2n plies, although the mouse needs more plies to win",
        [nodes 8 to 20, mean_degree 2 to 3, graph_steps 150 to 150];
    "cat-chase": 1 graph::cat_chase, "searches that stop at a ply limit and report a draw, although the cat wins later",
        [nodes 8 to 20, mean_degree 2 to 3, graph_steps 150 to 150];
    "flip-edge": 2 graph::flip_edge, "programs that use rules of thumb, and miss that a single edge can change the answer",
        [nodes 5 to 20, edge_density 15 to 45];
    // Graphs of contest size that take the most time to solve: 2 * 50 * 49 positions with dozens of
    // moves each.
    "dense": 1 graph::gnp_graph, "searches that are slow on large and dense graphs, because they visit positions repeatedly",
        [nodes 50 to 50, edge_density 70 to 90];
};
