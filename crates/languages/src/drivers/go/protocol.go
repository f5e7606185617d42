// Package mousetrap reads cases from descriptor 0 and writes replies to
// descriptor 3.
package mousetrap

import (
	"bufio"
	"io"
	"math"
	"os"
	"strconv"
)

// MaxNodes is the maximum number of nodes of a list or tree. A larger structure
// must contain a cycle.
const MaxNodes = 1_000_000

var input = bufio.NewReaderSize(os.Stdin, 1<<16)

// word returns the next word, and skips the character after it.
func word() string {
	var word []byte
	for {
		next, err := input.ReadByte()
		if err != nil || next <= ' ' {
			return string(word)
		}
		word = append(word, next)
	}
}

// ReadLong reads a number and the character after it.
func ReadLong() int64 {
	next, _ := input.ReadByte()
	negative := next == '-'
	if negative {
		next, _ = input.ReadByte()
	}
	value := int64(0)
	for next >= '0' && next <= '9' {
		value = 10*value + int64(next-'0')
		next, _ = input.ReadByte()
	}
	if negative {
		return -value
	}
	return value
}

// ReadInt reads an int.
func ReadInt() int { return int(ReadLong()) }

// ReadDouble reads a double.
func ReadDouble() float64 {
	value, _ := strconv.ParseFloat(word(), 64)
	return value
}

// ReadBoolean reads a boolean.
func ReadBoolean() bool { return ReadLong() != 0 }

// ReadChar reads a character.
func ReadChar() byte { return byte(ReadLong()) }

// ReadString reads a string and the line break after it.
func ReadString() string {
	text := make([]byte, ReadLong())
	io.ReadFull(input, text)
	input.ReadByte()
	return string(text)
}

// ReadArray returns a function that reads an array. The function item reads each item.
func ReadArray[T any](item func() T) func() []T {
	return func() []T {
		items := make([]T, ReadLong())
		for i := range items {
			items[i] = item()
		}
		return items
	}
}

// ReadLevels reads a tree in level order.
func ReadLevels() []*int {
	levels := make([]*int, ReadLong())
	for i := range levels {
		if value, err := strconv.Atoi(word()); err == nil {
			levels[i] = &value
		}
	}
	return levels
}

var reply []byte
var wrong string

// Wrong replaces the reply with a value of the wrong type.
func Wrong(text string) { wrong = "?" + text }

// WriteLong writes a long.
func WriteLong(value int64) { reply = strconv.AppendInt(reply, value, 10) }

// WriteInt writes an int.
func WriteInt(value int) { WriteLong(int64(value)) }

// WriteDouble writes a double.
func WriteDouble(value float64) {
	if math.IsNaN(value) || math.IsInf(value, 0) {
		Wrong(strconv.FormatFloat(value, 'g', -1, 64))
	}
	reply = strconv.AppendFloat(reply, value, 'g', -1, 64)
}

// WriteBoolean writes a boolean.
func WriteBoolean(value bool) { reply = strconv.AppendBool(reply, value) }

// WriteChar writes a character.
func WriteChar(value byte) { WriteString(string([]byte{value})) }

// WriteString writes a string.
func WriteString(text string) {
	reply = append(reply, '"')
	for i := 0; i < len(text); i++ {
		next := text[i]
		if next < ' ' {
			reply = append(reply, '\\', 'u', '0', '0', '0'+next>>4, "0123456789abcdef"[next&15])
			continue
		}
		if next == '"' || next == '\\' {
			reply = append(reply, '\\')
		}
		reply = append(reply, next)
	}
	reply = append(reply, '"')
}

// WriteArray returns a function that writes an array. The function item writes each item.
func WriteArray[T any](item func(T)) func([]T) {
	return func(items []T) {
		reply = append(reply, '[')
		for i, value := range items {
			if i > 0 {
				reply = append(reply, ',')
			}
			item(value)
		}
		reply = append(reply, ']')
	}
}

// WriteLevels writes a tree in level order.
func WriteLevels(levels []*int) {
	for len(levels) > 0 && levels[len(levels)-1] == nil {
		levels = levels[:len(levels)-1]
	}
	WriteArray(func(value *int) {
		if value == nil {
			reply = append(reply, "null"...)
		} else {
			WriteInt(*value)
		}
	})(levels)
}

// Serve reads cases and sends the answers until the input ends.
func Serve(answer func()) {
	replies := os.NewFile(3, "replies")
	send := func(line []byte) {
		if _, err := replies.Write(line); err != nil {
			os.Exit(1) // no judge is listening
		}
	}
	send([]byte("ready\n"))
	for {
		if _, err := input.Peek(1); err != nil {
			break
		}
		reply, wrong = reply[:0], ""
		answer()
		if wrong != "" {
			reply = append(reply[:0], wrong...)
		}
		send(append(reply, '\n'))
	}
	send([]byte("done\n"))
}
