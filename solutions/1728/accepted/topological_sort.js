// Topological sort of the position graph, from the ends of the game backwards,
// with a degree (moves not yet refuted) and a count of plies per position.
// Positions that are never decided belong to the cat, on time.

const MAX_MOVES = 1000;
const MOUSE = 0;
const CAT = 1;
const NOBODY = 2;

/** For each cell the cells that one move reaches, itself included; empty for walls. */
function movesFrom(grid, jump) {
    const rows = grid.length, cols = grid[0].length;
    const ways = [[-1, 0], [1, 0], [0, -1], [0, 1]];
    return Array.from({ length: rows * cols }, (_, from) => {
        const row = Math.floor(from / cols), col = from % cols;
        if (grid[row][col] === '#') return [];
        const reach = [from];
        for (const [down, right] of ways) {
            for (let step = 1; step <= jump; step++) {
                const cell = grid[row + down * step]?.[col + right * step];
                if (cell === undefined || cell === '#') break;
                reach.push(from + (down * cols + right) * step);
            }
        }
        return reach;
    });
}

/**
 * @param {string[]} grid
 * @param {number} catJump
 * @param {number} mouseJump
 * @return {boolean}
 */
var canMouseWin = function(grid, catJump, mouseJump) {
    const board = grid.join('');
    const cells = board.length;
    const food = board.indexOf('F');
    const moves = [movesFrom(grid, mouseJump), movesFrom(grid, catJump)];
    const at = (mouse, cat, turn) => (mouse * cells + cat) * 2 + turn;

    const winner = new Uint8Array(2 * cells * cells).fill(NOBODY);
    const plies = new Uint16Array(2 * cells * cells);
    const degree = new Uint8Array(2 * cells * cells);
    const queue = [];
    for (let mouse = 0; mouse < cells; mouse++) {
        for (let cat = 0; cat < cells; cat++) {
            if (board[mouse] === '#' || board[cat] === '#') continue;
            degree[at(mouse, cat, MOUSE)] = moves[MOUSE][mouse].length;
            degree[at(mouse, cat, CAT)] = moves[CAT][cat].length;
            let end = NOBODY;
            if (cat === mouse || cat === food) end = CAT;
            else if (mouse === food) end = MOUSE;
            if (end === NOBODY) continue;
            for (const turn of [MOUSE, CAT]) {
                winner[at(mouse, cat, turn)] = end;
                queue.push([mouse, cat, turn]);
            }
        }
    }
    // The queue grows while it is read.
    for (const [mouse, cat, turn] of queue) {
        const here = at(mouse, cat, turn);
        const mover = 1 - turn;
        const origins = mover === MOUSE ? moves[MOUSE][mouse] : moves[CAT][cat];
        for (const origin of origins) {
            const before = mover === MOUSE ? [origin, cat, MOUSE] : [mouse, origin, CAT];
            const there = at(...before);
            if (winner[there] !== NOBODY) continue;
            degree[there]--;
            if (winner[here] === mover || degree[there] === 0) {
                winner[there] = winner[here];
                plies[there] = plies[here] + 1;
                queue.push(before);
            }
        }
    }
    const start = at(board.indexOf('M'), board.indexOf('C'), MOUSE);
    return winner[start] === MOUSE && plies[start] <= MAX_MOVES;
};
