/**
 * What the functions of galois::analytics throw. Lack of memory is std::bad_alloc, and a thread
 * that cannot be started is std::system_error. After any of them, the graph and the process stay
 * usable.
 */
#ifndef GALOIS_ANALYTICS_ERRORS_H
#define GALOIS_ANALYTICS_ERRORS_H

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

namespace galois::analytics {

/// Base of the errors of this library.
class Error : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// An option has no such value, or there is no such option.
class InvalidOption : public Error {
public:
  /// @param option    the name of the option, e.g. "steal-size"
  /// @param value     the value that was given, as text
  /// @param expected  a clause that says what would be right
  InvalidOption(std::string option, std::string value, std::string expected)
      : Error(option + "=" + value + ": " + expected), option_(std::move(option)),
        value_(std::move(value)), expected_(std::move(expected)) {}

  /// The name of the option.
  const std::string& option() const noexcept { return option_; }
  /// The value that was given, as text.
  const std::string& value() const noexcept { return value_; }
  /// A clause that says what would be right, such as "a whole number from 1 to 4096 is needed".
  const std::string& expected() const noexcept { return expected_; }

private:
  std::string option_, value_, expected_;
};

/// Arrays or weights describe no graph that the algorithm can work on.
class InvalidGraph : public Error {
public:
  using Error::Error;
};

/// A node that an argument names is not in the graph.
class NodeOutOfRange : public Error {
public:
  /// @param node   the number that was given
  /// @param nodes  how many nodes the graph has
  NodeOutOfRange(std::uint64_t node, std::uint64_t nodes)
      : Error("node " + std::to_string(node) + " is not in a graph with " + std::to_string(nodes) +
              " nodes, numbered from 0"),
        node_(node) {}

  /// The number that was given.
  std::uint64_t node() const noexcept { return node_; }

private:
  std::uint64_t node_;
};

/// A shortest path is longer than the type of the distances can hold.
class DistanceOverflow : public Error {
public:
  using Error::Error;
};

} // namespace galois::analytics

#endif
