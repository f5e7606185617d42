// Mistake: replaces a block wherever its letters occur, even inside a longer run. Smallest
// counterexample: "aaabaaaa", which must become "3ab4a", not "3ab3aa".
/**
 * @param {string} text
 * @return {string}
 */
var packRuns = function(text) {
    const blocks = text.match(/(.)\1{2,8}/g) ?? [];
    return blocks.reduce(
        (packed, block) => packed.replaceAll(block, block.length + block[0]),
        text,
    );
};
