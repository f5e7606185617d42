function canMouseWin(grid: string[], catJump: number, mouseJump: number): boolean {
    return false;
};
