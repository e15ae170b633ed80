// METIS adjacency lists, as graph partitioners read them:
//
//     % comment
//     NODES EDGES [FMT [NCON]]
//     [SIZE] [W1 .. WNCON] V1 [E1] V2 [E2] ...     line I: the neighbours of node I, ids from 1
//
// FMT has up to three digits, which mean, from the left: nodes have a size, nodes have NCON weights
// (1 if NCON is left out), edges have weights. Sizes and weights of nodes are checked and ignored.
// Every edge is on the lines of both its ends.

#include "inputs/EdgeListBuilder.h"
#include "inputs/Error.h"
#include "inputs/formats/Formats.h"
#include "inputs/formats/Limits.h"
#include "inputs/formats/WeightText.h"
#include "inputs/io/TextScanner.h"

#include <algorithm>

namespace galois::inputs::detail {

namespace {

constexpr const char* kMetisHeaderForm =
    "the header line is \"NODES EDGES [FMT [NCON]]\" with FMT up to three digits 0 or 1";

struct MetisHeader {
  std::uint64_t nodes = 0;
  std::uint64_t edges = 0;
  std::uint64_t numbersOfNode = 0; // size and weights, before the neighbours
  bool edgeWeights = false;
};

MetisHeader readMetisHeader(const TextScanner& text, std::string_view line) {
  Fields fields(text, line, kMetisHeaderForm);
  MetisHeader header;
  header.nodes = fields.number("number of nodes", kMaxNodes);
  header.edges = fields.number("number of edges", UINT64_MAX / 2);
  if (fields.atEnd()) {
    return header;
  }
  std::string digits(fields.word());
  if (digits.size() > 3 || digits.find_first_not_of("01") != std::string::npos) {
    text.failHere(fmt::format("format \"{}\" is not known; {}",
                              Fields(text, digits, "").shownWord(), kMetisHeaderForm));
  }
  digits.insert(0, 3 - digits.size(), '0');
  constexpr std::uint64_t kMostWeights = 1000;
  const bool nodeWeights = digits[1] == '1';
  const std::uint64_t weights =
      fields.atEnd() ? 1 : fields.number("number of weights of a node", kMostWeights);
  fields.expectEnd();
  header.numbersOfNode = (digits[0] == '1' ? 1 : 0) + (nodeWeights ? weights : 0);
  header.edgeWeights = digits[2] == '1';
  return header;
}

bool isMetis(std::string_view firstBytes, std::string_view path) {
  // The content could be an edge list.
  return (path.ends_with(".metis") || path.ends_with(".graph")) &&
         (firstBytes.starts_with('%') || isEdgeList(firstBytes, path));
}

Graph readMetis(InputFile& file, const ReadOptions& options) {
  TextScanner text(file, TextScanner::kAnyLine);
  std::string_view line;
  bool found = false;
  while (!found && text.next(line)) {
    found = !line.empty() && line[0] != '%';
  }
  if (!found) {
    fail("{}: there is no header; {}", text.name(), kMetisHeaderForm);
  }
  const MetisHeader header = readMetisHeader(text, line);
  // A number has at most 20 digits. With fewer edges than the header says, no line is longer.
  constexpr std::uint64_t kNumber = 24;
  const std::uint64_t perNode =
      std::min<std::uint64_t>(header.edges, TextScanner::kAnyLine) * (header.edgeWeights ? 4 : 2) +
      header.numbersOfNode;
  text.limitLines(std::min<std::uint64_t>(kNumber * perNode, TextScanner::kAnyLine));
  const char* const form = header.edgeWeights
                               ? "a node's line is \"NEIGHBOUR WEIGHT\" for each of its edges"
                               : "a node's line is \"NEIGHBOUR\" for each of its edges";

  EdgeListBuilder builder(EdgeKind::kArc, textWeights(options));
  std::uint64_t node = 0;
  while (text.next(line)) {
    if (!line.empty() && line[0] == '%') {
      continue;
    }
    if (node == header.nodes) {
      if (line.empty()) {
        continue;
      }
      text.failHere(fmt::format("one node more than the {} that the header announces", node));
    }
    Fields fields(text, line, form);
    for (std::uint64_t i = 0; i < header.numbersOfNode; ++i) {
      fields.number("weight of the node", UINT64_MAX);
    }
    while (!fields.atEnd()) {
      const std::uint32_t head = fields.node("neighbour", 1, header.nodes);
      const auto tail = static_cast<std::uint32_t>(node);
      if (header.edgeWeights && options.ignoreWeights) {
        fields.word();
        builder.add(tail, head);
      } else if (header.edgeWeights) {
        builder.add(tail, head, readWeight(fields, options, node + 1, head + std::uint64_t{1}));
      } else {
        builder.add(tail, head);
      }
    }
    ++node;
  }
  checkAnnounced(file, "nodes", header.nodes, node);
  checkAnnounced(file, "edges (each on the lines of both its ends)", 2 * header.edges,
                 builder.size());
  return builder.build(header.nodes, text.name().c_str());
}

} // namespace

Format formatMetis() {
  return {.rank = 100,
          .name = "metis",
          .description = "METIS adjacency lists",
          .suffixes = {".metis", ".graph"},
          .recognises = isMetis,
          .read = readMetis};
}

} // namespace galois::inputs::detail
