//! Represents a game as a graph of positions and moves, and finds the forced wins in it.
//!
//! The rules differ from mutant to mutant, so the caller passes them as a function. The positions
//! that are reachable from a start position are explored. To find forced wins, the analysis counts
//! for each position the moves that are not yet known to lose.

use cat_and_mouse::game::Player;
use cat_and_mouse::solve::solved_game::Position;

/// Retains only the cells or nodes with the smallest distance.
pub(crate) fn retain_nearest_places(places: &mut Vec<u16>, distances: &[Option<u32>]) {
    let far = |&place: &u16| distances[usize::from(place)].unwrap_or(u32::MAX);
    let best = places.iter().map(far).min();
    places.retain(|place| Some(far(place)) == best);
}

/// The method of encoding the places of the mouse and the cat as a number. A place is a cell or a
/// node. With a wrong encoding, different positions get the same number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum StateEncoding {
    /// The correct encoding: a distinct number for each pair of places.
    #[default]
    Pairs,
    /// Each player's cell or node number is taken modulo this number.
    Modulo(u16),
    /// The number is `mouse + stride · cat`.
    Stride(u16),
    /// The number is `mouse | cat << bits`.
    Bits(u32),
    /// The correct position number, truncated to this many low bits.
    Low(u32),
}

impl StateEncoding {
    /// Returns the index of a position in a game with `places` cells or nodes.
    fn position_number(self, mouse: u16, cat: u16, places: usize) -> usize {
        let (mouse, cat) = (usize::from(mouse), usize::from(cat));
        match self {
            Self::Pairs => mouse * places + cat,
            Self::Modulo(fits) => mouse % usize::from(fits) * places + cat % usize::from(fits),
            Self::Stride(stride) => mouse + usize::from(stride) * cat,
            Self::Bits(bits) => mouse | cat << bits,
            Self::Low(bits) => (mouse * places + cat) & ((1 << bits) - 1),
        }
    }
}

/// The rules that both games have in common. The default value has the correct rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct CommonRules {
    /// Whether the cat moves first.
    pub(crate) cat_first: bool,
    /// Whether the mouse wins at its goal even if the cat is also there.
    pub(crate) goal_before_capture: bool,
    /// Whether the mouse wins only if it is still at its goal after the cat's reply.
    pub(crate) late_goal: bool,
    /// Whether the mouse is safe at the cat's place if the mouse has just moved there.
    pub(crate) mouse_may_bump: bool,
    /// The method of encoding positions as numbers.
    pub(crate) encoding: StateEncoding,
}

impl CommonRules {
    /// Returns the winner, or `None` if the game is not over. The mouse must reach `goal`;
    /// `cat_has_won` tells whether the cat has won without catching the mouse.
    pub(crate) fn winner(
        &self,
        position: Position,
        goal: u16,
        cat_has_won: bool,
    ) -> Option<Player> {
        let Position { mouse, cat, turn } = position;
        let is_caught = mouse == cat && !(self.mouse_may_bump && turn == Player::Cat);
        let is_home = mouse == goal && !(self.late_goal && turn == Player::Cat);
        if (is_caught || cat_has_won) && !(is_home && self.goal_before_capture) {
            return Some(Player::Cat);
        }
        is_home.then_some(Player::Mouse)
    }
}

/// The winner of a game that is over, or the next positions of a game that is not.
#[derive(Clone, Debug)]
pub(crate) enum GameStatus {
    /// The game is over, and this player has won.
    Over(Player),
    /// The game is not over. Contains the position after each move. In a position without moves,
    /// neither player can force a win.
    Open(Vec<Position>),
}

/// The number of moves that must lose before a position counts as lost for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum DefeatRule {
    /// A position is lost only if all moves lose, which is the correct rule.
    All,
    /// A position counts as lost if all moves but one lose, as in programs with an off-by-one
    /// error.
    AllButOne,
    /// No position ever counts as lost, because the program waits for one losing move more than the
    /// position has, which is an off-by-one error.
    OneMore,
    /// A position counts as lost if a single move loses, as if the player chose its worst move.
    One,
}

/// For each position, the number of plies until a player wins, or `None` if the player cannot force
/// a win.
pub(crate) type PliesByPosition = Vec<Option<u32>>;

/// All positions that are reachable from a start position, with their moves.
#[derive(Debug)]
pub(crate) struct StateGraph {
    /// The positions in the order in which they were found. The start position has index 0.
    pub(crate) positions: Vec<Position>,
    over: Vec<Option<Player>>,
    /// For each position, the index of its first move in `moves`. The last element is the number of
    /// moves.
    first: Vec<usize>,
    /// The position after each move.
    moves: Vec<u32>,
    /// For each move, the position before it, and the index of an earlier move to the same
    /// position.
    origins: Vec<(u32, Option<u32>)>,
    /// For each position, the index of the last move to it.
    last_move_to: Vec<Option<u32>>,
}

impl StateGraph {
    /// Explores all positions that are reachable under the given rules if the mouse and the cat
    /// start at the places `start`. The cells or nodes are numbered from 0 to `places - 1`.
    /// Positions with the same number in the encoding are treated as one position.
    pub(crate) fn explore(
        places: usize,
        common: &CommonRules,
        (mouse, cat): (u16, u16),
        mut rules: impl FnMut(Position) -> GameStatus,
    ) -> Self {
        let turn = if common.cat_first {
            Player::Cat
        } else {
            Player::Mouse
        };
        let start = Position { turn, mouse, cat };
        let mut graph = Self {
            positions: vec![start],
            over: Vec::new(),
            first: vec![0],
            moves: Vec::new(),
            origins: Vec::new(),
            last_move_to: vec![None],
        };
        let key = |position: Position| {
            let encoding = common.encoding;
            let animals = encoding.position_number(position.mouse, position.cat, places);
            2 * animals + position.turn as usize
        };
        let mut known: Vec<Option<u32>> = vec![None; (2 * places * places).max(key(start) + 1)];
        known[key(start)] = Some(0);
        while let Some(&position) = graph.positions.get(graph.over.len()) {
            let from = graph.over.len() as u32;
            let (winner, moves) = match rules(position) {
                GameStatus::Over(winner) => (Some(winner), Vec::new()),
                GameStatus::Open(moves) => (None, moves),
            };
            graph.over.push(winner);
            for to in moves {
                let key = key(to);
                if known.len() <= key {
                    known.resize(key + 1, None);
                }
                let number = *known[key].get_or_insert_with(|| {
                    graph.positions.push(to);
                    graph.last_move_to.push(None);
                    graph.positions.len() as u32 - 1
                });
                let last = &mut graph.last_move_to[number as usize];
                let earlier = last.replace(graph.moves.len() as u32);
                graph.origins.push((from, earlier));
                graph.moves.push(number);
            }
            graph.first.push(graph.moves.len());
        }
        graph
    }

    /// Returns the winner, or `None` if the game is not over in this position.
    pub(crate) fn winner(&self, position: usize) -> Option<Player> {
        self.over[position]
    }

    /// Returns the position after each move, in the order in which the rules list the moves.
    pub(crate) fn moves(&self, position: usize) -> &[u32] {
        &self.moves[self.first[position]..self.first[position + 1]]
    }

    /// For each position, returns the number of plies that `winner` needs to force a win if both
    /// players play optimally.
    pub(crate) fn plies_to_win(&self, winner: Player, count: DefeatRule) -> PliesByPosition {
        let all = self.positions.len();
        let mut depth: PliesByPosition = vec![None; all];
        let mut open: Vec<usize> = (0..all)
            .map(|position| {
                let degree = self.moves(position).len();
                match count {
                    _ if self.positions[position].turn == winner => 1,
                    DefeatRule::All => degree,
                    DefeatRule::AllButOne => (degree - degree.min(1)).max(1),
                    DefeatRule::OneMore => degree + 1,
                    DefeatRule::One => 1,
                }
            })
            .collect();
        let mut queue: Vec<usize> = (0..all).filter(|&p| self.over[p] == Some(winner)).collect();
        for &won in &queue {
            depth[won] = Some(0);
        }
        let mut next = 0;
        while let Some(&to) = queue.get(next) {
            next += 1;
            let mut earlier = self.last_move_to[to];
            while let Some(index) = earlier {
                let (from, previous) = self.origins[index as usize];
                earlier = previous;
                let from = from as usize;
                if depth[from].is_some() {
                    continue;
                }
                open[from] -= 1;
                if open[from] == 0 {
                    depth[from] = depth[to].map(|plies| plies + 1);
                    queue.push(from);
                }
            }
        }
        depth
    }
}
