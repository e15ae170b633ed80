// PACE text, as in the tree-decomposition challenge of 2016:
//
//     c comment
//     p tw NODES EDGES
//     U V                     ids from 1; one line per undirected edge, here one arc in each
//     direction
//
// There are no weights.

#include "inputs/EdgeListBuilder.h"
#include "inputs/Error.h"
#include "inputs/formats/Formats.h"
#include "inputs/formats/Limits.h"
#include "inputs/io/TextScanner.h"

namespace galois::inputs::detail {

namespace {
constexpr const char* kPaceHeaderForm = "the header line is \"p tw NODES EDGES\"";
constexpr const char* kPaceEdgeForm = "an edge line is \"U V\"";

bool isPace(std::string_view firstBytes, std::string_view path) {
  return hasHeader(firstBytes, path, {"p", "tw"});
}

Graph readPace(InputFile& file, const ReadOptions& /*options*/) {
  TextScanner text(file);
  EdgeListBuilder builder(EdgeKind::kEdge);
  bool announced = false;
  std::uint64_t nodes = 0;
  std::uint64_t edges = 0;
  std::string_view line;
  while (text.next(line)) {
    if (line.empty() || line[0] == 'c') {
      continue;
    }
    if (line[0] == 'p') {
      if (announced) {
        text.failHere("a second header line; one \"p tw NODES EDGES\" is allowed");
      }
      Fields fields(text, line.substr(1), kPaceHeaderForm);
      if (fields.word() != "tw") {
        text.failHere(fmt::format("not a PACE file; {}", kPaceHeaderForm));
      }
      nodes = fields.number("number of nodes", kMaxNodes);
      edges = fields.number("number of edges", UINT64_MAX);
      fields.expectEnd();
      announced = true;
      continue;
    }
    if (!announced) {
      text.failHere(fmt::format("an edge before the header; {}", kPaceHeaderForm));
    }
    if (builder.size() == edges) {
      text.failHere(fmt::format("one edge more than the {} that the header announces", edges));
    }
    Fields fields(text, line, kPaceEdgeForm);
    const std::uint32_t u = fields.node("node", 1, nodes);
    const std::uint32_t v = fields.node("node", 1, nodes);
    fields.expectEnd();
    builder.add(u, v);
  }
  if (!announced) {
    fail("{}: there is no header; {}", text.name(), kPaceHeaderForm);
  }
  checkAnnounced(file, "edges", edges, builder.size());
  checkNodesPlausible(file, nodes, edges);
  return builder.build(nodes, text.name().c_str());
}

} // namespace

Format formatPace() {
  return {.rank = 50,
          .name = "pace",
          .description = "PACE text (p tw), undirected",
          .suffixes = {".pace", ".tw"},
          .recognises = isPace,
          .example = "c x\np tw 4 3\n1 2\n3 4\n4 1\n",
          .read = readPace};
}

} // namespace galois::inputs::detail
