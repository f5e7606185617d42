package mousetrap

import "strings"

// Case holds the arguments of canMouseWin.
type Case struct {
	Grid               []string
	CatJump, MouseJump int
}

type answer = bool

func read() (Case, bool) {
	head := numbers()
	if len(head) < 4 {
		return Case{}, false
	}
	grid := make([]string, head[0])
	for row := range grid {
		grid[row] = strings.Join(words(), "")
	}
	return Case{grid, head[2], head[3]}, true
}
