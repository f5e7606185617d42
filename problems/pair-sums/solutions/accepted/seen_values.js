// Looks for the partner of each number among the numbers before it. A map from the smaller value
// to the pair removes duplicates.
/**
 * @param {number[]} numbers
 * @param {number} target
 * @return {number[][]}
 */
var pairSums = function(numbers, target) {
    const seen = new Set();
    const pairs = new Map();
    for (const number of numbers) {
        const partner = target - number;
        if (seen.has(partner)) {
            pairs.set(Math.min(number, partner), [number, partner]);
        }
        seen.add(number);
    }
    return [...pairs.values()];
};
