// Uses a regular expression to match as many equal letters as possible, from three to nine.
function packRuns(text: string): string {
    return text.replace(/(.)\1{2,8}/g, (block, letter) => block.length + letter);
};
