//! The table of families. A row has the name, the number of instances per draw, the
//! function, the mistakes in submissions that the family catches, and the parameters with
//! their defaults. The comments of the functions describe the instances.

use super::family::{Family, Parameter};
use super::settings::Range;
use super::{graph, grid};
use cat_and_mouse::Game;
use mousetrap_util::toml_file::suggest;

/// Returns the families of a game, in the order in which they are listed to users.
pub fn of_game(game: Game) -> impl Iterator<Item = &'static Family> {
    let families = match game {
        Game::CatAndMouse => GRAPHS,
        Game::CatAndMouse2 => BOARDS,
    };
    families.iter()
}

/// Returns the family of `game` with this name.
pub fn by_name(game: Game, name: &str) -> Option<&'static Family> {
    of_game(game).find(|family| family.name == name)
}

/// Returns the message that `game` has no family of this name.
pub fn no_family(game: Game, name: &str) -> String {
    let known: Vec<&str> = of_game(game).map(|family| family.name).collect();
    let suggestion = suggest(name, &known);
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
        $name:literal: $per_draw:literal $draw:path, $kills:literal,
        [$($parameter:ident $low:literal to $high:literal),*];
    )*) => {
        &[$(Family {
            name: $name,
            game: Game::$game,
            kills: $kills,
            parameters: &[$($parameter($low, $high)),*],
            per_draw: $per_draw,
            draw: $draw,
        }),*]
    };
}

// The parameters: name in recipes, widest sensible range, meaning. Sides of boards, jumps
// and nodes exceed the contest size for extended suites.
parameters! {
    rows "rows": 1 to 32, "rows of the board; above 8 only in extended suites";
    cols "cols": 1 to 32, "columns of the board; above 8 only in extended suites";
    length "length": 1 to 1024, "cells of the strip; above 8 only in extended suites";
    cat_jump "cat_jump": 1 to 1024, "longest jump of the cat, in cells";
    mouse_jump "mouse_jump": 1 to 1024, "longest jump of the mouse, in cells";
    wall_density "density": 0 to 100, "chance of a wall per free cell, in percent";
    upright "upright": 0 to 100, "chance of a column instead of a row";
    upright_ways "upright": 0 to 100, "chance that it winds up and down";
    loops "loops": 0 to 100, "chance of a further door per closed one";
    holes "holes": 0 to 100, "chance of a hole per cell of an inner wall";
    walk_tries "tries": 1 to 2000, "walks of which the longest is kept";
    board_tries "tries": 1 to 1000, "boards of which the one with the most moves is kept";
    smallest "smallest": 1 to 8, "shortest side of a room, in cells";
    missing_pillars "missing": 0 to 100, "chance that a pillar is left out";
    whom "whom": 0 to 2, "who is walled in: 0 the cat, 1 the mouse, 2 the food";
    lead "lead": 0 to 20, "moves that the cat is nearer to the food than the mouse";
    nearest "nearest": 1 to 60, "fewest moves between the mouse and the food";
    board_steps "steps": 1 to 100_000, "changes tried; each costs one solved board";

    nodes "nodes": 3 to 1000, "nodes of the graph; above 50 only in extended suites";
    edge_density "density": 0 to 100, "chance of an edge per pair, in percent";
    cross_density "density": 0 to 100, "chance of an edge per pair across";
    part_density "density": 0 to 100, "chance of an edge per pair in a part";
    other_density "density": 0 to 100, "chance of an edge per other pair";
    missing_edges "missing": 0 to 100, "chance that an edge is left out";
    chords "chords": 0 to 1000, "edges added at random";
    tree_chords "chords": 0 to 1000, "edges added to the tree";
    far_chords "chords": 0 to 1000, "edges added away from the hole";
    reach "reach": 1 to 1000, "a node hangs on one of this many before it; 1 makes a path";
    degree "degree": 2 to 10, "neighbours that nearly every node has";
    mean_degree "degree": 1 to 20, "edges per node at first, on average";
    width "width": 1 to 1000, "nodes per row";
    leaves "leaves": 1 to 40, "nodes whose only neighbour is the hole";
    ways "ways": 0 to 100, "chance of an edge to the hole per other node";
    ring "ring": 3 to 900, "nodes of the ring";
    graph_steps "steps": 1 to 100_000, "changes tried; each costs one solved graph";
}

/// Every family of boards.
const BOARDS: &[Family] = families! { CatAndMouse2;
    "walls": 1 grid::walls,
        "gross misreadings: rows for columns, one jump for the other, walls ignored",
        [rows 3 to 8, cols 3 to 8, wall_density 10 to 45, cat_jump 1 to 4, mouse_jump 1 to 4];
    "open": 1 grid::open, "animals that block each other's jumps, jumps off by one",
        [rows 2 to 8, cols 2 to 8, cat_jump 1 to 8, mouse_jump 1 to 8];
    // At most nine cells, so that a person can play the game out.
    "tiny": 1 grid::walls,
        "wrong ends of the game: order of checks, cat on the food, who moves first",
        [rows 1 to 3, cols 1 to 3, wall_density 0 to 40, cat_jump 1 to 3, mouse_jump 1 to 3];
    "strip": 1 grid::strip, "boards of one row or column, the mouse may jump over the cat",
        [length 3 to 8, upright 50 to 50, wall_density 0 to 10, cat_jump 1 to 6, mouse_jump 1 to 6];
    "maze": 1 grid::maze, "move counts too small for long ways, greedy races",
        [rows 5 to 8, cols 5 to 8, loops 0 to 30, cat_jump 1 to 3, mouse_jump 1 to 3];
    "snake": 1 grid::snake, "horizons such as rows + cols or 2 * rows",
        [rows 3 to 8, cols 3 to 8, upright_ways 50 to 50, holes 0 to 10, cat_jump 1 to 2,
            mouse_jump 1 to 3];
    "corridor": 1 grid::corridor, "ply caps: the way alone takes more moves than the cap",
        [rows 4 to 8, cols 4 to 8, walk_tries 20 to 60, cat_jump 1 to 3, mouse_jump 1 to 2];
    "rooms": 1 grid::rooms, "a cat that may not wait at a door, greedy races",
        [rows 5 to 8, cols 5 to 8, smallest 1 to 2, cat_jump 1 to 4, mouse_jump 1 to 4];
    "pillars": 1 grid::pillars,
        "undecided positions taken for decided, caches keyed without the turn",
        [rows 5 to 8, cols 5 to 8, missing_pillars 0 to 30, cat_jump 1 to 4, mouse_jump 1 to 4];
    "sealed": 1 grid::sealed, "animals without a move, searches that never end, nobody wins",
        [rows 3 to 8, cols 3 to 8, whom 0 to 2, wall_density 5 to 35, cat_jump 1 to 4,
            mouse_jump 1 to 4];
    "race": 1 grid::race, "greedy answers that compare the two distances to the food",
        [rows 3 to 8, cols 3 to 8, wall_density 10 to 40, lead 0 to 1, nearest 2 to 4,
            cat_jump 1 to 4, mouse_jump 1 to 4];
    // Jumps longer than the board, on a small board.
    "long-jump": 1 grid::walls, "landing only at full length, indexing past the edge",
        [rows 1 to 5, cols 2 to 5, wall_density 10 to 50, cat_jump 5 to 8, mouse_jump 5 to 8];
    "wall-in-way": 1 grid::wall_in_way, "jumps through walls",
        [rows 3 to 8, cols 3 to 8, wall_density 10 to 40, cat_jump 1 to 5, mouse_jump 2 to 6];
    "animal-in-way": 1 grid::animal_in_way,
        "animals that cannot pass each other, capture on the way",
        [rows 3 to 8, cols 3 to 8, wall_density 10 to 40, cat_jump 1 to 5, mouse_jump 2 to 6];
    "chase": 1 grid::chase, "ply caps, searches whose cache forgets the ply",
        [rows 4 to 8, cols 4 to 8, wall_density 20 to 40, board_steps 100 to 100, cat_jump 1 to 2,
            mouse_jump 2 to 4];
    "flip-cell": 2 grid::flip_cell, "answers by rule of thumb: one wall decides",
        [rows 3 to 8, cols 3 to 8, wall_density 15 to 40, cat_jump 1 to 4, mouse_jump 1 to 4];
    "flip-jump": 2 grid::flip_jump, "jumps off by one, jumps taken for each other",
        [rows 3 to 8, cols 3 to 8, wall_density 10 to 40, cat_jump 1 to 7, mouse_jump 1 to 7];
    "worst": 1 grid::worst,
        "searches that visit states again and again: most states, most moves",
        [rows 8 to 8, cols 8 to 8, wall_density 0 to 8, board_tries 10 to 10, cat_jump 6 to 8,
            mouse_jump 6 to 8];
};

/// Every family of graphs.
const GRAPHS: &[Family] = families! { CatAndMouse;
    "gnp": 1 graph::gnp,
        "gross misreadings: who starts where, who moves first, what a reply means",
        [nodes 4 to 20, edge_density 10 to 60];
    "tree": 1 graph::tree, "wrong draws: play repeats although the graph has no cycle",
        [nodes 3 to 30, tree_chords 0 to 1, reach 1 to 8];
    // Three to five nodes, which a person can play out.
    "tiny": 1 graph::gnp, "wrong ends of the game, arrays sized for more nodes",
        [nodes 3 to 5, edge_density 40 to 90];
    "sparse": 1 graph::sparse, "horizons of 2n plies: sparse graphs have long chases",
        [nodes 8 to 30, degree 3 to 4];
    "full-size": 1 graph::sparse,
        "arrays that are too small, positions packed into too few bits",
        [nodes 50 to 50, degree 3 to 5];
    "cycle": 1 graph::cycle, "searches that end a repeated game too early or never",
        [nodes 3 to 30, chords 0 to 2];
    "ladder": 1 graph::ladder, "caches keyed without the turn: parity decides",
        [nodes 6 to 30, chords 0 to 2];
    "grid": 1 graph::grid, "a cat that follows a shortest path instead of playing",
        [nodes 9 to 30, width 3 to 5, chords 0 to 2];
    "complete": 1 graph::complete, "a wrong order of the first two moves",
        [nodes 3 to 20, missing_edges 0 to 15];
    "bipartite": 1 graph::bipartite,
        "animals that may stay: parity makes half of all catches impossible",
        [nodes 4 to 30, cross_density 20 to 100];
    "disconnected": 1 graph::disconnected,
        "distances taken for finite, not won taken for lost",
        [nodes 4 to 24, part_density 30 to 70];
    "hole-leaf": 1 graph::hole_leaf, "cats that walk through the hole, degrees that count it",
        [nodes 5 to 24, leaves 1 to 3, other_density 20 to 60, ways 20 to 60];
    "roundabout": 1 graph::roundabout, "draws taken for wins of the cat or of the mouse",
        [nodes 7 to 24, ring 4 to 8, far_chords 0 to 4];
    "mouse-chase": 1 graph::mouse_chase,
        "horizons of n and 2n plies on the mouse's way home",
        [nodes 8 to 20, mean_degree 2 to 3, graph_steps 150 to 150];
    "cat-chase": 1 graph::cat_chase, "horizons that end in a draw before the cat's catch",
        [nodes 8 to 20, mean_degree 2 to 3, graph_steps 150 to 150];
    "flip-edge": 2 graph::flip_edge, "answers by rule of thumb: one edge decides",
        [nodes 5 to 20, edge_density 15 to 45];
    // Of full size, which costs a solver the most: 2 * 50 * 49 positions, each with
    // dozens of moves.
    "dense": 1 graph::gnp, "searches that visit positions again and again: most edges",
        [nodes 50 to 50, edge_density 70 to 90];
};
