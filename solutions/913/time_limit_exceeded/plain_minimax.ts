// Depth-first search straight from the rules, without a memo: a game that is still on
// after 2n(n-1) plies has repeated a position, and is a draw. Right, but the same
// positions come up again and again, and there are far more games than positions.

const DRAW = 0;
const MOUSE = 1;
const CAT = 2;

const play = (graph: number[][], left: number, mouse: number, cat: number): number => {
    if (mouse === 0) return MOUSE;
    if (mouse === cat) return CAT;
    if (left === 0) return DRAW;
    const mouseMoves = left % 2 === 0;
    let best = mouseMoves ? CAT : MOUSE;
    for (const to of graph[mouseMoves ? mouse : cat]) {
        if (!mouseMoves && to === 0) continue;
        const result = mouseMoves ? play(graph, left - 1, to, cat) : play(graph, left - 1, mouse, to);
        if (result === (mouseMoves ? MOUSE : CAT)) return result;
        if (result === DRAW) best = DRAW;
    }
    return best;
};

function catMouseGame(graph: number[][]): number {
    return play(graph, 2 * graph.length * (graph.length - 1), 1, 2);
}
