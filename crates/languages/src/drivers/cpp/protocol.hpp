// Reads cases from descriptor 0 and writes replies to descriptor 3.
#pragma once
#include "prelude.hpp"

namespace mousetrap {

// Maximum number of nodes of a list or tree. A larger structure must contain a cycle.
constexpr size_t max_nodes = 1'000'000;

// Whether a node type is a list node rather than a tree node.
template <class Node, class = void>
constexpr bool is_list = false;
template <class Node>
constexpr bool is_list<Node, std::void_t<decltype(Node::next)>> = true;

// Reads values with as few system calls as possible: one per small case.
class Input {
  char buffer_[1 << 16];
  size_t at_ = 0, end_ = 0;

  int get();
  long long integer();
  bool is_null();

 public:
  // Waits for the next case. Returns whether the input has ended.
  bool at_end();

  void read(int& value) { value = static_cast<int>(integer()); }
  void read(long long& value) { value = integer(); }
  void read(bool& value) { value = integer() != 0; }
  void read(char& value) { value = static_cast<char>(integer()); }
  void read(double& value);
  void read(std::string& text);

  template <class T>
  void read(std::vector<T>& items) {
    items.resize(static_cast<size_t>(integer()));
    for (T& item : items) read(item);
  }

  void read(std::vector<bool>& items) {
    items.resize(static_cast<size_t>(integer()));
    for (auto item : items) item = integer() != 0;
  }

  template <class Node>
  void read(Node*& node) {
    node = nullptr;
    size_t count = static_cast<size_t>(integer());
    if constexpr (is_list<Node>) {
      for (Node** end = &node; count > 0; --count, end = &(*end)->next)
        *end = new Node{static_cast<int>(integer())};
    } else {
      std::deque<Node**> places{&node};
      for (; count > 0; --count) {
        Node** place = places.front();
        places.pop_front();
        if (is_null()) continue;
        *place = new Node{static_cast<int>(integer())};
        places.push_back(&(*place)->left);
        places.push_back(&(*place)->right);
      }
    }
  }
};

// Writes a value as JSON.
class Output {
  std::string text_;
  const char* wrong_ = nullptr;

 public:
  void write(long long value);
  void write(int value) { write(static_cast<long long>(value)); }
  void write(bool value) { text_ += value ? "true" : "false"; }
  void write(char value) { write(std::string(1, value)); }
  void write(double value);
  void write(const std::string& text);

  template <class T>
  void write(const std::vector<T>& items) {
    text_ += '[';
    for (size_t at = 0; at < items.size(); ++at) {
      if (at > 0) text_ += ',';
      write(static_cast<const T&>(items[at]));
    }
    text_ += ']';
  }

  template <class Node>
  void write(Node* node) {
    std::vector<int> values;
    if constexpr (is_list<Node>) {
      for (; node && values.size() <= max_nodes; node = node->next) values.push_back(node->val);
      if (values.size() > max_nodes) wrong_ = "a list with a cycle";
      else write(values);
    } else {
      std::vector<Node*> nodes{node};
      for (size_t at = 0; at < nodes.size() && nodes.size() <= 2 * max_nodes; ++at) {
        if (!nodes[at]) continue;
        Node* left = nodes[at]->left;
        Node* right = nodes[at]->right;
        nodes.push_back(left);
        nodes.push_back(right);
      }
      if (nodes.size() > 2 * max_nodes) wrong_ = "a tree with a cycle";
      while (!nodes.empty() && !nodes.back()) nodes.pop_back();
      text_ += '[';
      for (size_t at = 0; at < nodes.size() && !wrong_; ++at) {
        if (at > 0) text_ += ',';
        if (nodes[at]) write(nodes[at]->val);
        else text_ += "null";
      }
      text_ += ']';
    }
  }

  // Sends the value as the reply.
  void reply();
};

void send(const char* text, size_t length);

// Reads cases and sends the answers until the input ends. `call` may modify its case.
template <class Case, class Call>
signed serve(Call call) {
  static Input input;
  send("ready\n", 6);
  for (Case game; game.read(input); game = Case{}) {
    Output output;
    output.write(call(game));
    output.reply();
  }
  send("done\n", 5);
  return 0;
}

}  // namespace mousetrap
