// Text of JuliaGraphs (.jlg, .lg), one graph per file:
//
//     NODES,EDGES,u|d,NAME[,..]
//     U,V                     ids from 1; one edge (u) or arc (d) per line
//
// There are no weights.

#include "inputs/EdgeListBuilder.h"
#include "inputs/Error.h"
#include "inputs/formats/Formats.h"
#include "inputs/formats/Limits.h"
#include "inputs/io/TextScanner.h"

#include <algorithm>

namespace galois::inputs::detail {

namespace {
constexpr const char* kJuliaHeaderForm =
    "the first line is \"NODES,EDGES,u,NAME\", or d for directed";
constexpr const char* kJuliaEdgeForm = "an edge line is \"U,V\"";

bool isJuliaGraph(std::string_view firstBytes, std::string_view /*path*/) {
  const std::string_view line = firstTellingLine(firstBytes);
  // Only digits come before the letter, as in "12,34,u,". An edge list has no letters.
  const size_t letter = line.find_first_not_of("0123456789,");
  return letter != std::string_view::npos && letter > 0 && line[letter - 1] == ',' &&
         (line[letter] == 'u' || line[letter] == 'd') && line.substr(letter + 1).starts_with(',') &&
         std::count(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(letter), ',') == 2;
}

Graph readJuliaGraph(InputFile& file, const ReadOptions& /*options*/) {
  TextScanner text(file);
  std::string_view line;
  if (!text.next(line)) {
    fail("{} is empty; {}", text.name(), kJuliaHeaderForm);
  }
  Fields header(text, line, kJuliaHeaderForm, Separators::kCommas);
  const std::uint64_t nodes = header.number("number of nodes", kMaxNodes);
  const std::uint64_t edges = header.number("number of edges", UINT64_MAX);
  const std::string_view direction = header.word();
  if (direction != "u" && direction != "d") {
    text.failHere(kJuliaHeaderForm);
  }

  EdgeListBuilder builder(direction == "u" ? EdgeKind::kEdge : EdgeKind::kArc);
  while (text.next(line)) {
    if (line.empty()) {
      continue;
    }
    if (builder.size() == edges) {
      text.failHere(fmt::format("one edge more than the {} that the header announces", edges));
    }
    Fields fields(text, line, kJuliaEdgeForm, Separators::kCommas);
    const std::uint32_t u = fields.node("node", 1, nodes);
    const std::uint32_t v = fields.node("node", 1, nodes);
    fields.expectEnd();
    builder.add(u, v);
  }
  checkAnnounced(file, "edges", edges, builder.size());
  checkNodesPlausible(file, nodes, edges);
  return builder.build(nodes, text.name().c_str());
}

} // namespace

Format formatJuliaGraph() {
  return {.rank = 80,
          .name = "jlg",
          .description = "text of JuliaGraphs (N,M,u,NAME then U,V)",
          .suffixes = {".jlg", ".lg"},
          .recognises = isJuliaGraph,
          .example = "3,2,u,graph\n1,2\n3,3\n",
          .read = readJuliaGraph};
}

} // namespace galois::inputs::detail
