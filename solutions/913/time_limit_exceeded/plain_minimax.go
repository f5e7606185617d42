package main

// Depth-first search straight from the rules, without a memo: a game that is still on
// after 2n(n-1) plies has repeated a position, and is a draw. Right, but the same
// positions come up again and again, and there are far more games than positions.

const (
	draw  = 0
	mouse = 1
	cat   = 2
)

func catMouseGame(graph [][]int) int {
	n := len(graph)
	return play(graph, 2*n*(n-1), 1, 2)
}

func play(graph [][]int, left, m, c int) int {
	switch {
	case m == 0:
		return mouse
	case m == c:
		return cat
	case left == 0:
		return draw
	}
	mover, other, moves := mouse, cat, graph[m]
	if left%2 == 1 {
		mover, other, moves = cat, mouse, graph[c]
	}
	best := other
	for _, to := range moves {
		result := other
		if mover == mouse {
			result = play(graph, left-1, to, c)
		} else if to != 0 {
			result = play(graph, left-1, m, to)
		}
		if result == mover {
			return mover
		}
		if result == draw {
			best = draw
		}
	}
	return best
}
