// Edge lists, as SNAP and most graph collections have them:
//
//     # comment, or % comment
//     FROM TO [WEIGHT]        one line per arc; blanks, tabs or commas between the ids
//
// Either all lines have a weight or none has. ArcsById.h determines which nodes there are. A
// comment "# Nodes: N" before the first arc declares N of them, so that isolated last nodes survive
// when a graph is written and read again.
//
// The ends can be names, which is decided by the first line: there they are no numbers, or
// ReadOptions::names says so. Then nodes are numbered in the order in which they appear.
//
// The reader also accepts tables (DelimitedRow.h), where the first line has a ';', a ',' or a
// quote, or names the columns. It also accepts the dictionary that NetworkX appends to each arc in
// write_edgelist, of which it uses the key 'weight' and ignores all others.

#include "inputs/Error.h"
#include "inputs/formats/ArcsById.h"
#include "inputs/formats/ArcsByName.h"
#include "inputs/formats/DelimitedRow.h"
#include "inputs/formats/Formats.h"
#include "inputs/formats/WeightText.h"
#include "inputs/io/TextScanner.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace galois::inputs::detail {

namespace {

constexpr const char* kForm =
    "an edge line is \"FROM TO\" or \"FROM TO WEIGHT\" (lists of a node and all its neighbours: "
    "--from=adjlist; names in place of numbers: --names)";

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

/// Returns the first two lines that are neither blank nor comments; none where the text ends before.
std::pair<std::string, std::string> firstRows(std::string_view text) {
  std::pair<std::string, std::string> rows;
  if (text.starts_with(kByteOrderMark)) {
    text.remove_prefix(kByteOrderMark.size());
  }
  while (!text.empty() && rows.second.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    const size_t first = text.find_first_not_of(" \t\r");
    if (first < end && text[first] != '#' && text[first] != '%') {
      const size_t last = text.find_last_not_of(" \t\r", end - 1);
      (rows.first.empty() ? rows.first : rows.second) = text.substr(first, last - first + 1);
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return rows;
}

/// Returns the field with one quote for two. @param room  holds it if there are any
std::string_view withoutDoubledQuotes(std::string_view field, std::string& room) {
  size_t at = field.find("\"\"");
  if (at == std::string_view::npos) {
    return field;
  }
  room = field;
  for (; at != std::string::npos; at = room.find("\"\"", at + 1)) {
    room.erase(at, 1);
  }
  return room;
}

/// Reads one edge list.
class EdgeListReader {
public:
  EdgeListReader(InputFile& file, const ReadOptions& options)
      : file_(file), options_(options), second_(firstRows(file.peek()).second), text_(file),
        arcs_(options), named_(options), highest_(arcs_.highest()) {}

  Graph read() {
    std::string_view line;
    while (text_.next(line)) {
      if (line.empty()) {
        continue;
      }
      if (line[0] == '#' || line[0] == '%') {
        if (size() == 0) {
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
    return hasNames_ ? named_.build(file_) : arcs_.build(file_);
  }

private:
  /// Returns the number of arcs so far.
  std::uint64_t size() const { return hasNames_ ? named_.size() : arcs_.size(); }

  /// Examines the first line that is not a comment, to determine the form of the others. Returns
  /// whether it is a header.
  bool begin(std::string_view line) {
    begun_ = true;
    separator_ = separatorOf(line);
    const bool quoted = isQuoted(line);
    header_ = isHeader(line, quoted);
    if (header_) {
      columns_ = readEdgeHeader(text_, line, separator_, !options_.ignoreWeights);
      hasNames_ = options_.names || endsAreNames(second_);
    } else {
      if (quoted || separator_ == ',' || separator_ == ';') {
        columns_.emplace();
      }
      hasNames_ = options_.names || endsAreNames(line);
      if (hasNames_) {
        columns_.emplace();
      }
    }
    return header_;
  }

  bool isHeader(std::string_view line, bool quoted) const {
    if (isEdgeHeader(line, second_)) {
      return true;
    }
    // Where nothing else is possible, the reader of headers reports what is wrong.
    return !isDigitOrMinus(line[quoted ? 1 : 0]) && !options_.names && !hasNamedEnds(line, second_);
  }

  /// Returns whether a row of the table has a name at one of its ends.
  bool endsAreNames(std::string_view line) const {
    std::vector<std::string_view> row;
    const EdgeColumns columns = columns_.value_or(EdgeColumns());
    return divideRow(line, separator_, row) && row.size() > std::max(columns.tail, columns.head) &&
           (isNodeName(row[columns.tail]) || isNodeName(row[columns.head]));
  }

  /// Throws InputError when lines with and without a weight are mixed.
  void expectWeight(bool hasWeight) {
    if (hasWeight == weighted_) {
      return;
    }
    if (size() > 0) {
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
      addWithWeight(from, to, weightOfDictionary(text_, fields.rest()));
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

  /// Adds an arc between ids, or between names. @{
  template <typename... Weight>
  void add(std::uint64_t from, std::uint64_t to, Weight... weight) {
    arcs_.add(from, to, weight...);
  }
  template <typename... Weight>
  void add(std::string_view from, std::string_view to, Weight... weight) {
    named_.add(text_, from, to, weight...);
  }
  /// @}

  /// Adds an arc with the weight in this text, or without one if it is empty.
  /// @tparam End  an id, or a name
  template <typename End>
  void addWithWeight(End from, End to, std::string_view weight) {
    Fields field(text_, weight, kForm);
    const bool hasWeight = !field.atEnd();
    expectWeight(hasWeight);
    if (hasWeight) {
      add(from, to, readWeight(field, options_, NodeName(from), NodeName(to)));
      field.expectEnd();
    } else {
      add(from, to);
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
    if (row_.size() < 2 && !header_) { // the readers of other lines report what is wrong
      if (hasNames_) {
        text_.failHere(fmt::format("the head is missing; {}", kForm));
      }
      readPlain(line);
      return;
    }
    if (header_ && row_.size() != columns_->count) {
      text_.failHere(
          fmt::format("{} fields, and the header names {} columns", row_.size(), columns_->count));
    }
    const std::string_view tail = row_[columns_->tail];
    const std::string_view head = row_[columns_->head];
    if (hasNames_) {
      readRest(withoutDoubledQuotes(tail, tail_), withoutDoubledQuotes(head, head_));
    } else {
      const std::uint64_t from = idIn(tail, "tail");
      readRest(from, idIn(head, "head"));
    }
  }

  /// Reads the fields of a row after its ends. @tparam End  an id, or a name
  template <typename End>
  void readRest(End from, End to) {
    if (columns_->type) {
      expectDirected(row_[*columns_->type]);
    }
    if (options_.ignoreWeights) {
      add(from, to);
      return;
    }
    if (header_) {
      addWithWeight(from, to, columns_->weight ? row_[*columns_->weight] : std::string_view());
      return;
    }
    if (row_.size() > 3 && !(row_.size() == 4 && row_[3].empty())) {
      text_.failHere(fmt::format("\"{}\" is too much on this line; {}",
                                 Fields(text_, row_[3], "").shownWord(), kForm));
    }
    const std::string_view third = row_.size() > 2 ? row_[2] : std::string_view();
    addWithWeight(from, to, third.starts_with('{') ? weightOfDictionary(text_, third) : third);
  }

  void expectDirected(std::string_view type) const {
    if (type == "Undirected" || type == "undirected") {
      text_.failHere("an edge of type Undirected; this reader makes one arc of each line: remove "
                     "the column Type and symmetrize the graph (--symmetrize)");
    }
  }

  InputFile& file_;
  const ReadOptions& options_;
  const std::string second_; // the second line that is not a comment
  TextScanner text_;
  ArcsById arcs_;
  ArcsByName named_; // used in place of arcs_ if hasNames_
  const std::uint64_t highest_;
  bool weighted_ = false;
  bool begun_ = false;                 // whether a line other than a comment has been read
  bool header_ = false;                // whether a header names the columns
  bool hasNames_ = false;              // whether ends are names
  char separator_ = ' ';               // separator of a table's fields
  std::optional<EdgeColumns> columns_; // columns of a table
  std::vector<std::string_view> row_;  // fields of a table's line
  std::string tail_;                   // room for a name with doubled quotes
  std::string head_;                   // the same
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

bool isEdgeListOrNamed(std::string_view firstBytes, std::string_view path) {
  if (isEdgeList(firstBytes, path)) {
    return true;
  }
  const auto [first, second] = firstRows(firstBytes);
  return !firstTellingLine(firstBytes).empty() && !first.empty() && isText(firstBytes) &&
         hasNamedEnds(first, second);
}

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
          .suffixes = {".el", ".wel", ".edges", ".edgelist", ".txt", ".tsv"},
          .recognises = isEdgeListOrNamed,
          .example = "# Nodes: 5 Edges: 2\n0\t1 7\r\n3, 2, 9\n",
          .read = readEdgeList,
          .write = writeEdgeList};
}

} // namespace galois::inputs::detail
