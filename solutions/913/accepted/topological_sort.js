// Topological sort of the position graph: from the ends of the game backwards,
// counting for each position the moves not yet refuted. What is never decided
// is a draw.

const DRAW = 0;
const MOUSE = 1;
const CAT = 2;
const HOLE = 0;

/**
 * @param {number[][]} graph
 * @return {number}
 */
const catMouseGame = (graph) => {
    const n = graph.length;
    const at = (mouse, cat, turn) => (mouse * n + cat) * 3 + turn;
    const result = new Uint8Array(n * n * 3).fill(DRAW);
    const degree = new Uint8Array(n * n * 3);
    const queue = [];
    const decide = (mouse, cat, turn, winner) => {
        result[at(mouse, cat, turn)] = winner;
        queue.push({ mouse, cat, turn, winner });
    };

    for (let mouse = 0; mouse < n; mouse++) {
        for (let cat = 1; cat < n; cat++) {
            degree[at(mouse, cat, MOUSE)] = graph[mouse].length;
            degree[at(mouse, cat, CAT)] = graph[cat].filter(to => to !== HOLE).length;
        }
    }
    for (let node = 1; node < n; node++) {
        for (const turn of [MOUSE, CAT]) {
            decide(HOLE, node, turn, MOUSE);
            decide(node, node, turn, CAT);
        }
    }

    for (let head = 0; head < queue.length; head++) {
        const { mouse, cat, turn, winner } = queue[head];
        const mover = turn === MOUSE ? CAT : MOUSE;
        const before = mover === MOUSE
            ? graph[mouse].map(origin => [origin, cat])
            : graph[cat].filter(origin => origin !== HOLE).map(origin => [mouse, origin]);
        for (const [m, c] of before) {
            const index = at(m, c, mover);
            if (result[index] !== DRAW) continue;
            degree[index]--;
            if (winner === mover || degree[index] === 0) decide(m, c, mover, winner);
        }
    }
    return result[at(1, 2, MOUSE)];
};
