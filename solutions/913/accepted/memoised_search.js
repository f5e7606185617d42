// Depth-first search over (ply, mouse, cat) with a memo, straight from the rules. There
// are 2n(n-1) positions that are not over: a game that is still on after as many plies
// has repeated one, and is a draw. The mouse moves on even plies, the cat on odd ones.

const DRAW = 0;
const MOUSE = 1;
const CAT = 2;

/**
 * @param {number[][]} graph
 * @return {number}
 */
var catMouseGame = function (graph) {
    const n = graph.length;
    const horizon = 2 * n * (n - 1);
    const memo = Array.from({ length: horizon }, () => Array.from({ length: n }, () => new Array(n)));

    const play = (ply, mouse, cat) => {
        if (mouse === 0) return MOUSE;
        if (mouse === cat) return CAT;
        if (ply === horizon) return DRAW;
        const known = memo[ply][mouse];
        if (known[cat] === undefined) known[cat] = best(ply, mouse, cat);
        return known[cat];
    };

    const best = (ply, mouse, cat) => {
        const mouseMoves = ply % 2 === 0;
        const mover = mouseMoves ? MOUSE : CAT;
        let best = mouseMoves ? CAT : MOUSE;
        for (const to of graph[mouseMoves ? mouse : cat]) {
            if (!mouseMoves && to === 0) continue;
            const result = mouseMoves ? play(ply + 1, to, cat) : play(ply + 1, mouse, to);
            if (result === mover) return mover;
            if (result === DRAW) best = DRAW;
        }
        return best;
    };

    return play(0, 1, 2);
};
