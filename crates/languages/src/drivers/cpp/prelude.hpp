// What LeetCode puts before a C++ submission.
#pragma once
#include <bits/stdc++.h>
#include <sys/types.h>
#include <unistd.h>

namespace mousetrap {

// The first argument of a lambda that calls itself.
template <class Lambda>
struct Self {
  Lambda& lambda;

  template <class... Arguments>
  decltype(auto) operator()(Arguments&&... arguments) const {
    return lambda(*this, std::forward<Arguments>(arguments)...);
  }
};

// A lambda that calls itself. `Self` is another type, because a function whose result type is not
// known yet cannot call itself.
template <class Lambda>
struct Recursive {
  mutable Lambda lambda;

  template <class... Arguments>
  decltype(auto) operator()(Arguments&&... arguments) const {
    const Self<Lambda> self{lambda};
    return lambda(self, std::forward<Arguments>(arguments)...);
  }
};

// `recursive->*[](auto&& self) {}` stands for `[](this auto&& self) {}`, which GCC supports only
// since version 14.
inline constexpr struct {
  template <class Lambda>
  Recursive<Lambda> operator->*(Lambda lambda) const {
    return {std::move(lambda)};
  }
} recursive{};

}  // namespace mousetrap

using namespace std;
