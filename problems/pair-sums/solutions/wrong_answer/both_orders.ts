// Mistake: counts [a,b] and [b,a] as two different pairs. Smallest counterexample:
// [0,1,0] with target 1, whose only pair is [0,1].
function pairSums(numbers: number[], target: number): number[][] {
    const seen = new Set<number>();
    const pairs = new Map<string, number[]>();
    for (const number of numbers) {
        const pair = [target - number, number];
        if (seen.has(pair[0])) {
            pairs.set(pair.join(), pair);
        }
        seen.add(number);
    }
    return [...pairs.values()];
};
