// Binary graphs of GBBS and PASGAL (.bin). All numbers are little-endian, nodes are numbered from 0:
//
//     8 bytes    the number of nodes, N
//     8 bytes    the number of arcs, M
//     8 bytes    the number of bytes of all this: 24 + 8 (N + 1) + 4 M
//     N + 1      numbers of 8 bytes: where the arcs out of each node begin
//     M          heads of arcs, 4 bytes each
//
// The third number tells the format. The arcs into each node may follow in the same form, the header
// included, as in hyperlink2012.bin; they are not read. An undirected graph has both arcs of each
// edge. There are no weights.

#include "inputs/Error.h"
#include "inputs/formats/Formats.h"
#include "inputs/formats/ReadColumn.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace galois::inputs::detail {

namespace {

struct GbbsHeader {
  std::uint64_t nodes = 0;
  std::uint64_t arcs = 0;
  std::uint64_t bytes = 0;

  bool isConsistent() const {
    constexpr std::uint64_t kMostArcs = UINT64_MAX / 8;
    return nodes <= kMaxNodes && arcs <= kMostArcs &&
           bytes == sizeof(GbbsHeader) + (nodes + 1) * sizeof(std::uint64_t) +
                        arcs * sizeof(std::uint32_t);
  }
};

bool isGbbs(std::string_view firstBytes, std::string_view /*path*/) {
  GbbsHeader header;
  if (firstBytes.size() < sizeof(header)) {
    return false;
  }
  std::memcpy(&header, firstBytes.data(), sizeof(header));
  return header.isConsistent();
}

Graph readGbbs(InputFile& file, const ReadOptions& /*options*/) {
  GbbsHeader header;
  const bool whole =
      file.readFully(reinterpret_cast<char*>(&header), sizeof(header)) == sizeof(header);
  if (!whole || !header.isConsistent()) {
    fail("{} is no binary graph of GBBS: that begins with the numbers of nodes, at most {}, of "
         "arcs, "
         "and of bytes that these take",
         file.name(), kMaxNodes);
  }
  checkFits(header.nodes, header.arcs, 0, file.name().c_str());
  Graph graph;
  graph.offsets.clear();
  readItems(file, graph.offsets, header.nodes + 1);
  if (graph.offsets.front() != 0 || graph.offsets.back() != header.arcs ||
      !std::is_sorted(graph.offsets.begin(), graph.offsets.end())) {
    fail("{} is corrupt: its node index does not ascend from 0 to the {} arcs", file.name(),
         header.arcs);
  }
  readItems(file, graph.dst, header.arcs);
  const auto bad = std::find_if(graph.dst.begin(), graph.dst.end(),
                                [&](std::uint32_t head) { return head >= graph.numNodes(); });
  if (bad != graph.dst.end()) {
    fail("{} is corrupt: arc {} ends in node {}, but there are {} nodes", file.name(),
         bad - graph.dst.begin(), *bad, graph.numNodes());
  }
  if (const std::uint64_t rest = bytesLeft(file); rest != 0 && rest != header.bytes) {
    fail("{} is corrupt: {} bytes follow the arcs; none may, or the {} of the arcs into each node",
         file.name(), rest, header.bytes);
  }
  return graph;
}

} // namespace

Format formatGbbs() {
  return {.rank = 16,
          .name = "gbbs",
          .description = "binary graph of GBBS and PASGAL",
          .suffixes = {".bin"},
          .recognises = isGbbs,
          .isBinary = true,
          .read = readGbbs};
}

} // namespace galois::inputs::detail
