func canMouseWin(grid []string, catJump int, mouseJump int) bool {
	return false
}
