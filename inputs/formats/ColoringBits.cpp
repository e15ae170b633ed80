// The binary form of the clique and colouring challenges (.col.b, .clq.b):
//
//     LENGTH                  a line: the bytes of the text that follows
//     c comment               that text, with the header and comments of the text form
//     p col NODES EDGES
//     BITS                    for node I from 0, (I + 8) / 8 bytes: bit J, from the highest one of
//                             the first byte on, says whether there is an edge to node J <= I
//
// Everything else is as in the text form (Coloring.cpp).

#include "inputs/EdgeListBuilder.h"
#include "inputs/Error.h"
#include "inputs/formats/Formats.h"
#include "inputs/formats/Limits.h"
#include "inputs/formats/ReadColumn.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <vector>

namespace galois::inputs::detail {

namespace {

constexpr std::uint64_t kLongestText = std::uint64_t{1} << 20;

/// Returns the number that the text begins with, which blanks and the end of the line follow, and
/// removes all of these.
std::optional<std::uint64_t> numberOf(std::string_view& text) {
  std::uint64_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  const auto length = static_cast<size_t>(read.ptr - text.data());
  if (read.ec != std::errc()) {
    return std::nullopt;
  }
  text.remove_prefix(length);
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  return number;
}

struct Sizes {
  std::uint64_t nodes = 0;
  std::uint64_t edges = 0;
};

/// Returns what the header in the text says.
std::optional<Sizes> sizesIn(std::string_view text) {
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    for (const std::string_view word : {"edge", "edges", "col"}) {
      if (startsWithWords(line, {"p", word})) {
        line.remove_prefix(line.find(word) + word.size());
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
        const auto nodes = numberOf(line);
        const auto edges = nodes ? numberOf(line) : std::nullopt;
        return edges && line.empty() ? std::optional(Sizes{*nodes, *edges}) : std::nullopt;
      }
    }
  }
  return std::nullopt;
}

/// Returns the text before the bits, and removes what stands before them.
std::optional<std::string_view> textBefore(std::string_view& bytes) {
  const size_t end = bytes.find_first_not_of("0123456789");
  std::string_view rest = bytes;
  const auto length = numberOf(rest);
  if (!length || end == std::string_view::npos || (bytes[end] != '\n' && bytes[end] != '\r') ||
      *length > kLongestText) {
    return std::nullopt;
  }
  const std::string_view text = rest.substr(0, *length);
  bytes = rest.substr(text.size());
  return text;
}

bool isColoringBits(std::string_view firstBytes, std::string_view /*path*/) {
  const auto text = textBefore(firstBytes);
  return text && sizesIn(*text);
}

Graph readColoringBits(InputFile& file, const ReadOptions& /*options*/) {
  std::string_view left = file.peek();
  const size_t peeked = left.size();
  const auto text = textBefore(left);
  const auto sizes = text ? sizesIn(*text) : std::nullopt;
  if (!sizes || sizes->nodes > kMaxNodes) {
    fail("{}: the binary form of DIMACS begins with the length of a text that has a line \"p col "
         "NODES EDGES\" with at most {} nodes",
         file.name(), kMaxNodes);
  }
  std::string skipped(peeked - left.size(), '\0');
  file.readFully(skipped.data(), skipped.size());

  EdgeListBuilder builder(EdgeKind::kEdge);
  std::vector<unsigned char> row;
  for (std::uint64_t node = 0; node < sizes->nodes; ++node) {
    constexpr std::uint64_t kBits = 8;
    row.clear();
    const std::uint64_t bytes = (node + kBits) / kBits;
    if (readColumn(file, row, bytes) != bytes) {
      fail("{} is cut short: it ends in the row of node {}", file.name(), node + 1);
    }
    for (std::uint64_t other = 0; other <= node; ++other) {
      if ((row[other / kBits] >> (kBits - 1 - other % kBits) & 1) != 0) {
        builder.add(static_cast<std::uint32_t>(node), static_cast<std::uint32_t>(other));
      }
    }
  }
  char more = 0;
  if (file.read(&more, 1) != 0) {
    fail("{}: more bytes than the rows of {} nodes have", file.name(), sizes->nodes);
  }
  if (sizes->edges != 2 * builder.size()) { // some headers count each edge twice
    checkAnnounced(file, "edges", sizes->edges, builder.size());
  }
  return builder.build(sizes->nodes, file.name().c_str());
}

} // namespace

Format formatColoringBits() {
  return {.rank = 65,
          .name = "colb",
          .description = "DIMACS colouring or clique in binary",
          .suffixes = {".b"},
          .recognises = isColoringBits,
          .isBinary = true,
          .example = {"10\np col 3 2\n\0\x80\x40", 16},
          .read = readColoringBits};
}

} // namespace galois::inputs::detail
