// Adjacency lists, as WebGraph writes them (ASCIIGraph):
//
//     NODES
//     V1 V2 ...               line I after the first: the successors of node I, ids from 0
//
// There are no weights and no comments. A node without successors has an empty line.

#include "inputs/EdgeListBuilder.h"
#include "inputs/Error.h"
#include "inputs/formats/Formats.h"
#include "inputs/formats/Limits.h"
#include "inputs/io/TextScanner.h"

namespace galois::inputs::detail {

namespace {
constexpr const char* kAdjacencyHeaderForm = "the first line is \"NODES\"";
constexpr const char* kAdjacencyNodeForm =
    "a node's line is \"SUCCESSOR SUCCESSOR ...\", ids from 0";

bool isAdjacency(std::string_view firstBytes, std::string_view path) {
  // The content could be an edge list after a line with the number of nodes.
  return (path.ends_with(".graph-txt") || path.ends_with(".adj")) && isEdgeList(firstBytes, path);
}

Graph readAdjacency(InputFile& file, const ReadOptions& /*options*/) {
  TextScanner text(file, TextScanner::kAnyLine);
  std::string_view line;
  if (!text.next(line)) {
    fail("{} is empty; {}", text.name(), kAdjacencyHeaderForm);
  }
  Fields header(text, line, kAdjacencyHeaderForm);
  const std::uint64_t nodes = header.number("number of nodes", kMaxNodes);
  header.expectEnd();

  EdgeListBuilder builder;
  std::uint64_t node = 0;
  while (text.next(line)) {
    if (node == nodes) {
      if (line.empty()) {
        continue;
      }
      text.failHere(fmt::format("one node more than the {} that the first line announces", nodes));
    }
    Fields fields(text, line, kAdjacencyNodeForm);
    while (!fields.atEnd()) {
      builder.add(static_cast<std::uint32_t>(node), fields.node("successor", 0, nodes));
    }
    ++node;
  }
  checkAnnounced(file, "nodes", nodes, node);
  return builder.build(nodes, text.name().c_str());
}

} // namespace

Format formatAdjacency() {
  return {.rank = 110,
          .name = "adjacency",
          .description = "N, then line I: the successors of node I",
          .suffixes = {".graph-txt", ".adj"},
          .recognises = isAdjacency,
          .read = readAdjacency};
}

} // namespace galois::inputs::detail
