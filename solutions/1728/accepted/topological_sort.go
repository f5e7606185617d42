// Topological sort of the position graph, from the ends of the game backwards.
// Each position keeps a degree (moves not yet refuted) and, once decided, the
// number of plies to its end. Undecided positions go to the cat, on time.

const maxMoves = 1000

const (
	mouseTurn = 0
	catTurn   = 1
)

const (
	undecided = iota
	mouseWins
	catWins
)

type position struct{ mouse, cat, turn int }

func movesFrom(grid []string, jump int) [][]int {
	rows, cols := len(grid), len(grid[0])
	moves := make([][]int, rows*cols)
	for from := range moves {
		row, col := from/cols, from%cols
		if grid[row][col] == '#' {
			continue
		}
		moves[from] = append(moves[from], from)
		for _, way := range [4][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
			for step := 1; step <= jump; step++ {
				r, c := row+way[0]*step, col+way[1]*step
				if r < 0 || c < 0 || r >= rows || c >= cols || grid[r][c] == '#' {
					break
				}
				moves[from] = append(moves[from], r*cols+c)
			}
		}
	}
	return moves
}

func canMouseWin(grid []string, catJump int, mouseJump int) bool {
	cols := len(grid[0])
	cells := len(grid) * cols
	mouseMoves, catMoves := movesFrom(grid, mouseJump), movesFrom(grid, catJump)
	var start position
	food := 0
	for cell := 0; cell < cells; cell++ {
		switch grid[cell/cols][cell%cols] {
		case 'M':
			start.mouse = cell
		case 'C':
			start.cat = cell
		case 'F':
			food = cell
		}
	}

	at := func(p position) int { return (p.mouse*cells+p.cat)*2 + p.turn }
	winner := make([]int8, 2*cells*cells)
	plies := make([]int, 2*cells*cells)
	degree := make([]int, 2*cells*cells)
	var queue []position
	for mouse := range mouseMoves {
		for cat := range catMoves {
			if mouseMoves[mouse] == nil || catMoves[cat] == nil {
				continue
			}
			for turn, count := range [2]int{len(mouseMoves[mouse]), len(catMoves[cat])} {
				p := position{mouse, cat, turn}
				degree[at(p)] = count
				switch {
				case cat == mouse, cat == food:
					winner[at(p)] = catWins
				case mouse == food:
					winner[at(p)] = mouseWins
				default:
					continue
				}
				queue = append(queue, p)
			}
		}
	}
	for head := 0; head < len(queue); head++ {
		p := queue[head]
		result := winner[at(p)]
		tell := func(before position, ownWin int8) {
			i := at(before)
			if winner[i] != undecided {
				return
			}
			degree[i]--
			if result == ownWin || degree[i] == 0 {
				winner[i] = result
				plies[i] = plies[at(p)] + 1
				queue = append(queue, before)
			}
		}
		if p.turn == catTurn {
			for _, mouse := range mouseMoves[p.mouse] {
				tell(position{mouse, p.cat, mouseTurn}, mouseWins)
			}
		} else {
			for _, cat := range catMoves[p.cat] {
				tell(position{p.mouse, cat, catTurn}, catWins)
			}
		}
	}
	return winner[at(start)] == mouseWins && plies[at(start)] <= maxMoves
}
