// The call of canMouseWin, by reference or by value.
namespace mousetrap {
template <class Result>
bool answer(Result&& result) {
  static_assert(std::is_convertible_v<Result, bool>, "canMouseWin has to return bool");
  return static_cast<bool>(result);
}

inline bool call(Case& game) {
  return answer(Solution().canMouseWin(game.grid, game.cat_jump, game.mouse_jump));
}
}  // namespace mousetrap
