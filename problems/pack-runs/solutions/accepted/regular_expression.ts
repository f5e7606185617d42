// Matches blocks of three to nine equal letters by a regular expression, the longest first.
function packRuns(text: string): string {
    return text.replace(/(.)\1{2,8}/g, (block, letter) => block.length + letter);
};
