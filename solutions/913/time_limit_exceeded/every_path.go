// Plays out every path up to the first repetition of a position. There are far more
// paths than positions.
func catMouseGame(graph [][]int) int {
	type position struct{ mouse, cat, turn int }
	path := make(map[position]bool)

	var play func(p position) int
	play = func(p position) int {
		switch {
		case p.mouse == 0:
			return 1
		case p.mouse == p.cat:
			return 2
		case path[p]:
			return 0
		}
		path[p] = true
		defer delete(path, p)
		best := 3 - p.turn
		from := [...]int{0, p.mouse, p.cat}[p.turn]
		for _, to := range graph[from] {
			var result int
			if p.turn == 1 {
				result = play(position{to, p.cat, 2})
			} else if to != 0 {
				result = play(position{p.mouse, to, 1})
			} else {
				continue
			}
			if result == p.turn {
				best = result
			} else if result == 0 && best != p.turn {
				best = 0
			}
		}
		return best
	}
	return play(position{1, 2, 1})
}
