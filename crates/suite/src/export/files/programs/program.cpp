// Written by Mousetrap: a whole program around a function in LeetCode's form.
#include <algorithm>
#include <any>
#include <array>
#include <atomic>
#include <bit>
#include <bitset>
#include <cassert>
#include <cctype>
#include <cerrno>
#include <cfloat>
#include <charconv>
#include <chrono>
#include <climits>
#include <cmath>
#include <complex>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <deque>
#include <exception>
#include <forward_list>
#include <fstream>
#include <functional>
#include <future>
#include <initializer_list>
#include <iomanip>
#include <ios>
#include <iostream>
#include <istream>
#include <iterator>
#include <limits>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <numbers>
#include <numeric>
#include <optional>
#include <ostream>
#include <queue>
#include <random>
#include <ranges>
#include <ratio>
#include <regex>
#include <set>
#include <shared_mutex>
#include <span>
#include <sstream>
#include <stack>
#include <stdexcept>
#include <streambuf>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <type_traits>
#include <typeindex>
#include <typeinfo>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <valarray>
#include <variant>
#include <vector>
#include <sys/types.h>
#include <unistd.h>
using namespace std;

{{system_call.h}}

{{protocol.hpp}}

{{protocol.cpp}}

{{case.hpp}}

{{text}}

{{nodes.hpp}}

// A main of a local test is compiled, never run.
#define main mousetrap_unused_main
{{solution}}
#undef main

{{call.hpp}}

signed main() {
  // The answer goes to standard output, what the function prints itself to
  // standard error.
  ::dup2(1, 3);
  ::dup2(2, 1);
  mousetrap_translate();
  static mousetrap::Input input;
  mousetrap::Case game;
  if (!game.read(input)) return 1;
  mousetrap::Output output;
  output.write(mousetrap::call(game));
  output.reply();
  return 0;
}
