#include "inputs/formats/NodeIds.h"

#include "inputs/names/NodeIdMap.h"

#include <fmt/format.h>

#include <algorithm>

namespace galois::inputs {

void writeNodeIds(const std::vector<std::uint64_t>& ids, OutputFile& file) {
  for (std::uint64_t node = 0; node < ids.size(); ++node) {
    file.writeNumber(node);
    file.write(" ");
    file.writeNumber(ids[node]);
    file.write("\n");
  }
}

std::string describeIds(const Graph& graph, const std::string& source) {
  if (!graph.names.empty()) {
    return fmt::format("{}: {} nodes have names, such as {}", source, graph.numNodes(),
                       NodeName(graph.names[0]));
  }
  if (graph.ids.empty()) {
    return {};
  }
  const auto [lowest, highest] = std::minmax_element(graph.ids.begin(), graph.ids.end());
  return fmt::format("{}: {} nodes have ids between {} and {} and are renumbered without gaps",
                     source, graph.numNodes(), *lowest, *highest);
}

} // namespace galois::inputs
