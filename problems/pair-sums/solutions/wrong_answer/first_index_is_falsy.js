// Mistake: takes index 0 for a missing entry, so the first number never finds a partner.
// Smallest: [0,1], target 1, whose pair is [0,1].
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
