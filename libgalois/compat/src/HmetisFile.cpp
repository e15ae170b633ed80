#include "galois/graphs/HmetisFile.h"

#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <limits>
#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "galois/graphs/GraphError.h"

namespace galois::graphs {

namespace {

/// Reads the lines that are neither empty nor comments, and the numbers on them.
class Lines {
public:
  explicit Lines(const std::string& path) : path_(path), in_(path) {
    if (!in_) {
      throw GraphError(fmt::format("cannot open '{}': {}", path, std::strerror(errno)));
    }
  }

  /// Goes to the next line that says something. Returns false at the end of the file.
  bool next() {
    while (std::getline(in_, line_)) {
      ++number_;
      left_ = line_;
      skipSpaces();
      if (!left_.empty() && left_.front() != '%') {
        return true;
      }
    }
    if (in_.bad()) {
      throw GraphError(fmt::format("cannot read '{}': {}", path_, std::strerror(errno)));
    }
    return false;
  }
  /// Does the same where the file must not end.
  void need(std::string_view what, std::uint64_t index, std::uint64_t count) {
    if (!next()) {
      throw GraphError(fmt::format("'{}' ends before {} {} of {}", path_, what, index + 1, count));
    }
  }

  /// Returns whether the line has no more numbers.
  bool done() const { return left_.empty(); }
  /// Returns the next number, which must be in [least, most].
  std::uint64_t number(std::string_view what, std::uint64_t least, std::uint64_t most) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(left_.data(), left_.data() + left_.size(), value);
    const auto length = static_cast<std::size_t>(end - left_.data());
    const bool whole = length == left_.size() || isSpace(left_[length]);
    if (left_.empty() || error == std::errc::invalid_argument || !whole) {
      fail(fmt::format("'{}' is no {}", left_.substr(0, left_.find_first_of(" \t\r")), what));
    }
    if (error == std::errc::result_out_of_range || value < least || value > most) {
      fail(fmt::format("{} {} is not between {} and {}", what, left_.substr(0, length), least,
                       most));
    }
    left_.remove_prefix(length);
    skipSpaces();
    return value;
  }
  [[noreturn]] void fail(const std::string& what) const {
    throw GraphError(fmt::format("'{}', line {}: {}", path_, number_, what));
  }

private:
  static bool isSpace(char c) { return c == ' ' || c == '\t' || c == '\r'; }
  void skipSpaces() {
    while (!left_.empty() && isSpace(left_.front())) {
      left_.remove_prefix(1);
    }
  }

  const std::string& path_;
  std::ifstream in_;
  std::string line_;
  std::string_view left_; ///< of the line
  std::uint64_t number_ = 0;
};

constexpr std::uint64_t kMostNumber = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint64_t kMostWeight = std::numeric_limits<std::uint64_t>::max();

} // namespace

HmetisFile HmetisFile::read(const std::string& filename) {
  Lines lines(filename);
  if (!lines.next()) {
    throw GraphError(fmt::format("'{}' is empty", filename));
  }
  HmetisFile file;
  file.hyperedges =
      static_cast<std::uint32_t>(lines.number("number of hyperedges", 0, kMostNumber));
  file.nodes =
      static_cast<std::uint32_t>(lines.number("number of nodes", 0, kMostNumber - file.hyperedges));
  const std::uint64_t format = lines.done() ? 0 : lines.number("format", 0, 11);
  if (!lines.done() || (format > 1 && format < 10)) {
    lines.fail("the first line has the number of hyperedges, the number of nodes, and a format, "
               "which is 0, 1, 10 or 11");
  }
  const bool edgeWeights = format % 10 == 1;
  for (std::uint64_t h = 0; h < file.hyperedges; ++h) {
    lines.need("hyperedge", h, file.hyperedges);
    if (edgeWeights) {
      file.hyperedgeWeights.push_back(lines.number("weight", 0, kMostWeight));
    }
    while (!lines.done()) {
      file.pins.push_back(static_cast<std::uint32_t>(lines.number("node", 1, file.nodes) - 1));
    }
    file.ends.push_back(file.pins.size());
  }
  for (std::uint64_t n = 0; format >= 10 && n < file.nodes; ++n) {
    lines.need("the weight of node", n, file.nodes);
    file.nodeWeights.push_back(lines.number("weight", 0, kMostWeight));
    if (!lines.done()) {
      lines.fail("a node has one weight");
    }
  }
  if (lines.next()) {
    lines.fail("nothing may follow here");
  }
  return file;
}

} // namespace galois::graphs
