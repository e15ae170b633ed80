// Serialized graphs of the GAP benchmark suite, without weights (.sg) and with them (.wsg). All
// numbers are little-endian, nodes are numbered from 0:
//
//     1 byte     whether the graph is directed, 0 or 1
//     8 bytes    the number of arcs, M
//     8 bytes    the number of nodes, N
//     N + 1      numbers of 8 bytes: where the arcs out of each node begin
//     M          arcs: the head, 4 bytes; in a .wsg followed by the weight, an integer of 4 bytes
//                with a sign
//
// In a directed graph the arcs into each node follow in the same form, N + 1 and M; they are not
// read. In an undirected graph each edge is stored twice, and M may count it once or twice.
//
// The two cannot be told apart by their contents, so the suffix decides, or --from=.

#include "inputs/Error.h"
#include "inputs/formats/Formats.h"
#include "inputs/formats/Limits.h"
#include "inputs/formats/ReadColumn.h"
#include "inputs/transform/ScaleWeights.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <vector>

namespace galois::inputs::detail {

namespace {

constexpr size_t kHeader = 17;

/// The header, and the number of arcs that the offsets show.
struct GapHeader {
  bool directed = false;
  std::uint64_t arcs = 0;
  std::uint64_t nodes = 0;
};

std::optional<GapHeader> headerOf(std::string_view bytes) {
  if (bytes.size() < kHeader || (bytes[0] != 0 && bytes[0] != 1)) {
    return std::nullopt;
  }
  GapHeader header{.directed = bytes[0] == 1};
  std::memcpy(&header.arcs, bytes.data() + 1, sizeof(header.arcs));
  std::memcpy(&header.nodes, bytes.data() + 1 + sizeof(header.arcs), sizeof(header.nodes));
  return header;
}

bool isUnweighted(std::string_view firstBytes, std::string_view path) {
  return path.ends_with(".sg") && headerOf(firstBytes);
}

bool isWeighted(std::string_view firstBytes, std::string_view path) {
  return path.ends_with(".wsg") && headerOf(firstBytes);
}

/// Throws InputError unless what is left of the file has this number of bytes.
void expectRest(InputFile& file, std::uint64_t bytes) {
  if (const std::uint64_t rest = bytesLeft(file); rest != bytes) {
    fail("{} is corrupt: {} bytes follow the arcs, and not {}; a .sg has no weights and a .wsg has "
         "them",
         file.name(), rest, bytes);
  }
}

/// Returns the word of a weight: of 8 bytes for a float, which holds each of these integers, and
/// else of 4. @throws InputError  when its type does not have it
std::uint64_t wordOf(std::int32_t weight, WeightType type, const ReadOptions& options,
                     const InputFile& file) {
  switch (type) {
  case WeightType::kFloat:
    return orderedWord(static_cast<double>(weight));
  case WeightType::kSigned:
    return orderedWord(weight);
  default:
    break;
  }
  if (weight < 0) {
    fail("{}: weight {} is negative; {}", file.name(), weight,
         options.usable != UsableWeights::kAny ? "a weight must be 0 or more here"
                                               : "say --weight-type=signed if that is meant");
  }
  return static_cast<std::uint32_t>(weight);
}

/// Reads the offsets. @throws InputError  when they are not those of the header
Graph readOffsets(InputFile& file, const GapHeader& header) {
  Graph graph;
  graph.offsets.clear();
  readItems(file, graph.offsets, header.nodes + 1);
  const std::uint64_t arcs = graph.offsets.back();
  const bool counted = arcs == header.arcs || (!header.directed && arcs == 2 * header.arcs);
  if (graph.offsets.front() != 0 || !counted ||
      !std::is_sorted(graph.offsets.begin(), graph.offsets.end())) {
    fail("{} is corrupt: its node index does not ascend from 0 to the {} arcs", file.name(),
         header.arcs);
  }
  return graph;
}

Graph readGap(InputFile& file, const ReadOptions& options, bool weighted) {
  char start[kHeader];
  const auto header = headerOf({start, file.readFully(start, sizeof(start))});
  if (!header || header->nodes > kMaxNodes) {
    fail(
        "{} is no serialized graph of GAP: that begins with 0 or 1, and the numbers of arcs and of "
        "nodes, at most {}",
        file.name(), kMaxNodes);
  }
  checkFits(header->nodes, header->arcs, weighted ? 4 : 0, file.name().c_str());
  Graph graph = readOffsets(file, *header);
  const std::uint64_t arcs = graph.offsets.back();
  if (weighted) {
    struct Arc {
      std::uint32_t head;
      std::int32_t weight;
    };
    std::vector<Arc> both;
    readItems(file, both, arcs);
    const WeightType type = options.weightType.value_or(WeightType::kInteger);
    const unsigned bytes = options.ignoreWeights ? 0 : type == WeightType::kFloat ? 8 : 4;
    graph.weights.assign(bytes == 0 ? 0 : arcs, bytes, type);
    graph.dst.reserve(arcs);
    for (const Arc& arc : both) {
      if (!options.ignoreWeights) {
        graph.weights.set(graph.dst.size(), wordOf(arc.weight, type, options, file));
      }
      graph.dst.push_back(arc.head);
    }
  } else {
    readItems(file, graph.dst, arcs);
  }
  const auto bad = std::find_if(graph.dst.begin(), graph.dst.end(),
                                [&](std::uint32_t head) { return head >= graph.numNodes(); });
  if (bad != graph.dst.end()) {
    fail("{} is corrupt: arc {} ends in node {}, but there are {} nodes; is it a {}?", file.name(),
         bad - graph.dst.begin(), *bad, graph.numNodes(), weighted ? ".sg" : ".wsg");
  }
  const std::uint64_t perArc = weighted ? 8 : 4;
  expectRest(file, header->directed ? (graph.numNodes() + 1) * 8 + arcs * perArc : 0);
  if (options.scale != 1 && !graph.weights.empty()) {
    scaleWeights(graph, options.scale);
  }
  return graph;
}

Graph readUnweighted(InputFile& file, const ReadOptions& options) {
  return readGap(file, options, false);
}

Graph readWeighted(InputFile& file, const ReadOptions& options) {
  return readGap(file, options, true);
}

} // namespace

Format formatGapGraph() {
  return {.rank = 5,
          .name = "sg",
          .description = "serialized graph of GAP, without weights",
          .suffixes = {".sg"},
          .recognises = isUnweighted,
          .isBinary = true,
          .read = readUnweighted};
}

Format formatGapWeighted() {
  return {.rank = 6,
          .name = "wsg",
          .description = "serialized graph of GAP, with weights",
          .suffixes = {".wsg"},
          .recognises = isWeighted,
          .isBinary = true,
          .read = readWeighted};
}

} // namespace galois::inputs::detail
