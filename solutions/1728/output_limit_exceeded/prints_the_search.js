// A memoised search over (mouse, cat, plies made) that still prints its whole memo at
// every position it looks at, as one does while debugging.

/**
 * @param {string[]} grid
 * @param {number} catJump
 * @param {number} mouseJump
 * @return {boolean}
 */
const fs = require("fs");

var canMouseWin = function(grid, catJump, mouseJump) {
    const cols = grid[0].length;
    const board = grid.join('');
    const memo = new Map();

    const moves = (from, jump) => {
        const cells = [from];
        for (const [down, right] of [[1, 0], [0, 1], [-1, 0], [0, -1]]) {
            for (let step = 1; step <= jump; step++) {
                const row = Math.floor(from / cols) + step * down, col = from % cols + step * right;
                if ((grid[row]?.[col] ?? '#') === '#') break;
                cells.push(row * cols + col);
            }
        }
        return cells;
    };
    const mouseWins = (mouse, cat, made) => {
        fs.writeSync(1, `ply ${made}: mouse on ${mouse}, cat on ${cat} ${JSON.stringify([...memo])}\n`);
        if (mouse === cat || board[cat] === 'F') return false;
        if (board[mouse] === 'F') return true;
        if (made === 1000) return false;
        const key = (made * board.length + mouse) * board.length + cat;
        if (!memo.has(key)) {
            memo.set(key, made % 2 === 0
                ? moves(mouse, mouseJump).some(to => mouseWins(to, cat, made + 1))
                : moves(cat, catJump).every(to => mouseWins(mouse, to, made + 1)));
        }
        return memo.get(key);
    };
    return mouseWins(board.indexOf('M'), board.indexOf('C'), 0);
};
