/**
 * @param {number[][]} graph
 * @return {number}
 */
var catMouseGame = function(graph) {
    return 0;
};
