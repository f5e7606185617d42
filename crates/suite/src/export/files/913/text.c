// The driver reads the text of a case as it is.
static void mousetrap_translate(void) {}
