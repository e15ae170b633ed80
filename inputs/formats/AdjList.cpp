// Adjacency lists without a header, as NetworkX (write_adjlist) and SNAP write them:
//
//     # comment
//     NODE V1 V2 ...          arcs from NODE to each of the others, separated by blanks, tabs or
//     commas
//
// Nodes can have names, between double quotes if they contain a separator. Then the first is one.
//
// A node may have several lines, or a line without a neighbour. There are no weights. ArcsById.h
// determines which nodes there are. NetworkX lists each edge of an undirected graph once, as it
// does in an edge list, so such a graph needs to be symmetrized.
//
// Nothing distinguishes such a file from an edge list with weights. So only the suffix .adjlist or
// the name of the format selects it.

#include "inputs/Error.h"
#include "inputs/formats/ArcsById.h"
#include "inputs/formats/ArcsByName.h"
#include "inputs/formats/EdgeColumns.h"
#include "inputs/formats/Formats.h"
#include "inputs/io/TextScanner.h"

#include <string>
#include <utility>

namespace galois::inputs::detail {

namespace {
constexpr const char* kAdjListForm = "a line is \"NODE NEIGHBOUR NEIGHBOUR ...\"";

bool isAdjList(std::string_view firstBytes, std::string_view path) {
  return path.ends_with(".adjlist") && !firstTellingLine(firstBytes).empty();
}

/// Reads a list between names. @param line  the first line that is no comment
Graph readNamed(InputFile& file, TextScanner& text, std::string_view line,
                const ReadOptions& options) {
  ArcsByName arcs(options);
  do {
    if (line.empty() || line[0] == '#' || line[0] == '%') {
      continue;
    }
    Fields fields(text, line, kAdjListForm, Separators::kCommas);
    const std::string node = fields.name("node");
    if (fields.atEnd()) {
      arcs.addNode(text, node);
    }
    while (!fields.atEnd()) {
      arcs.add(text, node, fields.name("neighbour"));
    }
  } while (text.next(line));
  return arcs.build(file);
}

Graph readAdjList(InputFile& file, const ReadOptions& options) {
  TextScanner text(file, TextScanner::kAnyLine);
  ArcsById arcs(options);
  bool begun = false;
  for (std::string_view line; text.next(line);) {
    if (line.empty() || line[0] == '#' || line[0] == '%') {
      continue;
    }
    Fields fields(text, line, kAdjListForm, Separators::kCommas);
    if (!std::exchange(begun, true) && (options.names || isNodeName(fields.nextWord()))) {
      return readNamed(file, text, line, options);
    }
    const std::uint64_t node = fields.number("node", arcs.highest());
    if (fields.atEnd()) {
      arcs.addNode(node);
    }
    while (!fields.atEnd()) {
      arcs.add(node, fields.number("neighbour", arcs.highest()));
    }
  }
  return arcs.build(file);
}

} // namespace

Format formatAdjList() {
  return {.rank = 120,
          .name = "adjlist",
          .description = "lines NODE NEIGHBOUR NEIGHBOUR ..., as NetworkX and SNAP write them",
          .suffixes = {".adjlist"},
          .recognises = isAdjList,
          .read = readAdjList};
}

} // namespace galois::inputs::detail
