package main

import "mousetrap"

// MousetrapAnswer calls catMouseGame from inside the submission's package.
func MousetrapAnswer(game mousetrap.Case) int {
	return catMouseGame(game.Graph)
}
