// Sets of mouse cells, a complete program: one 128-bit word per cat cell says from
// which cells the mouse wins, on a board with a rim of wall, so that no jump needs
// a bounds check.

use std::io::{self, Read};

const MAX_MOVES: u32 = 1000;
const WIDTH: usize = 10;
const CELLS: usize = WIDTH * WIDTH;

type Set = u128;

fn landings(floor: Set, from: usize, jump: usize) -> Set {
    let ways = [-1, 1, -(WIDTH as isize), WIDTH as isize];
    ways.iter().fold(1 << from, |set, way| {
        (1..=jump as isize)
            .map(|step| from as isize + way * step)
            .take_while(|&cell| floor >> cell & 1 == 1)
            .fold(set, |set, cell| set | 1 << cell)
    })
}

fn cells(mut set: Set) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            cell
        })
    })
}

fn main() -> io::Result<()> {
    let mut input = String::new();
    io::stdin().read_to_string(&mut input)?;
    let mut lines = input.lines();
    let header: Vec<usize> = lines
        .next()
        .unwrap_or_default()
        .split_whitespace()
        .map(|number| number.parse().expect("a number"))
        .collect();
    let (cat_jump, mouse_jump) = (header[2], header[3]);

    let mut floor: Set = 0;
    let mut place = [0; 256];
    for (row, line) in lines.enumerate() {
        for (col, what) in line.bytes().enumerate().filter(|&(_, what)| what != b'#') {
            let cell = (row + 1) * WIDTH + col + 1;
            floor |= 1 << cell;
            place[what as usize] = cell;
        }
    }
    let [mouse, cat, food] = [b'M', b'C', b'F'].map(|what| place[what as usize]);

    let mut mouse_moves = [0; CELLS];
    let mut cat_moves = [0; CELLS];
    for cell in cells(floor) {
        mouse_moves[cell] = landings(floor, cell, mouse_jump);
        cat_moves[cell] = landings(floor, cell, cat_jump);
    }

    let mut wins: [Set; CELLS] = [0; CELLS];
    let mut plies = 1;
    let won = loop {
        let mut next = wins;
        for c in cells(floor & !(1 << food)) {
            let held = cells(cat_moves[c]).fold(Set::MAX, |set, reply| set & wins[reply]);
            let safe = (held | 1 << food) & !(1 << c);
            next[c] |= cells(floor & !(1 << c) & !(1 << food))
                .filter(|&m| mouse_moves[m] & safe != 0)
                .fold(0, |set, m| set | 1 << m);
        }
        plies += 2;
        if next[cat] >> mouse & 1 == 1 {
            break true;
        }
        if next == wins || plies > MAX_MOVES {
            break false;
        }
        wins = next;
    };
    println!("{won}");
    Ok(())
}
