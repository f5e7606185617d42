// Topological sort of the position graph, from the ends of the game backwards,
// with a degree (moves not yet refuted) and a count of plies per position.
// Positions that are never decided belong to the cat, on time.

type Side = 'mouse' | 'cat';

interface Position {
    readonly mouse: number;
    readonly cat: number;
    readonly turn: Side;
    degree: number;
    winner?: Side;
    plies: number;
}

const MAX_MOVES = 1000;

function movesFrom(grid: string[], jump: number): number[][] {
    const cols = grid[0].length;
    const moves: number[][] = [];
    grid.forEach((line, row) => [...line].forEach((cell, col) => {
        const from = row * cols + col;
        moves[from] = [];
        if (cell === '#') return;
        moves[from].push(from);
        for (const [down, right] of [[-1, 0], [1, 0], [0, -1], [0, 1]]) {
            for (let step = 1; step <= jump; step++) {
                const next = grid[row + down * step]?.[col + right * step] ?? '#';
                if (next === '#') break;
                moves[from].push(from + step * (down * cols + right));
            }
        }
    }));
    return moves;
}

function canMouseWin(grid: string[], catJump: number, mouseJump: number): boolean {
    const board = grid.join('');
    const food = board.indexOf('F');
    const floor = [...board].flatMap((what, cell) => (what === '#' ? [] : [cell]));
    const mouseMoves = movesFrom(grid, mouseJump);
    const catMoves = movesFrom(grid, catJump);

    const positions = new Map<number, Position>();
    const key = (mouse: number, cat: number, turn: Side): number =>
        (mouse * board.length + cat) * 2 + (turn === 'cat' ? 1 : 0);
    const queue: Position[] = [];
    for (const mouse of floor) {
        for (const cat of floor) {
            for (const turn of ['mouse', 'cat'] as const) {
                const degree = turn === 'mouse' ? mouseMoves[mouse].length : catMoves[cat].length;
                const position: Position = { mouse, cat, turn, degree, plies: 0 };
                if (cat === mouse || cat === food) position.winner = 'cat';
                else if (mouse === food) position.winner = 'mouse';
                if (position.winner) queue.push(position);
                positions.set(key(mouse, cat, turn), position);
            }
        }
    }
    for (const after of queue) { // grows while it is read
        const keys = after.turn === 'cat'
            ? mouseMoves[after.mouse].map(origin => key(origin, after.cat, 'mouse'))
            : catMoves[after.cat].map(origin => key(after.mouse, origin, 'cat'));
        for (const before of keys.map(k => positions.get(k)!)) {
            if (before.winner) continue;
            before.degree--;
            if (after.winner === before.turn || before.degree === 0) {
                before.winner = after.winner;
                before.plies = after.plies + 1;
                queue.push(before);
            }
        }
    }
    const start = positions.get(key(board.indexOf('M'), board.indexOf('C'), 'mouse'))!;
    return start.winner === 'mouse' && start.plies <= MAX_MOVES;
}
