package main

import (
	mousetrapOs "os"
	mousetrapDebug "runtime/debug"
	mousetrapStrconv "strconv"
)

// The argument is the stack limit, in MiB. Go's own is above any memory limit.
func init() {
	if len(mousetrapOs.Args) > 1 {
		if mib, err := mousetrapStrconv.Atoi(mousetrapOs.Args[1]); err == nil {
			mousetrapDebug.SetMaxStack(mib << 20)
		}
		mousetrapOs.Args = mousetrapOs.Args[:1]
	}
}
