package mousetrap

// Case holds the argument of catMouseGame.
type Case struct {
	Graph [][]int
}

type answer = int

func read() (Case, bool) {
	head := numbers()
	if len(head) < 1 {
		return Case{}, false
	}
	graph := make([][]int, head[0])
	for node := range graph {
		graph[node] = numbers()[1:]
	}
	return Case{graph}, true
}
