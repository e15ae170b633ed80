// Networks of Pajek, as Pajek itself, NetworkX, igraph and others write them:
//
//     % comment
//     *Network name
//     *Vertices 3
//     1 "Paris" 0.1 0.2       number from 1, and perhaps a label, a place and what to draw
//     2 "Lyon"
//     3 "Nice"
//     *Arcs                   or *Edges, which go both ways
//     1 2 465                 perhaps with a weight, and with more, which is left out
//     *Arcslist               or *Edgeslist: a node, and those to which its arcs lead
//     1 2 3
//     *Matrix                 in place of these: a row per node, where 0 is no arc
//     0 465 0
//
// Words behind '*' are in any case, and any number of these parts may follow each other. If each
// node has a label and no two have the same, labels are the names of nodes; else nodes are called
// by their numbers. An arc without a weight has the weight 1 if another one has a weight, because
// Pajek says so. Places become coordinates (NodePlaces.h) if the vertices are listed in order. A
// file may have more networks, partitions and vectors; the first network is read, and a note says
// so.

#include "inputs/formats/Formats.h"
#include "inputs/formats/Limits.h"
#include "inputs/formats/NodeLabels.h"
#include "inputs/formats/NodePlaces.h"
#include "inputs/formats/WeightNames.h"
#include "inputs/formats/WeightedEdges.h"

#include "inputs/Error.h"
#include "inputs/io/TextScanner.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace galois::inputs::detail {

namespace {

constexpr const char* kVerticesForm = "the first part is \"*Vertices NUMBER\"";
constexpr const char* kVertexForm = "a line of a vertex is \"NUMBER \"LABEL\" ...\"";
constexpr const char* kPajekArcForm = "a line under *Arcs or *Edges is \"FROM TO WEIGHT ...\"";
constexpr const char* kListForm = "a line under *Arcslist or *Edgeslist is \"FROM TO TO ...\"";

constexpr std::array<std::string_view, 7> kParts = {"network",  "vertices",  "arcs",  "edges",
                                                    "arcslist", "edgeslist", "matrix"};

/// Returns the word behind '*' in lower case, or "" for another line.
std::string partOf(std::string_view line) {
  return line.starts_with('*') ? lowerCase(line.substr(1, line.find_first_of(" \t:", 1) - 1)) : "";
}

bool isPajek(std::string_view firstBytes, std::string_view /*path*/) {
  return std::find(kParts.begin(), kParts.end(), partOf(firstTellingLine(firstBytes))) !=
         kParts.end();
}

bool isZero(std::string_view word) {
  double value = 1;
  const auto read = std::from_chars(word.data(), word.data() + word.size(), value);
  return read.ptr == word.data() + word.size() && value == 0;
}

/// Reads one file.
class PajekReader {
public:
  PajekReader(InputFile& file, const ReadOptions& options)
      : file_(file), text_(file, TextScanner::kAnyLine),
        edges_(text_, options, MissingWeight::kOne) {}

  Graph read() {
    std::string note;
    for (std::string_view line; note.empty() && text_.next(line);) {
      if (line.empty() || line[0] == '%') {
        continue;
      }
      if (line[0] == '*') {
        note = beginPart(line);
      } else {
        readLine(line);
      }
    }
    if (!nodes_) {
      fail("{} has no vertices; {}", text_.name(), kVerticesForm);
    }
    endPart();
    checkNodesPlausible(file_, *nodes_, edges_.size() + listed_);
    Graph graph = edges_.build(*nodes_);
    places_.giveTo(graph);
    if (!labels_.giveTo(graph, text_, "their numbers")) {
      graph.ids.resize(*nodes_);
      std::iota(graph.ids.begin(), graph.ids.end(), std::uint64_t{1});
    }
    if (!note.empty()) {
      graph.notes.push_back(std::move(note));
    }
    return graph;
  }

private:
  /// Begins the part that the line names. Returns a note if the network ends there.
  std::string beginPart(std::string_view line) {
    endPart();
    part_ = partOf(line);
    const bool known = std::find(kParts.begin(), kParts.end(), part_) != kParts.end();
    if (nodes_ && (!known || part_ == "network" || part_ == "vertices")) {
      return fmt::format("{}:{}: the first network ends before *{}, and the rest is not read",
                         text_.name(), text_.lineNumber(), shownText(part_));
    }
    if (!known) {
      text_.failHere(
          fmt::format("\"*{}\" begins no part of a network; {}", shownText(part_), kVerticesForm));
    }
    if (part_ == "vertices") {
      Fields fields(text_, line, kVerticesForm);
      fields.word();
      nodes_ = fields.number("number of vertices", kMaxNodes);
      twoModes_ = !fields.atEnd();
    } else if (part_ != "network" && !nodes_) {
      text_.failHere(fmt::format("*{} before the vertices; {}", part_, kVerticesForm));
    }
    if (part_ == "matrix" && twoModes_) {
      text_.failHere("a matrix of a network of two modes; write its arcs under *Arcs");
    }
    row_ = 0;
    return "";
  }

  void endPart() const {
    if (part_ == "matrix" && row_ != *nodes_) {
      fail("{} is cut short: the matrix has {} rows, and there are {} vertices", text_.name(), row_,
           *nodes_);
    }
  }

  void readLine(std::string_view line) {
    if (part_ == "vertices") {
      readVertex(line);
    } else if (part_ == "arcs" || part_ == "edges") {
      readArc(line);
    } else if (part_ == "arcslist" || part_ == "edgeslist") {
      readList(line);
    } else if (part_ == "matrix") {
      readRow(line);
    } else if (part_.empty()) {
      text_.failHere(kVerticesForm);
    } // else the name of the network goes on
  }

  void readVertex(std::string_view line) {
    Fields fields(text_, line, kVertexForm);
    const std::uint32_t node = fields.node("vertex", 1, *nodes_);
    if (node == listed_) { // so that a number alone takes no memory
      places_.beginNode();
    }
    ++listed_;
    if (!fields.atEnd()) {
      labels_.add(text_, node, fields.name("label"));
      if (node + 1 == listed_) {
        places_.add("x", fields.word());
        places_.add("y", fields.word());
      }
    }
  }

  void readArc(std::string_view line) {
    Fields fields(text_, line, kPajekArcForm);
    const std::uint32_t from = fields.node("tail", 1, *nodes_);
    const std::uint32_t to = fields.node("head", 1, *nodes_);
    const std::string_view word = fields.word();
    add(from, to, isNumberText(word) ? std::optional(word) : std::nullopt);
  }

  void readList(std::string_view line) {
    Fields fields(text_, line, kListForm);
    const std::uint32_t from = fields.node("tail", 1, *nodes_);
    while (!fields.atEnd()) {
      add(from, fields.node("head", 1, *nodes_), std::nullopt);
    }
  }

  void readRow(std::string_view line) {
    Fields fields(text_, line, kPajekArcForm);
    std::uint64_t column = 0;
    for (; row_ < *nodes_ && column < *nodes_ && !fields.atEnd(); ++column) {
      const std::string_view word = fields.word();
      if (!isZero(word)) {
        add(static_cast<std::uint32_t>(row_), static_cast<std::uint32_t>(column), word);
      }
    }
    if (row_ == *nodes_ || column < *nodes_ || !fields.atEnd()) {
      text_.failHere(fmt::format("a matrix of {0} vertices has {0} rows of {0} numbers", *nodes_));
    }
    ++row_;
  }

  void add(std::uint32_t from, std::uint32_t to, std::optional<std::string_view> weight) {
    edges_.add(from, to, part_.starts_with('e'), weight, NodeName(from + std::uint64_t{1}),
               NodeName(to + std::uint64_t{1}));
  }

  InputFile& file_;
  TextScanner text_;
  WeightedEdges edges_;
  NodeLabels labels_;
  NodePlaces places_;
  std::optional<std::uint64_t> nodes_; // their number
  std::uint64_t listed_ = 0;           // how many have a line
  bool twoModes_ = false;
  std::string part_; // the part that is being read
  std::uint64_t row_ = 0;
};

Graph readPajek(InputFile& file, const ReadOptions& options) {
  return PajekReader(file, options).read();
}

} // namespace

Format formatPajek() {
  return {
      .rank = 97,
      .name = "pajek",
      .description = "networks of Pajek, nodes with names",
      .suffixes = {".net", ".paj"},
      .recognises = isPajek,
      .example =
          "*Network x\n*Vertices 3\n1 \"a b\" 0.1 0.2\n2 \"c\"\n3 d\n*Arcs :1 \"r\"\n1 2 4 c Red\n"
          "*Edges\n2 3\n*arcslist\n3 1 2\n",
      .read = readPajek};
}

} // namespace galois::inputs::detail
