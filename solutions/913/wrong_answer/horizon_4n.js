// Depth-first search over (mouse, cat, plies made) with a horizon of 4n plies.
// Smallest known: n = 20,
// [[10],[6,13,15],[4,7,17],[9,14,19],[2,14,16,19],[8,9,16,19],[1,11,15,18],[2,16,17],[5,11,12,18],[3,5,12],[0],[6,8],[8,9,13],[1,12,18],[3,4,17],[1,6],[4,5,7],[2,7,14],[6,8,13],[3,4,5]]
// is won by the cat, on ply 152.

var catMouseGame = function(graph) {
    const n = graph.length;
    const horizon = 4 * n;
    const memo = new Map();

    const play = (mouse, cat, made) => {
        if (mouse === 0) return 1;
        if (mouse === cat) return 2;
        if (made === horizon) return 0;
        const key = (made * n + mouse) * n + cat;
        if (memo.has(key)) return memo.get(key);
        const own = made % 2 === 0 ? 1 : 2;
        let best = 3 - own;
        for (const to of graph[own === 1 ? mouse : cat]) {
            if (own === 2 && to === 0) continue;
            const result = own === 1 ? play(to, cat, made + 1) : play(mouse, to, made + 1);
            if (result === own) {
                best = own;
                break;
            }
            if (result === 0) best = 0;
        }
        memo.set(key, best);
        return best;
    };
    return play(1, 2, 0);
};
