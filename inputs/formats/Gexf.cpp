// GEXF, as Gephi and NetworkX write it:
//
//     <gexf><graph defaultedgetype="undirected">
//       <nodes><node id="Paris" label="Paris"/></nodes>
//       <edges><edge source="Paris" target="Lyon" weight="465"/></edges>
//
// The ids of nodes are their names, numbered in the order in which they appear; labels are left out.
// An edge has the type "directed", "undirected" or "mutual"; the last two are two arcs. Its weight is
// 1 where the attribute is missing, unless it is missing everywhere before.

#include "inputs/formats/Formats.h"
#include "inputs/formats/NamedEdges.h"
#include "inputs/formats/XmlScanner.h"

#include "inputs/Error.h"

#include <optional>

namespace galois::inputs::detail {

namespace {

bool isGexf(std::string_view firstBytes, std::string_view path) {
  return looksLikeXml(firstBytes, path, "gexf");
}

Graph readGexf(InputFile& file, const ReadOptions& options) {
  TextScanner lines(file, TextScanner::kAnyLine);
  XmlScanner xml(lines);
  NamedEdges edges(lines, options);
  bool directed = false;
  bool graph = false;
  bool closed = false;
  bool weighted = false;
  while (!closed && xml.next()) {
    if (xml.begins("graph")) {
      if (graph) {
        lines.failHere("a second <graph>; a file with one graph is read");
      }
      graph = true;
      directed = xml.attribute("defaultedgetype") == "directed";
    } else if (xml.begins("node")) {
      edges.addNode(xml.needed("id"));
    } else if (xml.begins("edge")) {
      const auto type = xml.attribute("type");
      auto weight = xml.attribute("weight");
      weighted = weighted || weight.has_value();
      if (!weight && weighted) {
        weight = "1";
      }
      edges.add(xml.needed("source"), xml.needed("target"), type ? *type == "directed" : directed,
                weight);
    }
    closed = xml.ends("gexf");
  }
  if (!closed) {
    fail("{} is cut short: </gexf> is missing", file.name());
  }
  if (!graph) {
    fail("{} has no <graph>", file.name());
  }
  return edges.build(file);
}

} // namespace

Format formatGexf() {
  return {.rank = 94,
          .name = "gexf",
          .description = "GEXF (XML), nodes with names",
          .suffixes = {".gexf"},
          .recognises = isGexf,
          .example =
              "<gexf><graph defaultedgetype=\"directed\"><nodes><node id=\"a\"/></nodes>\n"
              "<edges><edge source=\"a\" target=\"b\" weight=\"7\"/></edges></graph></gexf>\n",
          .read = readGexf};
}

} // namespace galois::inputs::detail
