// Sweeps over all positions, with the cat forbidden to stay: it can no longer stand
// guard, and shut in it has no move at all and is taken for beaten. Smallest:
// ["M#C#F"], cat 1, mouse 1, where the mouse has no way to the food: false.

const canMouseWin = function(grid, catJump, mouseJump) {
    const cols = grid[0].length;
    const board = grid.join('');
    const food = board.indexOf('F');
    const floor = Array.from(board, (_, cell) => cell).filter(cell => board[cell] !== '#');
    const jumps = (from, jump) => {
        const cells = [];
        for (const [down, right] of [[1, 0], [0, 1], [-1, 0], [0, -1]]) {
            let row = Math.floor(from / cols), col = from % cols;
            for (let step = 0; step < jump; step++) {
                row += down;
                col += right;
                if ((grid[row]?.[col] ?? '#') === '#') break;
                cells.push(row * cols + col);
            }
        }
        return cells;
    };
    const mouseMoves = floor.map(cell => [cell, ...jumps(cell, mouseJump)]);
    const catMoves = floor.map(cell => jumps(cell, catJump));

    const wins = new Set();
    const key = (mouse, cat) => mouse * board.length + cat;
    for (let plies = 1; plies <= 1000; plies += 2) {
        const fresh = [];
        floor.forEach((cat, c) => {
            if (cat === food) return;
            const safe = to => to !== cat && (to === food || catMoves[c].every(reply => wins.has(key(to, reply))));
            floor.forEach((mouse, m) => {
                if (mouse === cat || mouse === food || wins.has(key(mouse, cat))) return;
                if (mouseMoves[m].some(safe)) fresh.push(key(mouse, cat));
            });
        });
        if (fresh.length === 0) break;
        fresh.forEach(position => wins.add(position));
    }
    return wins.has(key(board.indexOf('M'), board.indexOf('C')));
};
