package main

// Go refuses a variable that is declared and not used; a complete program.

import "fmt"

func main() {
	var n, answer int
	fmt.Scan(&n)
	cat := 2
	fmt.Println(answer)
}
