// Topological sort of the position graph: from the ends of the game backwards,
// counting for each position the moves not yet refuted. What is never decided
// is a draw.

enum Result { Draw, Mouse, Cat }

type Turn = Result.Mouse | Result.Cat;

class Position {
    result = Result.Draw;

    constructor(
        readonly mouse: number,
        readonly cat: number,
        readonly turn: Turn,
        public unrefuted: number,
    ) {}
}

export function catMouseGame(graph: number[][]): number {
    const catGraph = graph.map(neighbours => neighbours.filter(node => node !== 0));
    const table = graph.map((mouseNeighbours, mouse) => catGraph.map((catNeighbours, cat) => ({
        [Result.Mouse]: new Position(mouse, cat, Result.Mouse, mouseNeighbours.length),
        [Result.Cat]: new Position(mouse, cat, Result.Cat, catNeighbours.length),
    })));

    const queue: Position[] = [];
    const decide = (position: Position, result: Result): void => {
        position.result = result;
        queue.push(position);
    };
    for (let node = 1; node < graph.length; node++) {
        for (const turn of [Result.Mouse, Result.Cat] as const) {
            decide(table[0][node][turn], Result.Mouse);
            decide(table[node][node][turn], Result.Cat);
        }
    }
    for (const { mouse, cat, turn, result } of queue) { // grows while it is read
        const before = turn === Result.Cat
            ? graph[mouse].map(origin => table[origin][cat][Result.Mouse])
            : catGraph[cat].map(origin => table[mouse][origin][Result.Cat]);
        for (const position of before) {
            if (position.result !== Result.Draw) continue;
            position.unrefuted--;
            if (result === position.turn || position.unrefuted === 0) decide(position, result);
        }
    }
    return table[1][2][Result.Mouse].result;
}
