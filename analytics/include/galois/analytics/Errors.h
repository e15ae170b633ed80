/**
 * The exceptions that the functions of galois::analytics throw. A lack of memory is std::bad_alloc
 * instead, and a thread that cannot be started is std::system_error. After any of them, the graph
 * and the library stay usable.
 */
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

#include "galois/substrate/Cancellation.h"

namespace galois::analytics {

/// The base of this library's exceptions. what() is one line that says what was wrong.
class Error : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// Thrown when an option or an argument has a value that is not allowed, or when there is no option
/// of that name.
class InvalidOption : public Error {
public:
  /// Makes the message "option=value: expected".
  /// @param option    the name of the option, such as "steal-size"
  /// @param value     the value that was given, as text
  /// @param expected  a clause that says what would be right
  InvalidOption(std::string option, std::string value, std::string expected)
      : Error(option + "=" + value + ": " + expected), option_(std::move(option)),
        value_(std::move(value)), expected_(std::move(expected)) {}

  /// Returns the name of the option.
  const std::string& option() const noexcept { return option_; }
  /// Returns the value that was given, as text.
  const std::string& value() const noexcept { return value_; }
  /// Returns a clause that says what would be right, such as "a whole number from 1 to 4096 is
  /// needed".
  const std::string& expected() const noexcept { return expected_; }

private:
  std::string option_, value_, expected_;
};

/// Thrown when arrays do not describe a graph, or when an algorithm cannot work on a graph or its
/// weights.
class InvalidGraph : public Error {
public:
  using Error::Error;
};

/// Thrown when an argument names a node that is not in the graph.
class NodeOutOfRange : public Error {
public:
  /// Makes a message that names both numbers.
  /// @param node   the number that was given
  /// @param nodes  how many nodes the graph has
  NodeOutOfRange(std::uint64_t node, std::uint64_t nodes)
      : Error("node " + std::to_string(node) + " is not in a graph with " + std::to_string(nodes) +
              " nodes, numbered from 0"),
        node_(node) {}

  /// Returns the number that was given.
  std::uint64_t node() const noexcept { return node_; }

private:
  std::uint64_t node_;
};

/// Thrown when a shortest path is longer than the type of the distances can hold.
class DistanceOverflow : public Error {
public:
  using Error::Error;
};

/// A call ended early because RunOptions::stop asked for it. It is no Error: nothing was wrong.
using Cancelled = substrate::Cancelled;

} // namespace galois::analytics
