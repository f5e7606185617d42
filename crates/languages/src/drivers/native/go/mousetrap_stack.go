package main

import (
	mousetrapOs "os"
	mousetrapDebug "runtime/debug"
	mousetrapStrconv "strconv"
)

// The argument is the stack limit in MiB. Go's default limit is above any memory limit.
func init() {
	// GOMEMLIMIT contains the memory limit of the process. Set a lower limit, because the runtime
	// does not count all memory of the process.
	mousetrapDebug.SetMemoryLimit(mousetrapDebug.SetMemoryLimit(-1) / 16 * 15)
	if len(mousetrapOs.Args) > 1 {
		if mib, err := mousetrapStrconv.Atoi(mousetrapOs.Args[1]); err == nil {
			mousetrapDebug.SetMaxStack(mib << 20)
		}
		mousetrapOs.Args = mousetrapOs.Args[:1]
	}
}
