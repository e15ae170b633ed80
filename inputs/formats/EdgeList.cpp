// Edge lists, as SNAP and most graph collections have them:
//   # comment, or % comment
//   FROM TO [WEIGHT]        ids from 0 as they stand, separated by blanks, tabs or commas; one line
//   an arc
// All lines have a weight or none has. There are as many nodes as the highest id says, or as many
// as a comment "# Nodes: N" before the first arc announces if that is more, so that isolated last
// nodes survive a round trip. With ReadOptions::relabel, ids are any numbers and the nodes are
// those that appear.

#include "inputs/EdgeListBuilder.h"
#include "inputs/Error.h"
#include "inputs/formats/Formats.h"
#include "inputs/formats/IdTable.h"
#include "inputs/formats/Limits.h"
#include "inputs/formats/WeightText.h"
#include "inputs/io/TextScanner.h"

#include <algorithm>
#include <charconv>

namespace galois::inputs::detail {

namespace {

constexpr const char* kForm = "an edge line is \"FROM TO\" or \"FROM TO WEIGHT\", ids from 0";

/// N of a comment "# Nodes: N ...", else 0.
uint64_t announcedNodes(std::string_view comment) {
  constexpr std::string_view kKey = "Nodes:";
  const size_t key = comment.find(kKey);
  if (key == std::string_view::npos) return 0;
  const size_t digits = comment.find_first_not_of(" \t", key + kKey.size());
  uint64_t nodes = 0;
  if (digits != std::string_view::npos)
    std::from_chars(comment.data() + digits, comment.data() + comment.size(), nodes);
  return nodes <= kMaxNodes ? nodes : 0;
}

} // namespace

bool isEdgeList(std::string_view firstBytes, std::string_view /*path*/) {
  const std::string_view line = firstTellingLine(firstBytes);
  return !line.empty() && ((line[0] >= '0' && line[0] <= '9') || line[0] == '-');
}

Graph readEdgeList(InputFile& file, const ReadOptions& options) {
  TextScanner text(file);
  EdgeListBuilder builder(EdgeKind::kArc, options.weightType);
  IdTable ids;
  const uint64_t highest = options.relabel ? UINT64_MAX : kMaxNodes - 1;
  uint64_t nodes = 0;
  bool weighted = false;
  std::string_view line;
  while (text.next(line)) {
    if (line.empty()) continue;
    if (line[0] == '#' || line[0] == '%') {
      if (builder.size() == 0 && !options.relabel) nodes = std::max(nodes, announcedNodes(line));
      continue;
    }
    Fields fields(text, line, kForm, Separators::kCommas);
    const uint64_t fromId = fields.number("tail", highest);
    const uint64_t toId = fields.number("head", highest);
    const uint32_t from = options.relabel ? ids.add(fromId) : static_cast<uint32_t>(fromId);
    const uint32_t to = options.relabel ? ids.add(toId) : static_cast<uint32_t>(toId);
    nodes = std::max<uint64_t>({nodes, from + uint64_t{1}, to + uint64_t{1}});
    if (options.ignoreWeights) {
      builder.add(from, to);
      continue;
    }
    const bool hasWeight = !fields.atEnd();
    if (builder.size() == 0) weighted = hasWeight;
    if (hasWeight != weighted)
      text.failHere(fmt::format(
          "this edge has {} weight and the ones above have {}; all or none may have one",
          hasWeight ? "a" : "no", weighted ? "one" : "none"));
    if (weighted) {
      builder.add(from, to, readWeight(fields, options, fromId, toId));
      fields.expectEnd();
    } else {
      builder.add(from, to);
    }
  }
  checkNodesPlausible(file, nodes, builder.size());
  Graph graph = builder.build(nodes, text.name().c_str());
  graph.ids = ids.take();
  return graph;
}

void writeEdgeList(const Graph& graph, OutputFile& file, const WriteOptions& /*options*/) {
  file.write(fmt::format("# Nodes: {} Edges: {}\n", graph.numNodes(), graph.numArcs()));
  for (uint64_t node = 0; node < graph.numNodes(); ++node) {
    for (uint64_t arc = graph.offsets[node]; arc < graph.offsets[node + 1]; ++arc) {
      file.writeNumber(node);
      file.write(" ");
      file.writeNumber(uint64_t{graph.dst[arc]});
      if (!graph.weights.empty()) {
        file.write(" ");
        writeWeight(file, graph.weights, arc);
      }
      file.write("\n");
    }
  }
}

} // namespace galois::inputs::detail
