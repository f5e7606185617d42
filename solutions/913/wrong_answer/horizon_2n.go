// Dynamic programming over plies, with a horizon of 2n plies "since then a position
// must have come back": it need not, there are 2n * (n - 1) of them. Smallest: n = 8,
// [[2,5,7],[3,4,5,6],[0,3,4,5],[1,2,6,7],[1,2,5,6],[0,1,2,4,7],[1,3,4,7],[0,3,5,6]]
// is won by the mouse, on ply 17.
func catMouseGame(graph [][]int) int {
	n := len(graph)
	const unknown = -1
	dp := make([][][]int, 2*n)
	for ply := range dp {
		dp[ply] = make([][]int, n)
		for mouse := range dp[ply] {
			dp[ply][mouse] = make([]int, n)
			for cat := range dp[ply][mouse] {
				dp[ply][mouse][cat] = unknown
			}
		}
	}

	var play func(ply, mouse, cat int) int
	play = func(ply, mouse, cat int) int {
		switch {
		case mouse == 0:
			return 1
		case mouse == cat:
			return 2
		case ply == 2*n:
			return 0
		case dp[ply][mouse][cat] != unknown:
			return dp[ply][mouse][cat]
		}
		own, other, from := 1, 2, mouse
		if ply%2 == 1 {
			own, other, from = 2, 1, cat
		}
		best := other
		for _, to := range graph[from] {
			var result int
			if own == 1 {
				result = play(ply+1, to, cat)
			} else if to != 0 {
				result = play(ply+1, mouse, to)
			} else {
				continue
			}
			if result == own {
				best = own
				break
			}
			if result == 0 {
				best = 0
			}
		}
		dp[ply][mouse][cat] = best
		return best
	}
	return play(0, 1, 2)
}
