// Tables of arcs with the header source,target,weight (the last where there are weights), as
// spreadsheets and data frames read them:
//
//     source,target,weight
//     Paris,"Frankfurt, Main",572
//
// Nodes are called by their names or ids, or else by their numbers. Nodes without arcs are not
// written. Quotes stand where a name needs them, doubled where it contains one. The reader is that
// of edge lists, which finds out by the content that a file is a table; so --from=csv is never
// necessary.

#include "inputs/formats/Formats.h"
#include "inputs/formats/WeightText.h"
#include "inputs/names/NodeIdMap.h"

namespace galois::inputs::detail {

namespace {

Graph readCsv(InputFile& file, const ReadOptions& options) {
  return formatNamed("edgelist").read(file, options);
}

bool isNoCsv(std::string_view /*firstBytes*/, std::string_view /*path*/) { return false; }

void writeCsv(const Graph& graph, OutputFile& file, const WriteOptions& /*options*/) {
  const auto name = [&](std::uint64_t node) {
    return !graph.names.empty() ? NodeName(graph.names[node])
                                : NodeName(graph.ids.empty() ? node : graph.ids[node]);
  };
  file.write(graph.weights.empty() ? "source,target\n" : "source,target,weight\n");
  for (std::uint64_t node = 0; node < graph.numNodes(); ++node) {
    for (std::uint64_t arc = graph.offsets[node]; arc < graph.offsets[node + 1]; ++arc) {
      writeNode(file, name(node));
      file.write(",");
      writeNode(file, name(graph.dst[arc]));
      if (!graph.weights.empty()) {
        file.write(",");
        writeWeight(file, graph.weights, arc);
      }
      file.write("\n");
    }
  }
}

} // namespace

Format formatCsv() {
  return {.rank = 131,
          .name = "csv",
          .description = "a table with the header source,target[,weight], with names",
          .suffixes = {".csv"},
          .recognises = isNoCsv,
          .read = readCsv,
          .write = writeCsv,
          .writesNames = true,
          .namedColumns = NamedColumns::kAll};
}

} // namespace galois::inputs::detail
