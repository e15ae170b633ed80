// Graphs in JSON as node_link_data() of NetworkX and d3 have them:
//
//     {"directed": true, "multigraph": false, "graph": {},
//      "nodes": [{"id": "Paris"}, {"id": "Lyon"}],
//      "links": [{"source": "Paris", "target": "Lyon", "weight": 465}]}
//
// The edges are under "links" or "edges", and end at "source" and "target", or "from" and "to". The
// keys of an object may have any order. An undirected edge, where "directed" is not true, is two
// arcs. The weight is the edge's value under the name that EdgeAttributes.h finds.
//
// The ids of nodes, texts or numbers, are their names or ids. A list that is an id, by which
// NetworkX writes a tuple, is a name such as (0, 1). A node without an id has its place in the list,
// from 0, as its id. Then "name" or "label", if each node has one, is its name. Edges end at ids, or
// at such names. If one ends at a number that is no id, and all end at places in the list, they mean
// these, as d3 does. An end that is another text is a node that the list leaves out, as NetworkX has
// it. What Python writes for numbers that JSON does not have, NaN and Infinity, is no value.
// Coordinates are those of NodePlaces.h.

#include "inputs/formats/DeclaredNodes.h"
#include "inputs/formats/EdgeAttributes.h"
#include "inputs/formats/Formats.h"
#include "inputs/formats/NodePlaces.h"

#include "inputs/Error.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace galois::inputs::detail {

namespace {

bool isJson(std::string_view firstBytes, std::string_view /*path*/) {
  const auto has = [&](std::string_view key) { return firstBytes.find(key) != firstBytes.npos; };
  const std::size_t first = firstBytes.find_first_not_of(" \t\r\n");
  return first != firstBytes.npos && firstBytes[first] == '{' &&
         (has("\"nodes\"") || has("\"links\"") || has("\"edges\""));
}

/// The characters of a JSON text. For one thread.
class JsonText {
public:
  /// An iterator over the characters that are left, of which there may be one alone.
  class Iterator {
  public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = char;
    explicit Iterator(JsonText* text) : text_(text) {}
    char operator*() const { return text_->now_; }
    Iterator& operator++() {
      text_->advance();
      return *this;
    }
    bool operator!=(const Iterator& /*end*/) const { return !text_->ended_; }
    bool operator==(const Iterator& /*end*/) const { return text_->ended_; }

  private:
    JsonText* text_;
  };

  explicit JsonText(TextScanner& lines) : lines_(lines) { advance(); }

  /// Says that a key or a value has ended.
  void endToken() { size_ = 0; }

private:
  static constexpr std::size_t kMost = std::size_t{1} << 20;

  void advance() {
    if (given_.empty() && !fill()) {
      ended_ = true;
      return;
    }
    std::string_view& from = given_.empty() ? rest_ : given_;
    now_ = from[0];
    from.remove_prefix(1);
    if (quoted_) {
      quoted_ = escaped_ || now_ != '"';
      escaped_ = !escaped_ && now_ == '\\';
    } else {
      quoted_ = now_ == '"';
    }
    if (++size_ > kMost) {
      lines_.failHere("a key or a value of over 1 MB");
    }
  }

  /// Finds what comes next. Returns false at the end of the file.
  bool fill() {
    while (rest_.empty()) {
      if (begun_ && !lines_.lineGoesOn() && !std::exchange(lineEnded_, true)) {
        given_ = "\n";
        return true;
      }
      if (!lines_.nextPiece(rest_, ',')) {
        return false;
      }
      begun_ = true;
      lineEnded_ = false;
    }
    for (const std::string_view word : {"NaN", "Infinity", "-Infinity"}) {
      if (!quoted_ && rest_.starts_with(word)) {
        rest_.remove_prefix(word.size());
        given_ = "null";
        return true;
      }
    }
    return true;
  }

  TextScanner& lines_;
  std::string_view rest_; // of the line
  std::string_view
      given_; // what stands in place of something in the file, and comes before the rest
  char now_ = 0;
  bool begun_ = false;
  bool lineEnded_ = false; // its end has been given
  bool ended_ = false;
  bool quoted_ = false;  // in a text
  bool escaped_ = false; // behind a backslash
  std::size_t size_ = 0; // since the last token
};

/// Makes a graph of what the parser of the library finds, which calls these functions. Errors are
/// thrown, so that all return true.
class JsonReader {
public:
  JsonReader(InputFile& file, const ReadOptions& options)
      : lines_(file), text_(lines_), attributes_(lines_, options), nodes_(lines_, options) {}

  Graph read() {
    nlohmann::json::sax_parse(JsonText::Iterator(&text_), JsonText::Iterator(&text_), this);
    if (!hasNodes_ || !hasEdges_) {
      fail("{} has no \"{}\"; a graph in JSON is {{\"nodes\": [ ... ], \"links\": [ ... ]}}",
           lines_.name(), hasNodes_ ? "links" : "nodes");
    }
    nodes_.findByLabel();
    nodes_.findByPlace();
    nodes_.addMissing();
    Graph graph = nodes_.build(directed_);
    places_.giveTo(graph);
    if (std::string note = attributes_.note(); !note.empty()) {
      graph.notes.push_back(std::move(note));
    }
    return graph;
  }

  bool null() { return scalar("null", Kind::kNone); }
  bool boolean(bool value) { return scalar(value ? "true" : "false", Kind::kWord); }
  bool number_integer(std::int64_t value) { return scalar(fmt::to_string(value), Kind::kWord); }
  bool number_unsigned(std::uint64_t value) {
    return scalar(fmt::to_string(value), Kind::kNumber, value);
  }
  bool number_float(double /*value*/, const std::string& text) { return scalar(text, Kind::kWord); }
  bool string(std::string& value) { return scalar(std::move(value), Kind::kText); }
  bool binary(nlohmann::json::binary_t& /*value*/) { return true; } // there is none in text

  bool start_object(std::size_t /*size*/) {
    text_.endToken();
    refuseNested(true);
    ++depth_;
    if (depth_ == kItem) {
      id_ = from_ = to_ = Value();
      label_.clear();
      attributes_.beginEdge();
      if (part_ == Part::kNodes) {
        places_.beginNode();
      }
    }
    return true;
  }

  bool key(std::string& name) {
    text_.endToken();
    if (depth_ == 1) {
      beginPart(name);
    } else if (depth_ == kItem) {
      key_ = std::move(name);
    }
    return true;
  }

  bool end_object() {
    text_.endToken();
    if (depth_ == kItem && part_ == Part::kNodes) {
      endNode();
    } else if (depth_ == kItem && part_ == Part::kEdges) {
      endEdge();
    }
    --depth_;
    return true;
  }

  bool start_array(std::size_t /*size*/) {
    text_.endToken();
    if (depth_ == 0) {
      lines_.failHere("a list; a graph in JSON is {\"nodes\": [ ... ], \"links\": [ ... ]}");
    }
    if (depth_ == kItem && isCalledBy() && !tuple_) {
      tuple_.emplace();
    } else {
      refuseNested(false);
    }
    ++depth_;
    return true;
  }

  bool end_array() {
    text_.endToken();
    --depth_;
    if (tuple_) {
      const char* const end = tuple_->find(", ") == std::string::npos ? ",)" : ")";
      calledBy() = {Kind::kText, "(" + *tuple_ + end, 0};
      tuple_.reset();
    }
    return true;
  }

  bool parse_error(std::size_t /*position*/, const std::string& /*token*/,
                   const nlohmann::json::exception& error) {
    std::string_view what = error.what();
    if (what.find("unexpected end of input") != what.npos) {
      fail("{} is cut short: it ends before its last bracket", lines_.name());
    }
    const std::size_t reason = what.find(" - ");
    what.remove_prefix(reason == what.npos ? 0 : reason + 3);
    std::string shown(what.substr(0, what.find("; last read")));
    std::replace_if(
        shown.begin(), shown.end(), [](unsigned char c) { return c < ' '; }, '?');
    lines_.failHere(fmt::format("this is no JSON: {}", shown));
  }

private:
  enum class Part { kOther, kNodes, kEdges, kDirected };
  enum class Kind { kNone, kWord, kNumber, kText };
  struct Value {
    Kind kind = Kind::kNone;
    std::string text{};
    std::uint64_t number = 0;

    NodeName name() const {
      return kind == Kind::kNumber ? NodeName(number) : NodeName(std::string_view(text));
    }
  };
  static constexpr std::size_t kItem = 3; ///< the depth of the keys of a node or an edge

  bool inItems() const { return part_ == Part::kNodes || part_ == Part::kEdges; }

  void beginPart(std::string_view name) {
    part_ = Part::kOther;
    if (name == "nodes") {
      part_ = Part::kNodes;
    } else if (name == "links" || name == "edges") {
      if (hasEdges_) {
        lines_.failHere("a second list of edges; \"links\" or \"edges\" has them");
      }
      part_ = Part::kEdges;
    } else if (name == "directed") {
      part_ = Part::kDirected;
    }
    hasNodes_ = hasNodes_ || part_ == Part::kNodes;
    hasEdges_ = hasEdges_ || part_ == Part::kEdges;
  }

  bool isSource() const { return part_ == Part::kEdges && (key_ == "source" || key_ == "from"); }
  bool isTarget() const { return part_ == Part::kEdges && (key_ == "target" || key_ == "to"); }
  bool isId() const { return part_ == Part::kNodes && key_ == "id"; }
  bool isCalledBy() const { return isSource() || isTarget() || isId(); }

  /// Returns what a node is called by the key, which isCalledBy().
  Value& calledBy() { return isId() ? id_ : isSource() ? from_ : to_; }

  /// Throws InputError for an object, or else a list, where it has no meaning.
  void refuseNested(bool object) const {
    if (inItems() && depth_ == 1 && object) {
      lines_.failHere("nodes and edges are lists, \"nodes\": [ ... ], \"links\": [ ... ]");
    }
    if (inItems() && depth_ == 2 && !object) {
      lines_.failHere(
          "a list in place of a node or an edge, which is {\"id\": 1} or {\"source\": 1, "
          "\"target\": 2}");
    }
    if (tuple_ || (depth_ == kItem && isCalledBy())) {
      lines_.failHere(fmt::format("the key \"{}\" has {}; it is a number or a text",
                                  shownText(key_), object ? "an object" : "a list of lists"));
    }
  }

  bool scalar(std::string text, Kind kind, std::uint64_t number = 0) {
    text_.endToken();
    if (tuple_) {
      *tuple_ += tuple_->empty() ? "" : ", ";
      *tuple_ += kind == Kind::kText ? "'" + text + "'" : text;
    } else if (depth_ == 1 && part_ == Part::kDirected) {
      directed_ = text == "true";
    } else if (depth_ == 0 || (depth_ <= 2 && inItems())) {
      lines_.failHere(fmt::format("\"{}\" where a list or an object is expected", shownText(text)));
    } else if (depth_ == kItem && inItems()) {
      addValue({kind, std::move(text), number});
    }
    return true;
  }

  /// Uses the value of a key of a node or an edge.
  void addValue(Value value) {
    if (isCalledBy()) {
      calledBy() = std::move(value);
    } else if (part_ == Part::kEdges && value.kind != Kind::kNone) {
      attributes_.add(key_, value.text);
    } else if (part_ == Part::kNodes && (key_ == "name" || (key_ == "label" && label_.empty()))) {
      label_ = std::move(value.text);
    } else if (part_ == Part::kNodes) {
      places_.add(key_, value.text);
    }
  }

  void endNode() {
    if (id_.kind != Kind::kNone) {
      nodes_.addNode(id_.name());
      return;
    }
    const std::uint32_t node = nodes_.addNode(NodeName(nodes_.size()));
    nodes_.label(node, label_);
  }

  void endEdge() {
    ++edges_;
    if (from_.kind == Kind::kNone || to_.kind == Kind::kNone) {
      lines_.failHere(fmt::format("edge {} of the list has no \"{}\"", edges_,
                                  from_.kind == Kind::kNone ? "source" : "target"));
    }
    nodes_.addEdge(from_.name(), to_.name(), attributes_.weight());
  }

  TextScanner lines_;
  JsonText text_;
  EdgeAttributes attributes_;
  DeclaredNodes nodes_;
  NodePlaces places_;
  std::size_t depth_ = 0; // of brackets
  Part part_ = Part::kOther;
  std::string key_; // of a node or an edge
  Value id_;
  Value from_;
  Value to_;
  std::string label_;
  std::optional<std::string> tuple_; // a list that is an id, as far as it has been read
  std::uint64_t edges_ = 0;
  bool directed_ = false;
  bool hasNodes_ = false;
  bool hasEdges_ = false;
};

Graph readJson(InputFile& file, const ReadOptions& options) {
  return JsonReader(file, options).read();
}

} // namespace

Format formatJson() {
  return {.rank = 98,
          .name = "json",
          .description = "JSON of nodes and links (NetworkX, d3), nodes with names",
          .suffixes = {".json"},
          .recognises = isJson,
          .example = "{\"directed\": true, \"nodes\": [{\"id\": \"a\"}, {\"id\": \"b\"}],\n"
                     "\"links\": [{\"source\": \"a\", \"target\": \"b\", \"weight\": 7}]}\n",
          .read = readJson,
          .namedColumns = NamedColumns::kWeight};
}

} // namespace galois::inputs::detail
