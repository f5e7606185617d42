use mousetrap_judge::Verdict;
use mousetrap_judge::language::Form::Function;

use super::{accepts, earns};

#[test]
fn a_bare_class_is_accepted() {
    let source = "
class Solution {
public:
    bool canMouseWin(vector<string>& grid, int catJump, int mouseJump) {
        int walls = 0;
        for (auto& row : grid) walls += count(row.begin(), row.end(), '#');
        return walls % 2 == 0 && catJump < mouseJump;
    }
};";
    accepts("a.cpp", "1728", Function, source);
    let source = "
class Solution {
public:
    int catMouseGame(vector<vector<int>>& graph) {
        int sum = graph.size();
        for (auto& to : graph) sum += to[0];
        return sum % 3;
    }
};";
    accepts("a.cc", "913", Function, source);
}

#[test]
fn own_includes_helpers_printing_and_arguments_by_value_are_accepted() {
    let source = r#"
#include <iostream>
#include <vector>
#include <string>
using std::vector; using std::string;
#define int long long
struct Helper { static bool even(int n) { return n % 2 == 0; } };
class Base { protected: int walls = 0; };
static const int fast = [] { std::ios::sync_with_stdio(false); std::cin.tie(nullptr); return 0; }();
class Solution : Base {
    int unused;
    void count(const string& row) { for (char c : row) if (c == '#') ++walls; }
public:
    bool canMouseWin(vector<string> grid, signed catJump, signed mouseJump) {
        for (const auto& row : grid) count(row);
        std::cout << "walls: " << walls << std::endl;
        fprintf(stderr, "some debugging\n");
        printf("true\n");
        return Helper::even(walls) && catJump < mouseJump;
    }
};"#;
    accepts("a.cpp", "1728", Function, source);
}

#[test]
fn a_local_test_beside_the_class_does_not_run() {
    let source = "
#include <bits/stdc++.h>
using namespace std;
class Solution {
public:
    int catMouseGame(const vector<vector<int>>& graph) {
        int sum = graph.size();
        for (auto& to : graph) sum += to[0];
        return sum % 3;
    }
};
int main() {
    vector<vector<int>> graph{{1}, {0}};
    cout << Solution().catMouseGame(graph) << endl;
    exit(3);
}";
    accepts("a.cpp", "913", Function, source);
}

#[test]
fn a_class_beside_a_main_that_reads_is_a_function() {
    let source = r#"
#include <bits/stdc++.h>
using namespace std;
class Solution {
public:
    bool canMouseWin(vector<string>& grid, int catJump, int mouseJump) {
        int walls = 0;
        for (auto& row : grid) walls += count(row.begin(), row.end(), '#');
        return walls % 2 == 0 && catJump < mouseJump;
    }
};
int main() {
    int rows, cols, catJump, mouseJump;
    cin >> rows >> cols >> catJump >> mouseJump;
    vector<string> grid(rows);
    for (auto& row : grid) cin >> row;
    cout << (Solution().canMouseWin(grid, catJump, mouseJump) ? "true" : "false") << endl;
}"#;
    accepts("a.cpp", "1728", Function, source);
}

#[test]
fn recursion_may_be_deep() {
    let source = "
class Solution {
    int depth(int n, volatile char* below) {
        char here[64];
        here[0] = below[0];
        return n == 0 ? 0 : 1 + depth(n - 1, here) + 0 * here[0];
    }
public:
    int catMouseGame(vector<vector<int>>& graph) {
        char zero = 0;
        int sum = graph.size() + depth(1500000, &zero) % 3;
        for (auto& to : graph) sum += to[0];
        return sum % 3;
    }
};";
    accepts("a.cpp", "913", Function, source);
}

#[test]
fn compiler_messages_have_the_candidates_lines() {
    let source = "
class Solution {
public:
    bool canMouseWin(vector<string>& grid, int catJump, int mouseJump) {
        return nonsense;
    }
};";
    earns(
        "a.cpp",
        "1728",
        Verdict::CompileError,
        "solution.cpp:4:",
        source,
    );
}

#[test]
fn exceptions_and_signals_are_run_time_errors() {
    let source = "
class Solution {
public:
    int catMouseGame(vector<vector<int>>& graph) {
        return graph.at(1000)[0];
    }
};";
    earns(
        "a.cpp",
        "913",
        Verdict::RunTimeError,
        "out_of_range",
        source,
    );
    let source = "
class Solution {
public:
    int catMouseGame(vector<vector<int>>& graph) {
        volatile int* nowhere = nullptr;
        return *nowhere;
    }
};";
    earns("a.cpp", "913", Verdict::RunTimeError, "SIGSEGV", source);
}
