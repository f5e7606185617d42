//! All boards on one floor: every food, and several of them in one go.
//!
//! A lane of a register is a food. By mouse cell there is a register, whose
//! lanes hold the cat cells as bits, in words just wide enough for the frame.
//! So the mouse moves by combining whole registers, the cat by shifts that are
//! the same in all lanes, and nothing is set up for a board but its lane.

use super::Engine;
use super::lanes::{Lanes, Words};
use super::runs::{ahead, shifts};

/// Most cells of a frame.
pub const MOST_CELLS: usize = 36;

/// Most cells that a jump leads to on a frame of at most 8×8.
const MOST_MOVES: usize = 14;

/// By jump of the cat, from 1 to 7.
pub type ByJump<T> = [T; 8];

/// What all boards of a floor and a pair of jumps come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FloorWins {
    /// Rounds of the longest win on any of them: it takes `2 * rounds - 1`
    /// plies.
    pub rounds: u32,
    /// Starts that the mouse wins, with the mouse to move, and mouse, cat and
    /// food on three cells.
    pub won: u64,
    /// Whether on some start the mouse needs more moves beyond those that it
    /// would need without a cat than was asked for.
    pub has_detour: bool,
}

/// A floor of at most [`MOST_CELLS`] cells, numbered row by row, and a jump of
/// the mouse on it.
#[derive(Clone, Debug)]
pub struct Floor {
    cols: u32,
    mask: u64,
    /// How many cells it has, and the number of each, ascending.
    count: usize,
    cells: [u8; MOST_CELLS],
    /// By number of cells, the floor with that many free ones to the east.
    east: [u64; 8],
    /// And to the south.
    south: [u64; 8],
    /// Where the mouse may go from each cell, as places in `cells`.
    moves: [[u8; MOST_MOVES]; MOST_CELLS],
    degrees: [u8; MOST_CELLS],
    /// By food and mouse cell, the mouse's moves if there were no cat.
    alone: [[u8; MOST_CELLS]; MOST_CELLS],
}

impl Floor {
    /// No floor yet, on a frame of so many columns, 1 to 8.
    #[must_use]
    pub fn new(cols: u16) -> Self {
        Self {
            cols: cols.into(),
            mask: 0,
            count: 0,
            cells: [0; MOST_CELLS],
            east: [0; 8],
            south: [0; 8],
            moves: [[0; MOST_MOVES]; MOST_CELLS],
            degrees: [0; MOST_CELLS],
            alone: [[0; MOST_CELLS]; MOST_CELLS],
        }
    }

    /// Turns to another floor, which is connected.
    pub fn set(&mut self, floor: u64) {
        self.mask = floor;
        self.count = 0;
        let mut rest = floor;
        while rest != 0 {
            self.cells[self.count] = rest.trailing_zeros() as u8;
            self.count += 1;
            rest &= rest - 1;
        }
        let cols = self.cols;
        let row = (1_u64 << (cols - 1)) - 1;
        let rows = MOST_CELLS as u32 / cols + 1;
        let not_last = (0..rows).fold(0, |all, number| all | row << (number * cols));
        self.east = ahead(floor & floor >> 1 & not_last, 1);
        self.south = ahead(floor & floor >> cols, cols as usize);
    }

    /// Turns to a jump of the mouse. Returns the moves that it needs without a
    /// cat from the farthest start.
    pub fn turn(&mut self, mouse_jump: u16) -> u32 {
        let mut place = [0_u8; 64];
        for (number, &cell) in self.cells[..self.count].iter().enumerate() {
            place[usize::from(cell)] = number as u8;
        }
        let mut beside = [0_u64; MOST_CELLS];
        for (at, beside) in beside.iter_mut().enumerate().take(self.count) {
            let from = u64::from(self.cells[at]);
            let mut degree = 0;
            for (step, free) in [(1, &self.east), (u64::from(self.cols), &self.south)] {
                for by in 1..=u64::from(mouse_jump).min(7) {
                    let free = free[by as usize];
                    // The floor ahead of the cell, and ahead of the one that leads here.
                    let on = (free >> from & 1 == 1).then_some(from + by * step);
                    let back = from.checked_sub(by * step);
                    let back = back.filter(|back| free >> back & 1 == 1);
                    for to in [on, back].into_iter().flatten() {
                        let to = place[to as usize];
                        self.moves[at][degree] = to;
                        degree += 1;
                        *beside |= 1 << to;
                    }
                }
            }
            self.degrees[at] = degree as u8;
        }
        let mut farthest = 0;
        for food in 0..self.count {
            let (mut ring, mut met, mut moves) = (1_u64 << food, 0, 0);
            loop {
                met |= ring;
                let mut next = 0;
                while ring != 0 {
                    let at = ring.trailing_zeros() as usize % MOST_CELLS;
                    ring &= ring - 1;
                    self.alone[food][at] = moves;
                    next |= beside[at];
                }
                ring = next & !met;
                if ring == 0 {
                    break;
                }
                moves += 1;
            }
            farthest = farthest.max(moves);
        }
        farthest.into()
    }

    /// Solves the boards of all foods, for the jump of the mouse turned to and
    /// those of the cat up to `cats`, and looks for detours of more than so many
    /// moves, by jump of the cat.
    #[must_use]
    pub fn solve(&self, engine: Engine, cats: u16, beyond: &ByJump<u32>) -> ByJump<FloorWins> {
        #[cfg(target_arch = "x86_64")]
        if let Some(found) = super::wide::floor(engine, self, cats, beyond) {
            return found;
        }
        if self.is_narrow() {
            self.run::<Words<u32>>((), cats, beyond)
        } else {
            self.run::<Words<u64>>((), cats, beyond)
        }
    }

    /// Whether words of 32 bits do.
    pub(super) fn is_narrow(&self) -> bool {
        self.mask >> 32 == 0
    }

    #[inline(always)]
    pub(super) fn run<L: Lanes>(
        &self,
        proof: L::Proof,
        cats: u16,
        beyond: &ByJump<u32>,
    ) -> ByJump<FloorWins> {
        let mut all = [FloorWins::default(); 8];
        let mut first = 0;
        while first < self.count {
            let mut some = Some::<L>::new(proof, self, first);
            macro_rules! cats {
                ($($jump:literal)*) => {$(
                    if $jump <= cats {
                        some.solve::<$jump>(self, beyond[$jump], &mut all[$jump]);
                    }
                )*};
            }
            cats!(1 2 3 4 5 6 7);
            first += L::COUNT;
        }
        all
    }
}

/// As many boards of a floor as there are lanes.
struct Some<L: Lanes> {
    proof: L::Proof,
    /// The place of the first food.
    first: usize,
    /// The foods that count: the last lanes may repeat the first.
    own: usize,
    mask: L,
    /// Mouse and food, where no cat is beaten that stands there.
    taken: [L; MOST_CELLS],
    /// The moves that the mouse needs without a cat.
    alone: [L; MOST_CELLS],
    /// The cats that are not beaten with the mouse to move.
    open: [L; MOST_CELLS],
    /// And with the cat to move.
    safe: [L; MOST_CELLS],
}

impl<L: Lanes> Some<L> {
    #[inline(always)]
    fn new(proof: L::Proof, floor: &Floor, first: usize) -> Self {
        let own = (floor.count - first).min(L::COUNT);
        let mut foods = [first; 8];
        for (lane, food) in foods.iter_mut().enumerate().take(own) {
            *food = first + lane;
        }
        let mut words = [0; 8];
        let none = L::splat(proof, 0);
        let mut some = Self {
            proof,
            first,
            own,
            mask: none,
            taken: [none; MOST_CELLS],
            alone: [none; MOST_CELLS],
            open: [none; MOST_CELLS],
            safe: [none; MOST_CELLS],
        };
        for word in &mut words[..own] {
            *word = u64::MAX;
        }
        some.mask = L::of(proof, &words);
        for at in 0..floor.count {
            for (word, &food) in words.iter_mut().zip(&foods) {
                *word = 1 << floor.cells[food] | 1 << floor.cells[at];
            }
            some.taken[at] = L::of(proof, &words);
            for (word, &food) in words.iter_mut().zip(&foods) {
                *word = floor.alone[food][at].into();
            }
            some.alone[at] = L::of(proof, &words);
        }
        some
    }

    #[inline(always)]
    fn solve<const CAT: usize>(&mut self, floor: &Floor, beyond: u32, found: &mut FloorWins) {
        let proof = self.proof;
        let count = floor.count.min(MOST_CELLS);
        let none = L::splat(proof, 0);
        let whole = L::splat(proof, floor.mask);
        // With the mouse on the food the game is over: no cat is safe, and
        // nothing changes.
        for at in 0..count {
            let mouse = L::splat(proof, 1 << floor.cells[at]);
            let home = self.taken[at].equal(mouse);
            self.open[at] = whole.without(home).or(self.taken[at]);
            self.safe[at] = whole.without(home);
        }
        let mut rounds = 0_u32;
        let mut detours = none;
        loop {
            // The mouse wins unless every move leads to where the cat is safe.
            let round = rounds + 1;
            let mut changed = none;
            let most = L::splat(proof, u64::from(round.saturating_sub(beyond)));
            for at in 0..count {
                let mut now = self.safe[at];
                for &to in &floor.moves[at][..usize::from(floor.degrees[at]) % (MOST_MOVES + 1)] {
                    now = now.and(self.safe[usize::from(to) % MOST_CELLS]);
                }
                let now = now.or(self.taken[at]);
                let new = self.open[at].without(now);
                self.open[at] = now;
                changed = changed.or(new);
                if round > beyond + 1 {
                    let is_new = whole.without(new.equal(none));
                    detours = detours.or(is_new.and(self.alone[at].below(most)));
                }
            }
            if changed.is_empty() {
                break;
            }
            rounds = round;
            for at in 0..count {
                let mouse = L::splat(proof, 1 << floor.cells[at]);
                let open = self.open[at];
                let reach = reach::<L, CAT>(proof, open, 1, &floor.east).or(reach::<L, CAT>(
                    proof,
                    open,
                    floor.cols,
                    &floor.south,
                ));
                self.safe[at] = if at.wrapping_sub(self.first) < L::COUNT {
                    reach.without(self.taken[at].equal(mouse))
                } else {
                    reach
                };
            }
        }
        let mut won = 0;
        for at in 0..count {
            won += whole.without(self.open[at]).and(self.mask).cells();
        }
        // The mouse on the food.
        let home = self.own * (count - 1);
        found.won += u64::from(won) - home as u64;
        found.rounds = found.rounds.max(rounds);
        found.has_detour |= !detours.is_empty();
    }
}

/// A set of cells and those from which a jump along a line leads into it. The
/// next cell of a line is `next` numbers up.
#[inline(always)]
fn reach<L: Lanes, const JUMP: usize>(proof: L::Proof, cells: L, next: u32, free: &[u64; 8]) -> L {
    let steps = const { shifts(JUMP) };
    let mut reach = cells;
    macro_rules! step {
        ($($number:literal)*) => {$(
            if $number < steps.len() {
                let by = steps[$number];
                let free = L::splat(proof, free[by]);
                let by = by as u32 * next;
                reach = reach.or(reach.down(by).and(free)).or(reach.and(free).up(by));
            }
        )*};
    }
    step!(0 1 2);
    reach
}
