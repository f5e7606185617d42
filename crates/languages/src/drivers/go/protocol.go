// Package mousetrap takes cases in on descriptor 0 and sends replies out on
// descriptor 3.
package mousetrap

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
)

var input = bufio.NewReaderSize(os.Stdin, 1<<16)

// words gives the next line as words; none at the end of the input.
func words() []string {
	line, _ := input.ReadString('\n')
	return strings.Fields(line)
}

// numbers gives the next line as numbers; none at the end of the input.
func numbers() []int {
	words := words()
	numbers := make([]int, len(words))
	for i, word := range words {
		numbers[i], _ = strconv.Atoi(word)
	}
	return numbers
}

// Serve answers cases until there are no more. The type of the answer is that of this
// package: the submission can declare another type with the same name.
func Serve(call func(Case) answer) {
	replies := os.NewFile(3, "replies")
	send := func(line string) {
		if _, err := replies.WriteString(line); err != nil {
			os.Exit(1) // no judge is listening
		}
	}
	send("ready\n")
	for {
		game, ok := read()
		if !ok {
			break
		}
		send(fmt.Sprintln(call(game)))
	}
	send("done\n")
}
