// Sets of mouse cells as BigInts, one per cat cell, a complete program: bit m of
// wins[cat] says that the mouse on m, to move, wins within the current plies.

import { readFileSync } from 'fs';

const MAX_MOVES = 1000;

type Cells = bigint;

const bit = (cell: number): Cells => 1n << BigInt(cell);

class Board {
    private readonly cells: string;
    private readonly cols: number;

    constructor(private readonly lines: string[]) {
        this.cells = lines.join('');
        this.cols = lines[0].length;
    }

    find(what: string): number {
        return this.cells.indexOf(what);
    }

    get floor(): number[] {
        return Array.from(this.cells, (what, cell) => (what === '#' ? -1 : cell)).filter(cell => cell >= 0);
    }

    landings(from: number, jump: number): number[] {
        const cells = [from];
        for (const [down, right] of [[-1, 0], [1, 0], [0, -1], [0, 1]]) {
            let row = Math.floor(from / this.cols);
            let col = from % this.cols;
            for (let step = 0; step < jump; step++) {
                row += down;
                col += right;
                const what = this.lines[row]?.[col];
                if (what === undefined || what === '#') break;
                cells.push(row * this.cols + col);
            }
        }
        return cells;
    }
}

function mouseWins(board: Board, catJump: number, mouseJump: number): boolean {
    const [mouse, cat, food] = [board.find('M'), board.find('C'), board.find('F')];
    const floor = board.floor;
    const targets = floor.map((m): [number, Cells] =>
        [m, board.landings(m, mouseJump).reduce((set, to) => set | bit(to), 0n)]);
    const replies = new Map(floor.map((c): [number, number[]] => [c, board.landings(c, catJump)]));
    const everywhere = floor.reduce((set, cell) => set | bit(cell), 0n);

    let wins = new Map<number, Cells>();
    for (let plies = 1; plies <= MAX_MOVES; plies += 2) {
        const grown = new Map<number, Cells>();
        let changed = false;
        for (const c of floor) {
            if (c === food) continue;
            const before = wins.get(c) ?? 0n;
            const held = replies.get(c)!.reduce((set, reply) => set & (wins.get(reply) ?? 0n), everywhere);
            const safe = (held | bit(food)) & ~bit(c);
            const now = targets
                .filter(([m, set]) => m !== c && m !== food && (set & safe) !== 0n)
                .reduce((set, [m]) => set | bit(m), 0n);
            grown.set(c, now);
            changed ||= now !== before;
        }
        wins = grown;
        if (((wins.get(cat) ?? 0n) & bit(mouse)) !== 0n) return true;
        if (!changed) return false;
    }
    return false;
}

const [header, ...lines] = readFileSync(0, 'utf8').trim().split(/\r?\n/);
const [rows, , catJump, mouseJump] = header.split(' ').map(Number);
console.log(mouseWins(new Board(lines.slice(0, rows)), catJump, mouseJump));
