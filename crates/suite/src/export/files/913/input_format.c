// The driver reads cases in the format of the package, so nothing is converted.
static void mousetrap_translate(void) {}
