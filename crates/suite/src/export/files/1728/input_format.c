// Reads a case from standard input, and puts it into the buffer in the driver's format.
static void mousetrap_translate(void) {
  static char row[1 << 14];
  int rows, cols, cat_jump, mouse_jump;
  if (scanf("%d %d %d %d", &rows, &cols, &cat_jump, &mouse_jump) != 4) return;
  char* to = mousetrap_buffer;
  to += sprintf(to, "%d\n", rows);
  for (; rows > 0 && scanf("%16383s", row) == 1; --rows) {
    if ((size_t)(to - mousetrap_buffer) + strlen(row) + 64 > sizeof mousetrap_buffer) exit(1);
    to += sprintf(to, "%zu %s\n", strlen(row), row);
  }
  to += sprintf(to, "%d\n%d\n", cat_jump, mouse_jump);
  mousetrap_end = (size_t)(to - mousetrap_buffer);
}
