// One call of catMouseGame; false when there are no more cases.
static bool mousetrap_answer(void) {
  int nodes;
  if (!mousetrap_number(&nodes)) return false;
  int** graph = malloc((size_t)nodes * sizeof *graph);
  int** rows_of_ours = malloc((size_t)nodes * sizeof *graph);
  int* sizes = malloc((size_t)nodes * sizeof *sizes);
  for (int node = 0; node < nodes; ++node) {
    int count = 0;
    mousetrap_number(&count);
    sizes[node] = count;
    rows_of_ours[node] = graph[node] = malloc((size_t)count * sizeof **graph);
    for (int i = 0; i < count; ++i) mousetrap_number(&graph[node][i]);
  }
  char line[32];
  snprintf(line, sizeof line, "%lld\n", (long long)catMouseGame(graph, nodes, sizes));
  mousetrap_reply(line);
  for (int node = 0; node < nodes; ++node) free(rows_of_ours[node]);
  free(rows_of_ours);
  free(graph);
  free(sizes);
  return true;
}
