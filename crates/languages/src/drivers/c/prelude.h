// The code that LeetCode puts before a C submission.
#pragma once
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <float.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#if __has_include(<uthash.h>)
#include <utarray.h>
#include <uthash.h>
#include <utlist.h>
#include <utstring.h>
#endif
