// Sweeps over all positions until nothing changes, a complete program: after k rounds
// the table holds the positions, mouse to move, that it wins within 2k - 1 plies.

const MAX_MOVES = 1000;

function mouseWins(lines, catJump, mouseJump) {
    const cols = lines[0].length;
    const board = lines.join('');
    const [mouseStart, catStart, food] = ['M', 'C', 'F'].map(what => board.indexOf(what));
    const floor = [...board].map((_, cell) => cell).filter(cell => board[cell] !== '#');

    const landings = (from, jump) => {
        const open = (row, col) => (lines[row]?.[col] ?? '#') !== '#';
        const row = Math.floor(from / cols), col = from % cols;
        const cells = [from];
        for (const [down, right] of [[-1, 0], [1, 0], [0, -1], [0, 1]]) {
            for (let step = 1; step <= jump && open(row + step * down, col + step * right); step++) {
                cells.push(from + step * (down * cols + right));
            }
        }
        return cells;
    };
    const mouseMoves = new Map(floor.map(cell => [cell, landings(cell, mouseJump)]));
    const catMoves = new Map(floor.map(cell => [cell, landings(cell, catJump)]));

    const wins = new Map(floor.map(cat => [cat, new Set()])); // mouse cells, by the cat's cell
    for (let plies = 1; plies <= MAX_MOVES; plies += 2) {
        const fresh = [];
        for (const cat of floor) {
            if (cat === food) continue;
            const safe = new Set(floor.filter(mouse => mouse !== cat
                && (mouse === food || catMoves.get(cat).every(reply => wins.get(reply).has(mouse)))));
            for (const mouse of floor) {
                if (mouse === cat || mouse === food || wins.get(cat).has(mouse)) continue;
                if (mouseMoves.get(mouse).some(to => safe.has(to))) fresh.push([mouse, cat]);
            }
        }
        for (const [mouse, cat] of fresh) wins.get(cat).add(mouse);
        if (wins.get(catStart).has(mouseStart)) return true;
        if (fresh.length === 0) return false;
    }
    return false;
}

const [header, ...lines] = require('fs').readFileSync(0, 'utf8').trim().split(/\r?\n/);
const [rows, , catJump, mouseJump] = header.split(' ').map(Number);
console.log(mouseWins(lines.slice(0, rows), catJump, mouseJump));
