package main

import "mousetrap"

// MousetrapAnswer calls canMouseWin from inside the submission's package.
func MousetrapAnswer(game mousetrap.Case) bool {
	return canMouseWin(game.Grid, game.CatJump, game.MouseJump)
}
