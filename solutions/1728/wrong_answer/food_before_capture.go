// Topological sort of the position graph, with the ends of the game looked at in the
// wrong order: the food is looked at once per round, after the mouse's move, and
// before capture. A cat that reaches the food first is overtaken there by a mouse
// that needs one move more. Smallest: ["M.FC"], cat 1, mouse 1: the cat is on the
// food on ply 2, so false.

type state struct{ mouse, cat int }

func canMouseWin(grid []string, catJump int, mouseJump int) bool {
	rows, cols := len(grid), len(grid[0])
	var place [256]int
	var floor []int
	for cell := 0; cell < rows*cols; cell++ {
		what := grid[cell/cols][cell%cols]
		if what != '#' {
			floor = append(floor, cell)
			place[what] = cell
		}
	}
	food := place['F']

	landings := func(from, jump int) []int {
		cells := []int{from}
		for _, way := range [...][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
			r, c := from/cols, from%cols
			for step := 0; step < jump; step++ {
				r, c = r+way[0], c+way[1]
				if r < 0 || c < 0 || r == rows || c == cols || grid[r][c] == '#' {
					break
				}
				cells = append(cells, r*cols+c)
			}
		}
		return cells
	}

	wins := make(map[state]bool) // the mouse is to move
	for round := 0; round < 500; round++ {
		var fresh []state
		for _, cat := range floor {
			safe := make(map[int]bool)
			for _, mouse := range floor {
				if mouse == food {
					safe[mouse] = true // looked at first
					continue
				}
				if mouse == cat || cat == food {
					continue
				}
				held := true
				for _, reply := range landings(cat, catJump) {
					held = held && reply != mouse && wins[state{mouse, reply}]
				}
				safe[mouse] = held
			}
			for _, mouse := range floor {
				if wins[state{mouse, cat}] || mouse == cat {
					continue
				}
				for _, to := range landings(mouse, mouseJump) {
					if safe[to] {
						fresh = append(fresh, state{mouse, cat})
						break
					}
				}
			}
		}
		if len(fresh) == 0 {
			break
		}
		for _, s := range fresh {
			wins[s] = true
		}
	}
	return wins[state{place['M'], place['C']}]
}
