/**
 * @param {string[]} grid
 * @param {number} catJump
 * @param {number} mouseJump
 * @return {boolean}
 */
var canMouseWin = function(grid, catJump, mouseJump) {
    const rows = grid.length, cols = grid[0].length, size = rows * cols;
    const cells = grid.join('');
    const [cat, mouse, food] = ['C', 'M', 'F'].map(ch => cells.indexOf(ch));
    const moves = jump => _.range(size).map(p => {
        if (cells[p] === '#') return [];
        const to = [p];
        for (const [dx, dy] of [[0, 1], [1, 0], [0, -1], [-1, 0]]) {
            let x = Math.floor(p / cols), y = p % cols;
            for (let k = 0; k < jump; k++) {
                x += dx;
                y += dy;
                if (grid[x]?.[y] === undefined || grid[x][y] === '#') break;
                to.push(x * cols + y);
            }
        }
        return to;
    });
    const step = [moves(mouseJump), moves(catJump)];
    const at = (t, m, c) => (t * size + m) * size + c;
    const won = new Uint8Array(2 * size * size), left = new Uint8Array(2 * size * size);
    let queue = [];
    for (let t = 0; t < 2; t++)
        for (let m = 0; m < size; m++)
            for (let c = 0; c < size; c++) {
                left[at(t, m, c)] = step[t][t ? c : m].length;
                if (m === c || c === food) won[at(t, m, c)] = 2;
                else if (m === food) won[at(t, m, c)] = 1;
                if (won[at(t, m, c)]) queue.push([t, m, c]);
            }
    for (let ply = 0; ply < 1000 && queue.length; ply++) {
        const next = [];
        for (const [t, m, c] of queue) {
            const w = won[at(t, m, c)], u = 1 - t;
            for (const p of step[u][u ? c : m]) {
                const state = u ? [u, m, p] : [u, p, c], key = at(...state);
                if (won[key]) continue;
                if (w === u + 1 || --left[key] === 0) {
                    won[key] = w;
                    next.push(state);
                }
            }
        }
        queue = next;
    }
    return won[at(0, mouse, cat)] === 1;
};
