// Sets of mouse cells as one word for each cat cell, on cells numbered through: a
// jump to the right runs on in the next row, since only the first and the last cell
// are taken for edges. Smallest: ["#F","MC"], cat 1, mouse 1, where left of the mouse
// seems to be the food: false.

func canMouseWin(grid []string, catJump int, mouseJump int) bool {
	board := strings.Join(grid, "")
	cols, cells := len(grid[0]), len(board)
	food := strings.IndexByte(board, 'F')

	moves := func(jump int) [][]int {
		all := make([][]int, cells)
		for from := range all {
			if board[from] == '#' {
				continue
			}
			all[from] = append(all[from], from)
			for _, way := range []int{-cols, cols, -1, 1} {
				to := from + way
				for step := 0; step < jump && to >= 0 && to < cells && board[to] != '#'; step++ {
					all[from] = append(all[from], to)
					to += way
				}
			}
		}
		return all
	}
	mouseMoves, catMoves := moves(mouseJump), moves(catJump)

	// won[c]: mouse cells that win with the mouse to move and the cat on c
	won := make([]uint64, cells)
	mouse, cat := strings.IndexByte(board, 'M'), strings.IndexByte(board, 'C')
	for plies := 1; plies <= 1000; plies += 2 {
		safe := make([]uint64, cells)
		for c, replies := range catMoves {
			if replies == nil || c == food {
				continue
			}
			safe[c] = ^uint64(0)
			for _, to := range replies {
				safe[c] &= won[to]
			}
			safe[c] = safe[c]&^(1<<c) | 1<<food
		}
		changed := false
		for c := range safe {
			for m, targets := range mouseMoves {
				if m == c || m == food || won[c]>>m&1 == 1 {
					continue
				}
				for _, to := range targets {
					if safe[c]>>to&1 == 1 {
						won[c] |= 1 << m
						changed = true
						break
					}
				}
			}
		}
		if won[cat]>>mouse&1 == 1 {
			return true
		}
		if !changed {
			break
		}
	}
	return false
}
