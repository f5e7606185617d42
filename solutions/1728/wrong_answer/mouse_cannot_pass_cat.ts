// Sweeps over all positions, with the cat treated as a wall for the mouse's jumps,
// though landing alone decides. Smallest: ["MCF"], cat 1, mouse 2, where the mouse
// jumps over the cat onto the food: true.

function canMouseWin(grid: string[], catJump: number, mouseJump: number): boolean {
    const cols = grid[0].length;
    const board = grid.join('');
    const [mouseStart, catStart, food] = [...'MCF'].map(what => board.indexOf(what));
    const floor = [...board].flatMap((what, cell) => (what === '#' ? [] : [cell]));

    const moves = (from: number, jump: number, blocker?: number): number[] => {
        const cells = [from];
        for (const [down, right] of [[1, 0], [0, 1], [-1, 0], [0, -1]]) {
            for (let step = 1; step <= jump; step++) {
                const row = Math.floor(from / cols) + step * down;
                const col = from % cols + step * right;
                const cell = row * cols + col;
                if ((grid[row]?.[col] ?? '#') === '#' || cell === blocker) break;
                cells.push(cell);
            }
        }
        return cells;
    };
    const catMoves = new Map(floor.map(cell => [cell, moves(cell, catJump)]));

    const wins = new Set<string>();
    for (let plies = 1; plies <= 1000; plies += 2) {
        const fresh: string[] = [];
        for (const cat of floor.filter(cell => cell !== food)) {
            const safe = new Set(floor.filter(mouse => mouse === food
                || catMoves.get(cat)!.every(reply => wins.has(`${mouse},${reply}`))));
            for (const mouse of floor) {
                if (mouse === cat || mouse === food || wins.has(`${mouse},${cat}`)) continue;
                if (moves(mouse, mouseJump, cat).some(to => safe.has(to))) fresh.push(`${mouse},${cat}`);
            }
        }
        if (fresh.length === 0) break;
        for (const position of fresh) wins.add(position);
    }
    return wins.has(`${mouseStart},${catStart}`);
}
