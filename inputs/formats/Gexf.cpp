// GEXF, as Gephi and NetworkX write it:
//
//     <gexf><graph defaultedgetype="undirected">
//       <nodes><node id="Paris" label="Paris"/></nodes>
//       <edges><edge source="Paris" target="Lyon" weight="465"/></edges>
//
// The ids of nodes are their names, numbered in the order in which they appear; labels are left
// out. An edge has the type "directed", "undirected" or "mutual"; the last two are two arcs. Its
// weight is the attribute "weight", and 1 where it is missing, because Gephi leaves out a weight of
// 1. Where no edge has it, the weight is the value of an attribute that the file declares, by the
// rule of EdgeAttributes.h:
//
//     <attributes class="edge"><attribute id="0" title="distance" type="double"/></attributes>
//     <edge ...><attvalues><attvalue for="0" value="465"/></attvalues></edge>
//
// Weights that change in time are refused.

#include "inputs/formats/EdgeAttributes.h"
#include "inputs/formats/Formats.h"
#include "inputs/formats/NamedEdges.h"
#include "inputs/formats/XmlScanner.h"

#include "inputs/Error.h"

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace galois::inputs::detail {

namespace {

bool isGexf(std::string_view firstBytes, std::string_view path) {
  return looksLikeXml(firstBytes, path, "gexf");
}

/// Reads one file.
class GexfReader {
public:
  GexfReader(InputFile& file, const ReadOptions& options)
      : file_(file), options_(options), lines_(file), xml_(lines_), attributes_(lines_, options),
        edges_(lines_, options) {
    if (options.columns.weight) {
      // The weights of the format are one attribute among others.
      attributes_.declare(kOwn, "weight", "double");
      attributes_.setDefault("1");
    } else if (!options.ignoreWeights) {
      valued_.emplace(lines_, options);
    }
  }

  Graph read() {
    xml_.readAll(
        "gexf", [this] { begin(); }, [this] { end(); });
    if (!graph_) {
      fail("{} has no <graph>", file_.name());
    }
    return build();
  }

private:
  static constexpr std::string_view kOwn{}; ///< no id of an attribute

  void begin() {
    const std::string_view name = xml_.name();
    if (name == "graph") {
      if (graph_) {
        lines_.failHere("a second <graph>; a file with one graph is read");
      }
      graph_ = true;
      directed_ = xml_.attribute("defaultedgetype") == "directed";
    } else if (name == "attributes") {
      ofEdges_ = xml_.attribute("class") == "edge";
      inTime_ = ofEdges_ && xml_.attribute("mode") == "dynamic";
    } else if (name == "attribute" && ofEdges_) {
      const std::string_view id = xml_.needed("id");
      attributes_.declare(id, xml_.attribute("title").value_or(""),
                          xml_.attribute("type").value_or(""));
      if (inTime_) {
        changing_.emplace(id);
      }
      inAttribute_ = true;
    } else if (name == "node") {
      const std::string_view id = xml_.needed("id");
      edges_.addNode(id);
      if (valued_) {
        valued_->addNode(id);
      }
    } else if (name == "edge") {
      beginEdge();
    } else if (name == "attvalue" && inEdge_ && valuesMatter()) {
      const auto id = xml_.attribute("for") ? xml_.attribute("for") : xml_.attribute("id");
      const bool inTime = xml_.attribute("start") || xml_.attribute("end") ||
                          xml_.attribute("startopen") || xml_.attribute("endopen") ||
                          xml_.attribute("timestamp");
      if (id && !id->empty()) {
        attributes_.add(*id, xml_.attribute("value").value_or(""),
                        inTime || changing_.contains(*id));
      }
    }
  }

  void beginEdge() {
    inEdge_ = true;
    from_ = xml_.needed("source");
    to_ = xml_.needed("target");
    const auto type = xml_.attribute("type");
    edgeDirected_ = type ? *type == "directed" : directed_;
    attributes_.beginEdge();
    weight_.assign(1, '1'); // g++ 12 warns about the assignment of a literal here
    if (const auto weight = xml_.attribute("weight")) {
      weight_ = *weight;
      own_ = true;
      valued_.reset();
      if (options_.columns.weight) {
        attributes_.add(kOwn, *weight);
      }
    }
  }

  void end() {
    const std::string_view name = xml_.name();
    if (name == "default" && inAttribute_) {
      attributes_.setDefault(xml_.text());
    } else if (name == "attribute") {
      inAttribute_ = false;
    } else if (name == "attributes") {
      ofEdges_ = false;
    } else if (name == "edge") {
      endEdge();
    }
  }

  void endEdge() {
    inEdge_ = false;
    if (options_.columns.weight) {
      const auto weight = attributes_.weight();
      refuseChanges();
      edges_.add(from_, to_, edgeDirected_, weight);
      return;
    }
    edges_.add(from_, to_, edgeDirected_, weight_);
    if (!valuesMatter()) {
      return;
    }
    try {
      addValued();
    } catch (const InputError& error) {
      wrong_ = error.what(); // it matters only if no edge has a weight of the format
      valued_.reset();
    }
  }

  /// Returns whether the weight can be an attribute that the file declares.
  bool valuesMatter() const {
    return options_.columns.weight || (!own_ && wrong_.empty() && !options_.ignoreWeights);
  }

  /// Adds the edge with the weight that an attribute has.
  void addValued() {
    const auto weight = attributes_.weight();
    if (attributes_.name().empty()) {
      valued_.reset(); // no attribute is the weight so far
      return;
    }
    refuseChanges();
    if (!valued_ || weighted_.value_or(weight.has_value()) != weight.has_value()) {
      lines_.failHere(
          fmt::format("an edge with the weight \"{}\" and one without; all or none may have one",
                      attributes_.name()));
    }
    weighted_ = weight.has_value();
    valued_->add(from_, to_, edgeDirected_, weight);
  }

  void refuseChanges() const {
    if (attributes_.changesInTime()) {
      lines_.failHere(fmt::format("the weights, \"{}\", change in time; write one weight per edge, "
                                  "as its attribute weight, or say --weight-column=none",
                                  attributes_.name()));
    }
  }

  Graph build() {
    if (own_ || options_.columns.weight || options_.ignoreWeights) {
      return edges_.build(file_);
    }
    if (!wrong_.empty()) {
      fail("{}", wrong_);
    }
    if (valued_ && weighted_.value_or(false)) {
      return valued_->build(file_);
    }
    Graph graph = edges_.build(file_);
    graph.weights.clear(); // all are 1, because no edge says otherwise
    if (std::string note = attributes_.note(); !note.empty()) {
      graph.notes.push_back(std::move(note));
    }
    return graph;
  }

  InputFile& file_;
  const ReadOptions& options_;
  TextScanner lines_;
  XmlScanner xml_;
  EdgeAttributes attributes_;
  NamedEdges edges_;                 // with the weights of the format
  std::optional<NamedEdges> valued_; // with those of an attribute, as long as these may be used
  bool graph_ = false;
  bool directed_ = false;
  bool ofEdges_ = false; // in the declarations of attributes of edges
  bool inTime_ = false;  // these change in time
  bool inAttribute_ = false;
  bool inEdge_ = false;
  bool edgeDirected_ = false;
  bool own_ = false;             // an edge has a weight of the format
  std::optional<bool> weighted_; // whether edges have the attribute that is the weight
  std::string wrong_;            // what is wrong with it
  std::set<std::string, std::less<>> changing_;
  std::string from_;
  std::string to_;
  std::string weight_;
};

Graph readGexf(InputFile& file, const ReadOptions& options) {
  return GexfReader(file, options).read();
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
          .read = readGexf,
          .namedColumns = NamedColumns::kWeight};
}

} // namespace galois::inputs::detail
