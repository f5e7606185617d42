// Mistake: treats index 0 as a missing entry, so the first number never finds a partner.
// Smallest counterexample: [0,1] with target 1, whose only pair is [0,1].
/**
 * @param {number[]} numbers
 * @param {number} target
 * @return {number[][]}
 */
var pairSums = function(numbers, target) {
    const indices = new Map();
    const pairs = new Map();
    numbers.forEach((number, index) => {
        const partner = target - number;
        if (indices.get(partner)) {
            pairs.set(Math.min(number, partner), [number, partner]);
        }
        indices.set(number, index);
    });
    return [...pairs.values()];
};
