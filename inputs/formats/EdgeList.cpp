// Edge lists, as SNAP and most graph collections have them:
//
//     # comment, or % comment
//     FROM TO [WEIGHT]        one line per arc; blanks, tabs or commas between the ids
//
// Either all lines have a weight or none has. ArcsById.h determines which nodes there are. A
// comment "# Nodes: N" before the first arc declares N of them, so that isolated last nodes survive
// when a graph is written and read again.
//
// The reader also accepts tables (DelimitedRow.h), where the first line has a ';', a ',' or a
// quote, or names the columns. It also accepts the dictionary that NetworkX appends to each arc in
// write_edgelist, of which it uses the key 'weight' and ignores all others.

#include "inputs/Error.h"
#include "inputs/formats/ArcsById.h"
#include "inputs/formats/DelimitedRow.h"
#include "inputs/formats/Formats.h"
#include "inputs/formats/WeightText.h"
#include "inputs/io/TextScanner.h"

#include <charconv>
#include <optional>
#include <vector>

namespace galois::inputs::detail {

namespace {

constexpr const char* kForm =
    "an edge line is \"FROM TO\" or \"FROM TO WEIGHT\" (lists of a node and all its neighbours: "
    "--from=adjlist)";

/// Returns N for a comment "# Nodes: N ...", else 0.
std::uint64_t announcedNodes(std::string_view comment) {
  constexpr std::string_view kKey = "Nodes:";
  const size_t key = comment.find(kKey);
  if (key == std::string_view::npos) {
    return 0;
  }
  const size_t digits = comment.find_first_not_of(" \t", key + kKey.size());
  std::uint64_t nodes = 0;
  if (digits != std::string_view::npos) {
    std::from_chars(comment.data() + digits, comment.data() + comment.size(), nodes);
  }
  return nodes <= kMaxNodes ? nodes : 0;
}

bool isDigitOrMinus(char c) { return (c >= '0' && c <= '9') || c == '-'; }

bool isQuoted(std::string_view line) {
  return line.size() > 1 && (line[0] == '"' || line[0] == '\'');
}

/// Returns the value of the key 'weight' in a dictionary as Python prints it, "{'weight': 3, 'to':
/// 'x'}", or "" if the key is not there. @throws InputError for what is not a dictionary
std::string_view weightOfDictionary(const TextScanner& where, std::string_view text) {
  constexpr const char* kDictionary =
      "an edge's data is a dictionary, {} or {'weight': 3}, and ends the line";
  std::string_view weight;
  std::string_view key;
  size_t depth = 0;
  size_t start = 0; // of the key or value that is being read
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"' || c == '\'') {
      i = text.find(c, i + 1);
      if (i == std::string_view::npos) {
        where.failHere(kDictionary);
      }
    } else if (c == '{' || c == '[' || c == '(') {
      if (++depth == 1) {
        start = i + 1;
      }
    } else if (depth == 1 && c == ':') {
      key = text.substr(start, i - start);
      start = i + 1;
    } else if (depth == 1 && (c == ',' || c == '}')) {
      if (key.find("'weight'") != std::string_view::npos ||
          key.find("\"weight\"") != std::string_view::npos) {
        weight = text.substr(start, i - start);
      }
      key = {};
      start = i + 1;
    }
    if (c == '}' || c == ']' || c == ')') {
      if (depth == 0) {
        where.failHere(kDictionary);
      }
      if (--depth == 0) {
        if (i + 1 != text.size()) {
          where.failHere(kDictionary);
        }
        return weight;
      }
    }
  }
  where.failHere(kDictionary);
}

/// Reads one edge list.
class EdgeListReader {
public:
  EdgeListReader(InputFile& file, const ReadOptions& options)
      : file_(file), options_(options), text_(file), arcs_(options), highest_(arcs_.highest()) {}

  Graph read() {
    std::string_view line;
    while (text_.next(line)) {
      if (line.empty()) {
        continue;
      }
      if (line[0] == '#' || line[0] == '%') {
        if (arcs_.size() == 0) {
          arcs_.declareNodes(announcedNodes(line));
        }
        continue;
      }
      if (!begun_ && begin(line)) {
        continue;
      }
      if (columns_) {
        readRow(line);
      } else {
        readPlain(line);
      }
    }
    return arcs_.build(file_);
  }

private:
  /// Examines the first line that is not a comment, to determine the form of the others. Returns
  /// whether it is a header.
  bool begin(std::string_view line) {
    begun_ = true;
    separator_ = separatorOf(line);
    const bool quoted = isQuoted(line);
    const bool header = !isDigitOrMinus(line[quoted ? 1 : 0]);
    if (header) {
      columns_ = readEdgeHeader(text_, line, separator_, !options_.ignoreWeights);
    } else if (quoted || separator_ == ',' || separator_ == ';') {
      columns_.emplace();
    }
    named_ = header;
    return header;
  }

  /// Throws InputError when lines with and without a weight are mixed.
  void expectWeight(bool hasWeight) {
    if (hasWeight == weighted_) {
      return;
    }
    if (arcs_.size() > 0) {
      text_.failHere(fmt::format(
          "this edge has {} weight and the ones above have {}; all or none may have one (lists of "
          "a node and all its neighbours: --from=adjlist)",
          hasWeight ? "a" : "no", weighted_ ? "one" : "none"));
    }
    weighted_ = hasWeight;
  }

  /// Reads a line of an edge list. It is inlined because each line of most files passes through it.
  [[gnu::always_inline]] void readPlain(std::string_view line) {
    Fields fields(text_, line, kForm, Separators::kCommas);
    const std::uint64_t from = fields.number("tail", highest_);
    const std::uint64_t to = fields.number("head", highest_);
    if (options_.ignoreWeights) {
      arcs_.add(from, to);
      return;
    }
    const bool hasWeight = !fields.atEnd();
    if (hasWeight && fields.startsWith('{')) {
      addWithDictionary(from, to, fields.rest());
      return;
    }
    expectWeight(hasWeight);
    if (hasWeight) {
      arcs_.add(from, to, readWeight(fields, options_, from, to));
      fields.expectEnd();
    } else {
      arcs_.add(from, to);
    }
  }

  void addWithDictionary(std::uint64_t from, std::uint64_t to, std::string_view dictionary) {
    addWithWeight(from, to, weightOfDictionary(text_, dictionary));
  }

  /// Adds an arc with the weight in this text, or without one if it is empty.
  void addWithWeight(std::uint64_t from, std::uint64_t to, std::string_view weight) {
    Fields field(text_, weight, kForm);
    const bool hasWeight = !field.atEnd();
    expectWeight(hasWeight);
    if (hasWeight) {
      arcs_.add(from, to, readWeight(field, options_, from, to));
      field.expectEnd();
    } else {
      arcs_.add(from, to);
    }
  }

  std::uint64_t idIn(std::string_view text, const char* what) {
    Fields field(text_, text, kForm);
    const std::uint64_t id = field.number(what, highest_);
    field.expectEnd();
    return id;
  }

  /// Reads a row of a table.
  void readRow(std::string_view line) {
    splitRow(text_, line, separator_, row_);
    if (row_.size() < 2 && !named_) { // the readers of other lines report what is wrong
      readPlain(line);
      return;
    }
    if (named_ && row_.size() != columns_->count) {
      text_.failHere(
          fmt::format("{} fields, and the header names {} columns", row_.size(), columns_->count));
    }
    const std::uint64_t from = idIn(row_[columns_->tail], "tail");
    const std::uint64_t to = idIn(row_[columns_->head], "head");
    if (columns_->type) {
      expectDirected(row_[*columns_->type]);
    }
    if (options_.ignoreWeights) {
      arcs_.add(from, to);
      return;
    }
    if (named_) {
      addWithWeight(from, to, columns_->weight ? row_[*columns_->weight] : std::string_view());
      return;
    }
    if (row_.size() > 3 && !(row_.size() == 4 && row_[3].empty())) {
      text_.failHere(fmt::format("\"{}\" is too much on this line; {}",
                                 Fields(text_, row_[3], "").shownWord(), kForm));
    }
    const std::string_view third = row_.size() > 2 ? row_[2] : std::string_view();
    if (third.starts_with('{')) {
      addWithDictionary(from, to, third);
    } else {
      addWithWeight(from, to, third);
    }
  }

  void expectDirected(std::string_view type) const {
    if (type == "Undirected" || type == "undirected") {
      text_.failHere("an edge of type Undirected; this reader makes one arc of each line: remove "
                     "the column Type and symmetrize the graph (--symmetrize)");
    }
  }

  InputFile& file_;
  const ReadOptions& options_;
  TextScanner text_;
  ArcsById arcs_;
  const std::uint64_t highest_;
  bool weighted_ = false;
  bool begun_ = false;                 // whether a line other than a comment has been read
  bool named_ = false;                 // whether a header names the columns
  char separator_ = ' ';               // separator of a table's fields
  std::optional<EdgeColumns> columns_; // columns of a table
  std::vector<std::string_view> row_;  // fields of a table's line
};

} // namespace

bool isEdgeList(std::string_view firstBytes, std::string_view /*path*/) {
  const std::string_view line = firstTellingLine(firstBytes);
  if (line.empty()) {
    return false;
  }
  if (isDigitOrMinus(line[0]) || (isQuoted(line) && isDigitOrMinus(line[1]))) {
    return true;
  }
  const auto end = static_cast<size_t>(line.data() + line.size() - firstBytes.data());
  return isEdgeHeader(line, firstTellingLine(firstBytes.substr(end)));
}

namespace {

Graph readEdgeList(InputFile& file, const ReadOptions& options) {
  return EdgeListReader(file, options).read();
}

void writeEdgeList(const Graph& graph, OutputFile& file, const WriteOptions& /*options*/) {
  file.write(fmt::format("# Nodes: {} Edges: {}\n", graph.numNodes(), graph.numArcs()));
  for (std::uint64_t node = 0; node < graph.numNodes(); ++node) {
    for (std::uint64_t arc = graph.offsets[node]; arc < graph.offsets[node + 1]; ++arc) {
      file.writeNumber(node);
      file.write(" ");
      file.writeNumber(std::uint64_t{graph.dst[arc]});
      if (!graph.weights.empty()) {
        file.write(" ");
        writeWeight(file, graph.weights, arc);
      }
      file.write("\n");
    }
  }
}

} // namespace

Format formatEdgeList() {
  return {.rank = 130,
          .name = "edgelist",
          .description = "lines FROM TO [WEIGHT]",
          .suffixes = {".el", ".wel", ".edges", ".edgelist", ".txt", ".csv", ".tsv"},
          .recognises = isEdgeList,
          .example = "# Nodes: 5 Edges: 2\n0\t1 7\r\n3, 2, 9\n",
          .read = readEdgeList,
          .write = writeEdgeList};
}

} // namespace galois::inputs::detail
