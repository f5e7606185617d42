// Depth-first search over (ply, mouse, cat) with a memo, straight from the rules. There
// are 2n(n-1) positions that are not over: a game that is still on after as many plies
// has repeated one, and is a draw. The mouse moves on even plies, the cat on odd ones.

enum Result { Draw, Mouse, Cat }

function catMouseGame(graph: number[][]): number {
    const n = graph.length;
    const horizon = 2 * n * (n - 1);
    const catGraph = graph.map(near => near.filter(node => node !== 0));
    // A result plus 1, or 0 where it is not known.
    const memo = new Uint8Array(horizon * n * n);

    const play = (ply: number, mouse: number, cat: number): Result => {
        if (mouse === 0) return Result.Mouse;
        if (mouse === cat) return Result.Cat;
        if (ply === horizon) return Result.Draw;
        const at = (ply * n + mouse) * n + cat;
        if (memo[at] === 0) memo[at] = 1 + (ply % 2 === 0 ? mouseBest(ply, mouse, cat) : catBest(ply, mouse, cat));
        return memo[at] - 1;
    };

    const mouseBest = (ply: number, mouse: number, cat: number): Result => {
        let best = Result.Cat;
        for (const to of graph[mouse]) {
            const result = play(ply + 1, to, cat);
            if (result === Result.Mouse) return result;
            if (result === Result.Draw) best = result;
        }
        return best;
    };

    const catBest = (ply: number, mouse: number, cat: number): Result => {
        let best = Result.Mouse;
        for (const to of catGraph[cat]) {
            const result = play(ply + 1, mouse, to);
            if (result === Result.Cat) return result;
            if (result === Result.Draw) best = result;
        }
        return best;
    };

    return play(0, 1, 2);
}
