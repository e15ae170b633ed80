// DIMACS text of the clique and colouring challenges (.clq, .col):
//
//     c comment
//     p edge NODES EDGES      or "p col"; some files leave the line out
//     n ID VALUE              a value of a node, checked and ignored
//     e U V                   ids from 1; an undirected edge, here one arc in each direction
//
// The graphs are simple: an edge that is listed twice, in either direction, counts once. Headers
// count the edges once in some of those files and twice in others; those written here count them
// once. There are no weights: those of a graph are left out.

#include "inputs/EdgeListBuilder.h"
#include "inputs/Error.h"
#include "inputs/formats/Formats.h"
#include "inputs/formats/Limits.h"
#include "inputs/io/OutputFile.h"
#include "inputs/io/TextScanner.h"
#include "inputs/transform/Simplify.h"

#include <algorithm>
#include <vector>

namespace galois::inputs::detail {

namespace {
constexpr const char* kColoringHeaderForm = "the header line is \"p edge NODES EDGES\"";
constexpr const char* kColoringEdgeForm = "an edge line is \"e U V\"";
constexpr const char* kColoringNodeForm = "a node line is \"n ID VALUE\"";

/// Also returns true for edges without a header, unless the suffix says that "e" is a node.
bool isColoring(std::string_view firstBytes, std::string_view path) {
  return hasHeader(firstBytes, path, {"p", "edge"}) ||
         hasHeader(firstBytes, path, {"p", "edges"}) || hasHeader(firstBytes, path, {"p", "col"}) ||
         (areLinesOf(firstBytes, "e", 2) && !saysEdgeList(path));
}

Graph readColoring(InputFile& file, const ReadOptions& /*options*/) {
  TextScanner text(file);
  EdgeListBuilder builder(EdgeKind::kEdge);
  bool announced = false;
  std::uint64_t limit = kMaxNodes; // the greatest id
  std::uint64_t nodes = 0;
  std::uint64_t edges = 0;
  std::string_view line;
  while (text.next(line)) {
    if (line.empty()) {
      continue;
    }
    const char kind = line.size() > 1 && line[1] != ' ' && line[1] != '\t' ? '?' : line[0];
    if (kind == 'e') {
      Fields fields(text, line.substr(1), kColoringEdgeForm);
      const std::uint32_t u = fields.node("node", 1, limit);
      const std::uint32_t v = fields.node("node", 1, limit);
      fields.expectEnd();
      builder.add(u, v);
      nodes = std::max<std::uint64_t>({nodes, u + std::uint64_t{1}, v + std::uint64_t{1}});
    } else if (kind == 'p') {
      if (announced || builder.size() > 0) {
        text.failHere("a header line behind another or behind edges; one is allowed, before them");
      }
      Fields fields(text, line.substr(1), kColoringHeaderForm);
      const std::string_view what = fields.word();
      if (what != "edge" && what != "edges" && what != "col") {
        text.failHere(fmt::format("not a clique or colouring file; {}", kColoringHeaderForm));
      }
      nodes = limit = fields.number("number of nodes", kMaxNodes);
      edges = fields.number("number of edges", UINT64_MAX / 2);
      fields.expectEnd();
      announced = true;
    } else if (kind == 'n') {
      Fields fields(text, line.substr(1), kColoringNodeForm);
      fields.node("node", 1, limit);
      fields.real("value of the node");
      fields.expectEnd();
    } else if (line[0] != 'c') {
      text.failHere(
          fmt::format("\"{}\" starts no line of this format; {}, {}, and comments start with c",
                      Fields(text, line, "").shownWord(), kColoringHeaderForm, kColoringEdgeForm));
    }
  }
  const std::uint64_t lines = builder.size();
  if (announced && lines != 2 * edges && edges != 2 * lines) {
    checkAnnounced(file, "edges", edges, lines);
  }
  checkNodesPlausible(file, nodes, lines);
  Graph graph = builder.build(nodes, text.name().c_str());
  removeDuplicates(graph);
  return graph;
}

void writeColoring(const Graph& graph, OutputFile& file, const WriteOptions& /*options*/) {
  std::vector<std::vector<std::uint32_t>> rows(graph.numNodes());
  std::uint64_t arcs = 0;
  for (std::uint64_t node = 0; node < graph.numNodes(); ++node) {
    rows[node].assign(graph.dst.data() + graph.offsets[node],
                      graph.dst.data() + graph.offsets[node + 1]);
    std::sort(rows[node].begin(), rows[node].end());
    rows[node].erase(std::unique(rows[node].begin(), rows[node].end()), rows[node].end());
    arcs += rows[node].size();
  }
  for (std::uint64_t node = 0; node < graph.numNodes(); ++node) {
    for (const std::uint32_t other : rows[node]) {
      if (other == node) {
        fail("the format col has no edge from a node to itself, as node {} has; --remove-loops "
             "removes them",
             node);
      }
      if (!std::binary_search(rows[other].begin(), rows[other].end(), node)) {
        fail("the format col is undirected, and the arc from node {} to node {} has no arc back; "
             "--symmetrize adds it",
             node, other);
      }
    }
  }
  file.write(fmt::format("p edge {} {}\n", graph.numNodes(), arcs / 2));
  for (std::uint64_t node = 0; node < graph.numNodes(); ++node) {
    for (const std::uint32_t other : rows[node]) {
      if (node < other) {
        file.write("e ");
        file.writeNumber(node + 1);
        file.write(" ");
        file.writeNumber(std::uint64_t{other} + 1);
        file.write("\n");
      }
    }
  }
}

} // namespace

Format formatColoring() {
  return {.rank = 60,
          .name = "col",
          .description = "DIMACS colouring or clique text (p edge, e)",
          .suffixes = {".col", ".clq"},
          .recognises = isColoring,
          .example = "c x\np edge 3 2\ne 1 2\ne 3 2\n",
          .read = readColoring,
          .write = writeColoring,
          .writesWeights = false};
}

} // namespace galois::inputs::detail
