// GraphML, as NetworkX, igraph, yEd and others write it:
//
//     <graphml>
//       <key id="d0" for="edge" attr.name="weight" attr.type="double"/>
//       <graph edgedefault="undirected">
//         <node id="Paris"/>
//         <edge source="Paris" target="Lyon"><data key="d0">465</data></edge>
//
// The ids of nodes are their names, numbered in the order in which they appear. An edge is directed
// as its attribute `directed` says, else as edgedefault does; an undirected one is two arcs. The
// weight is the edge's data under the name that EdgeAttributes.h finds, where the id of a key
// stands for an attr.name that is missing. Other data is left out, and so are ports. A file has one
// graph, without graphs in nodes and without hyperedges.

#include "inputs/formats/EdgeAttributes.h"
#include "inputs/formats/Formats.h"
#include "inputs/formats/NamedEdges.h"
#include "inputs/formats/XmlScanner.h"

#include "inputs/Error.h"

#include <string>
#include <utility>

namespace galois::inputs::detail {

namespace {

bool isGraphMl(std::string_view firstBytes, std::string_view path) {
  return looksLikeXml(firstBytes, path, "graphml");
}

/// Reads one file.
class GraphMlReader {
public:
  GraphMlReader(InputFile& file, const ReadOptions& options)
      : file_(file), lines_(file), xml_(lines_), attributes_(lines_, options),
        edges_(lines_, options) {}

  Graph read() {
    xml_.readAll(
        "graphml", [this] { begin(); }, [this] { end(); });
    if (!graph_) {
      fail("{} has no <graph>", file_.name());
    }
    Graph graph = edges_.build(file_);
    if (std::string note = attributes_.note(); !note.empty()) {
      graph.notes.push_back(std::move(note));
    }
    return graph;
  }

private:
  void begin() {
    const std::string_view name = xml_.name();
    if (name == "key") {
      readKey();
    } else if (name == "graph") {
      if (graph_) {
        lines_.failHere("a second <graph>, or one in a node; a file with one graph is read");
      }
      graph_ = true;
      directed_ = xml_.attribute("edgedefault") != "undirected";
    } else if (name == "node") {
      edges_.addNode(xml_.needed("id"));
    } else if (name == "hyperedge") {
      lines_.failHere("a hyperedge; only edges between two nodes are read");
    } else if (name == "edge") {
      inEdge_ = true;
      from_ = xml_.needed("source");
      to_ = xml_.needed("target");
      const auto own = xml_.attribute("directed");
      edgeDirected_ = own ? *own == "true" || *own == "1" : directed_;
      attributes_.beginEdge();
    } else if (name == "data") {
      key_ = xml_.needed("key");
    }
  }

  void end() {
    const std::string_view name = xml_.name();
    if (name == "data" && inEdge_) {
      attributes_.add(key_, xml_.text());
    } else if (name == "edge") {
      edges_.add(from_, to_, edgeDirected_, attributes_.weight());
      inEdge_ = false;
    } else if (name == "default" && inEdgeKey_) {
      attributes_.setDefault(xml_.text());
    } else if (name == "key") {
      inEdgeKey_ = false;
    }
  }

  void readKey() {
    const auto what = xml_.attribute("for");
    inEdgeKey_ = !what || *what == "edge" || *what == "all";
    if (inEdgeKey_) {
      attributes_.declare(xml_.needed("id"), xml_.attribute("attr.name").value_or(""),
                          xml_.attribute("attr.type").value_or(""));
    }
  }

  InputFile& file_;
  TextScanner lines_;
  XmlScanner xml_;
  EdgeAttributes attributes_;
  NamedEdges edges_;
  bool graph_ = false;
  bool directed_ = true;
  bool inEdge_ = false;
  bool inEdgeKey_ = false;
  bool edgeDirected_ = true;
  std::string from_;
  std::string to_;
  std::string key_;
};

Graph readGraphMl(InputFile& file, const ReadOptions& options) {
  return GraphMlReader(file, options).read();
}

} // namespace

Format formatGraphMl() {
  return {.rank = 92,
          .name = "graphml",
          .description = "GraphML (XML), nodes with names",
          .suffixes = {".graphml"},
          .recognises = isGraphMl,
          .example = "<?xml version=\"1.0\"?>\n<graphml><key id=\"d\" for=\"edge\" "
                     "attr.name=\"weight\"/>\n<graph edgedefault=\"directed\"><node id=\"a\"/>"
                     "<edge source=\"a\" target=\"b &amp; c\"><data key=\"d\">7</data></edge>\n"
                     "</graph></graphml>\n",
          .read = readGraphMl,
          .namedColumns = NamedColumns::kWeight};
}

} // namespace galois::inputs::detail
