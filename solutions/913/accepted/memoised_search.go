package main

// Depth-first search over (ply, mouse, cat) with a memo, straight from the rules. There
// are 2n(n-1) positions that are not over: a game that is still on after as many plies
// has repeated one, and is a draw. The mouse moves on even plies, the cat on odd ones.

const (
	draw  = 0
	mouse = 1
	cat   = 2
)

func catMouseGame(graph [][]int) int {
	n := len(graph)
	horizon := 2 * n * (n - 1)
	memo := make([][][]int, horizon) // a result plus 1, or 0 where it is not known
	for ply := range memo {
		memo[ply] = make([][]int, n)
		for m := range memo[ply] {
			memo[ply][m] = make([]int, n)
		}
	}

	var play func(ply, m, c int) int
	best := func(ply, m, c int) int {
		mover, other, moves := mouse, cat, graph[m]
		if ply%2 == 1 {
			mover, other, moves = cat, mouse, graph[c]
		}
		best := other
		for _, to := range moves {
			result := other
			if mover == mouse {
				result = play(ply+1, to, c)
			} else if to != 0 {
				result = play(ply+1, m, to)
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
	play = func(ply, m, c int) int {
		switch {
		case m == 0:
			return mouse
		case m == c:
			return cat
		case ply == horizon:
			return draw
		}
		if memo[ply][m][c] == 0 {
			memo[ply][m][c] = best(ply, m, c) + 1
		}
		return memo[ply][m][c] - 1
	}
	return play(0, 1, 2)
}
