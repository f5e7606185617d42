// The call of catMouseGame, by reference or by value.
namespace mousetrap {
template <class Result>
int answer(Result&& result) {
  static_assert(std::is_convertible_v<Result, int>, "catMouseGame has to return int");
  return static_cast<int>(result);
}

inline int call(Case& game) { return answer(Solution().catMouseGame(game.graph)); }
}  // namespace mousetrap
