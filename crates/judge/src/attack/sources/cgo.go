package main

// #cgo CFLAGS: -include /etc/shadow
import "C"
import "fmt"

func main() { fmt.Scan(); fmt.Println("true") }
