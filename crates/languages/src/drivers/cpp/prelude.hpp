// The code that LeetCode puts before a C++ submission.
#pragma once
#include <bits/stdc++.h>
#include <sys/types.h>
#include <unistd.h>

namespace mousetrap {

// The first argument of a recursive lambda.
template <class Lambda>
struct Self {
  Lambda& lambda;

  template <class... Arguments>
  decltype(auto) operator()(Arguments&&... arguments) const {
    return lambda(*this, std::forward<Arguments>(arguments)...);
  }
};

// A recursive lambda. `Self` is a separate type, because a function cannot call itself before its
// result type is known.
template <class Lambda>
struct Recursive {
  mutable Lambda lambda;

  template <class... Arguments>
  decltype(auto) operator()(Arguments&&... arguments) const {
    const Self<Lambda> self{lambda};
    return lambda(self, std::forward<Arguments>(arguments)...);
  }
};

// `recursive->*[](auto&& self) {}` replaces `[](this auto&& self) {}`, which GCC before version 14
// does not support.
inline constexpr struct {
  template <class Lambda>
  Recursive<Lambda> operator->*(Lambda lambda) const {
    return {std::move(lambda)};
  }
} recursive{};

}  // namespace mousetrap

using namespace std;
