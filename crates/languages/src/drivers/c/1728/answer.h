// One call of canMouseWin; false when there are no more cases.
static bool mousetrap_answer(void) {
  int rows, cols, cat_jump, mouse_jump;
  if (!mousetrap_number(&rows) || !mousetrap_number(&cols) || !mousetrap_number(&cat_jump) ||
      !mousetrap_number(&mouse_jump))
    return false;
  char** grid = malloc((size_t)rows * sizeof *grid);
  for (int row = 0; row < rows; ++row) {
    grid[row] = malloc((size_t)cols + 1);
    for (int col = 0; col < cols; ++col) grid[row][col] = (char)mousetrap_get();
    grid[row][cols] = '\0';
    mousetrap_get();  // the end of the line
  }
  // The submission may swap rows about, but not leave others behind.
  char** rows_of_ours = malloc((size_t)rows * sizeof *grid);
  memcpy(rows_of_ours, grid, (size_t)rows * sizeof *grid);
  mousetrap_reply(canMouseWin(grid, rows, cat_jump, mouse_jump) ? "true\n" : "false\n");
  for (int row = 0; row < rows; ++row) free(rows_of_ours[row]);
  free(rows_of_ours);
  free(grid);
  return true;
}
