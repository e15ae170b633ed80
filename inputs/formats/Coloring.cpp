// DIMACS text of the clique and colouring challenges (.clq, .col):
//
//     c comment
//     p edge NODES EDGES      or "p col"; some files leave the line out
//     n ID VALUE              a value of a node, checked and ignored
//     e U V                   ids from 1; an undirected edge, here one arc in each direction
//
// The graphs are simple: an edge that is listed twice, in either direction, counts once. Headers
// count the edges once in some of those files and twice in others. There are no weights.

#include "inputs/EdgeListBuilder.h"
#include "inputs/Error.h"
#include "inputs/formats/Formats.h"
#include "inputs/formats/Limits.h"
#include "inputs/io/TextScanner.h"
#include "inputs/transform/Simplify.h"

#include <algorithm>

namespace galois::inputs::detail {

namespace {
constexpr const char* kHeaderForm = "the header line is \"p edge NODES EDGES\"";
constexpr const char* kEdgeForm = "an edge line is \"e U V\"";
constexpr const char* kNodeForm = "a node line is \"n ID VALUE\"";
} // namespace

bool isColoring(std::string_view firstBytes, std::string_view /*path*/) {
  const std::string_view line = firstTellingLine(firstBytes);
  return startsWithWords(line, {"p", "edge"}) || startsWithWords(line, {"p", "edges"}) ||
         startsWithWords(line, {"p", "col"}) || startsWithWords(line, {"e"});
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
      Fields fields(text, line.substr(1), kEdgeForm);
      const std::uint32_t u = fields.node("node", 1, limit);
      const std::uint32_t v = fields.node("node", 1, limit);
      fields.expectEnd();
      builder.add(u, v);
      nodes = std::max<std::uint64_t>({nodes, u + std::uint64_t{1}, v + std::uint64_t{1}});
    } else if (kind == 'p') {
      if (announced || builder.size() > 0) {
        text.failHere("a header line behind another or behind edges; one is allowed, before them");
      }
      Fields fields(text, line.substr(1), kHeaderForm);
      const std::string_view what = fields.word();
      if (what != "edge" && what != "edges" && what != "col") {
        text.failHere(fmt::format("not a clique or colouring file; {}", kHeaderForm));
      }
      nodes = limit = fields.number("number of nodes", kMaxNodes);
      edges = fields.number("number of edges", UINT64_MAX / 2);
      fields.expectEnd();
      announced = true;
    } else if (kind == 'n') {
      Fields fields(text, line.substr(1), kNodeForm);
      fields.node("node", 1, limit);
      fields.real("value of the node");
      fields.expectEnd();
    } else if (line[0] != 'c') {
      text.failHere(
          fmt::format("\"{}\" starts no line of this format; {}, {}, and comments start with c",
                      Fields(text, line, "").shownWord(), kHeaderForm, kEdgeForm));
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

} // namespace galois::inputs::detail
