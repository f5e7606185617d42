func canMouseWin(grid []string, catJump int, mouseJump int) bool {
	rows, cols := len(grid), len(grid[0])
	size := rows * cols
	var cat, mouse, food int
	for i, row := range grid {
		for j, ch := range row {
			switch ch {
			case 'C':
				cat = i*cols + j
			case 'M':
				mouse = i*cols + j
			case 'F':
				food = i*cols + j
			}
		}
	}
	reach := func(jump int) [][]int {
		all := make([][]int, size)
		for p := range all {
			i, j := p/cols, p%cols
			if grid[i][j] == '#' {
				continue
			}
			all[p] = append(all[p], p)
			for _, d := range [][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
				for k := 1; k <= jump; k++ {
					x, y := i+d[0]*k, j+d[1]*k
					if min(x, y) < 0 || x >= rows || y >= cols || grid[x][y] == '#' {
						break
					}
					all[p] = append(all[p], x*cols+y)
				}
			}
		}
		return all
	}
	mice, cats := reach(mouseJump), reach(catJump)
	// wins[m*size+c]: the mouse, to move, can force the food.
	wins := make([]bool, size*size)
	caught := func(m, c int) bool { return m == c || c == food }
	escapes := func(m, c int) bool {
		if caught(m, c) {
			return false
		}
		if m == food {
			return true
		}
		return !slices.ContainsFunc(cats[c], func(to int) bool { return caught(m, to) || !wins[m*size+to] })
	}
	for round, changed := 0, true; changed && round < 500; round++ {
		changed = false
		next := slices.Clone(wins)
		for m := range size {
			for c := range size {
				if wins[m*size+c] || caught(m, c) || len(mice[m]) == 0 || len(cats[c]) == 0 {
					continue
				}
				if slices.ContainsFunc(mice[m], func(to int) bool { return escapes(to, c) }) {
					next[m*size+c], changed = true, true
				}
			}
		}
		wins = next
	}
	return wins[mouse*size+cat]
}
