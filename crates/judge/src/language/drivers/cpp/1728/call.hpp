// The call of canMouseWin, by reference or by value.
namespace mousetrap {
inline auto call(Case& game) {
  return Solution().canMouseWin(game.grid, game.cat_jump, game.mouse_jump);
}
}  // namespace mousetrap
