package main

// Topological sort of the position graph: from the ends of the game backwards,
// counting for each position the moves not yet refuted. What is never decided
// is a draw.

const (
	draw  = 0
	mouse = 1
	cat   = 2
)

type node struct {
	at   [3]int // at[mouse], at[cat]; index 0 is unused
	turn int
}

func catMouseGame(graph [][]int) int {
	n := len(graph)
	result := make(map[node]int, 2*n*n)
	degree := make(map[node]int, 2*n*n)
	for m := range graph {
		for c := 1; c < n; c++ {
			degree[node{[3]int{0, m, c}, mouse}] = len(graph[m])
			for _, to := range graph[c] {
				if to != 0 {
					degree[node{[3]int{0, m, c}, cat}]++
				}
			}
		}
	}

	var queue []node
	for v := 1; v < n; v++ {
		for turn := mouse; turn <= cat; turn++ {
			inHole, caught := node{[3]int{0, 0, v}, turn}, node{[3]int{0, v, v}, turn}
			result[inHole], result[caught] = mouse, cat
			queue = append(queue, inHole, caught)
		}
	}
	for len(queue) > 0 {
		after := queue[0]
		queue = queue[1:]
		winner := result[after]
		mover := mouse + cat - after.turn
		for _, origin := range graph[after.at[mover]] {
			if mover == cat && origin == 0 {
				continue
			}
			before := after
			before.turn = mover
			before.at[mover] = origin
			if result[before] != draw {
				continue
			}
			degree[before]--
			if winner == mover || degree[before] == 0 {
				result[before] = winner
				queue = append(queue, before)
			}
		}
	}
	return result[node{[3]int{0, 1, 2}, mouse}]
}
