package main

import (
	mousetrapOs "os"
	mousetrapDebug "runtime/debug"
	mousetrapStrconv "strconv"
)

// The argument is the stack limit, in MiB. Go's own is above any memory limit.
func init() {
	// The memory limit in GOMEMLIMIT is that of the process. The runtime does not count all
	// that the process uses.
	mousetrapDebug.SetMemoryLimit(mousetrapDebug.SetMemoryLimit(-1) / 16 * 15)
	if len(mousetrapOs.Args) > 1 {
		if mib, err := mousetrapStrconv.Atoi(mousetrapOs.Args[1]); err == nil {
			mousetrapDebug.SetMaxStack(mib << 20)
		}
		mousetrapOs.Args = mousetrapOs.Args[:1]
	}
}
