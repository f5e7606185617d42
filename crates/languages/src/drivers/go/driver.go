// Answers cases with the submission's function. See ../README.md.
package main

import (
	"mousetrap"
	solution "solution"
)

func main() {
	mousetrap.Serve(solution.MousetrapAnswer)
}
