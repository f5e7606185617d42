// The call of catMouseGame, by reference or by value.
namespace mousetrap {
inline auto call(Case& game) { return Solution().catMouseGame(game.graph); }
}  // namespace mousetrap
