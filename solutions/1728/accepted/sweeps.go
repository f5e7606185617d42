package main

// Sweeps over all positions until nothing changes, a complete program: after k rounds
// the table holds the positions, mouse to move, that it wins within 2k - 1 plies.

import (
	"bufio"
	"fmt"
	"os"
)

const maxMoves = 1000

type cell struct{ row, col int }

type board struct {
	lines                []string
	catJump, mouseJump   int
	mouse, cat, food     cell
	floor                []cell
	mouseMoves, catMoves map[cell][]cell
}

func read() board {
	in := bufio.NewReader(os.Stdin)
	var rows, cols int
	var b board
	fmt.Fscan(in, &rows, &cols, &b.catJump, &b.mouseJump)
	b.lines = make([]string, rows)
	for row := range b.lines {
		fmt.Fscan(in, &b.lines[row])
		for col, what := range b.lines[row] {
			at := cell{row, col}
			switch what {
			case 'M':
				b.mouse = at
			case 'C':
				b.cat = at
			case 'F':
				b.food = at
			case '#':
				continue
			}
			b.floor = append(b.floor, at)
		}
	}
	b.mouseMoves, b.catMoves = b.moves(b.mouseJump), b.moves(b.catJump)
	return b
}

func (b *board) open(at cell) bool {
	return at.row >= 0 && at.row < len(b.lines) &&
		at.col >= 0 && at.col < len(b.lines[0]) &&
		b.lines[at.row][at.col] != '#'
}

func (b *board) moves(jump int) map[cell][]cell {
	moves := make(map[cell][]cell)
	for _, from := range b.floor {
		list := []cell{from}
		for _, way := range []cell{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
			to := from
			for step := 0; step < jump; step++ {
				to = cell{to.row + way.row, to.col + way.col}
				if !b.open(to) {
					break
				}
				list = append(list, to)
			}
		}
		moves[from] = list
	}
	return moves
}

func (b *board) mouseWins() bool {
	type position struct{ mouse, cat cell }
	wins := make(map[position]bool)
	for plies := 1; plies <= maxMoves; plies += 2 {
		var fresh []position
		for _, cat := range b.floor {
			if cat == b.food {
				continue
			}
			safe := make(map[cell]bool)
			for _, mouse := range b.floor {
				held := mouse != cat
				for _, reply := range b.catMoves[cat] {
					held = held && (mouse == b.food || wins[position{mouse, reply}])
				}
				safe[mouse] = held
			}
			for _, mouse := range b.floor {
				if mouse == cat || mouse == b.food || wins[position{mouse, cat}] {
					continue
				}
				for _, to := range b.mouseMoves[mouse] {
					if safe[to] {
						fresh = append(fresh, position{mouse, cat})
						break
					}
				}
			}
		}
		for _, p := range fresh {
			wins[p] = true
		}
		if len(fresh) == 0 || wins[position{b.mouse, b.cat}] {
			break
		}
	}
	return wins[position{b.mouse, b.cat}]
}

func main() {
	b := read()
	fmt.Println(b.mouseWins())
}
