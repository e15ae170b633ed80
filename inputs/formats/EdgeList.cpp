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
// The reader also accepts tables (DelimitedRow.h, EdgeColumns.h), where the first line has a ';', a
// ',' or a quote, or names the columns. ReadOptions::columns says which are used where their names
// do not. A column "type" with the value Undirected makes two arcs of a row. It also accepts the
// dictionary that NetworkX appends to each arc in write_edgelist, in which EdgeAttributes.h finds
// the weight.

#include "inputs/Error.h"
#include "inputs/formats/ArcsById.h"
#include "inputs/formats/ArcsByName.h"
#include "inputs/formats/DelimitedRow.h"
#include "inputs/formats/EdgeAttributes.h"
#include "inputs/formats/EdgeColumns.h"
#include "inputs/formats/Formats.h"
#include "inputs/formats/WeightNames.h"
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

constexpr const char* kEdgeListForm =
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

/// Returns whether two words are the same without regard to case. @param lower  in lower case
bool isWord(std::string_view word, std::string_view lower) {
  return std::equal(word.begin(), word.end(), lower.begin(), lower.end(), [](char a, char b) {
    return (a >= 'A' && a <= 'Z' ? static_cast<char>(a + 32) : a) == b;
  });
}

bool isQuoted(std::string_view line) {
  return line.size() > 1 && (line[0] == '"' || line[0] == '\'');
}

/// Returns the text without blanks around it, and without quotes around that.
std::string_view withoutQuotes(std::string_view text) {
  const size_t first = std::min(text.find_first_not_of(" \t"), text.size());
  text = text.substr(first, text.find_last_not_of(" \t") + 1 - first);
  const bool quoted = text.size() > 1 && isQuoted(text) && text.back() == text.front();
  return quoted ? text.substr(1, text.size() - 2) : text;
}

/// Calls use(key, value) for each entry of a dictionary as Python prints it, "{'weight': 3, 'to':
/// 'x'}". A value keeps its quotes. @throws InputError for what is not a dictionary
template <typename Use>
void forEachEntry(const TextScanner& where, std::string_view text, const Use& use) {
  constexpr const char* kDictionary =
      "an edge's data is a dictionary, {} or {'weight': 3}, and ends the line";
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
      if (!key.empty()) {
        use(withoutQuotes(key), text.substr(start, i - start));
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
        return;
      }
    }
  }
  where.failHere(kDictionary);
}

/// Returns the first two lines that are neither blank nor comments; none where the text ends
/// before.
std::pair<std::string, std::string> firstRows(std::string_view text) {
  std::pair<std::string, std::string> rows;
  if (text.starts_with(kByteOrderMark)) {
    text.remove_prefix(kByteOrderMark.size());
  }
  while (!text.empty() && rows.second.empty()) {
    const size_t end = std::min(text.find_first_of("\r\n"), text.size());
    const size_t first = text.find_first_not_of(" \t");
    if (first < end && text[first] != '#' && text[first] != '%') {
      const size_t last = text.find_last_not_of(" \t", end - 1);
      (rows.first.empty() ? rows.first : rows.second) = text.substr(first, last - first + 1);
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return rows;
}

/// Returns the text with a point in place of a decimal comma. @param room  holds it if there is one
/// @throws InputError where the comma may group thousands
std::string_view withDecimalPoint(const TextScanner& where, std::string_view text,
                                  std::string& room) {
  const size_t comma = text.find(',');
  const auto isDigits = [](std::string_view part) {
    return !part.empty() && part.find_first_not_of("0123456789") == std::string_view::npos;
  };
  if (comma == std::string_view::npos || !isDigits(text.substr(comma + 1))) {
    return text; // the reader of numbers reports what is wrong
  }
  std::string_view whole = text.substr(0, comma);
  whole.remove_prefix(whole.starts_with('-') || whole.starts_with('+') ? 1 : 0);
  if (!isDigits(whole)) {
    return text;
  }
  room = text;
  room[comma] = '.';
  constexpr size_t kGroup = 3;
  if (text.size() - comma - 1 == kGroup && whole.size() <= kGroup && whole[0] != '0') {
    std::string grouped(text);
    grouped.erase(comma, 1);
    where.failHere(fmt::format("weight \"{}\" has a decimal comma, or one that groups thousands; "
                               "write {} or {}",
                               text, room, grouped));
  }
  return room;
}

/// Reads one edge list.
class EdgeListReader {
public:
  EdgeListReader(InputFile& file, const ReadOptions& options)
      : file_(file), options_(options), second_(firstRows(file.peek()).second), text_(file),
        arcs_(options), named_(options), attributes_(text_, options), highest_(arcs_.highest()) {}

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
    Graph graph = hasNames_ ? named_.build(file_) : arcs_.build(file_);
    if (columns_ && columns_->parted) {
      refuseMixedIds(graph);
    }
    noteFirstLine(graph);
    checkFirstWords(graph);
    if (std::string note = attributes_.note(); !note.empty()) {
      graph.notes.push_back(std::move(note));
    }
    return graph;
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
    const bool asked = options_.columns.any();
    if (header_) {
      columns_ = readEdgeHeader(text_, line, separator_, !options_.ignoreWeights, options_.columns);
      hasNames_ = options_.names || endsAreNames(second_);
    } else {
      // What is named may be in dictionaries.
      if (asked && (line.back() != '}' || options_.columns.source || options_.columns.target)) {
        columns_ = numberedColumns(text_, options_.columns);
        chosen_ = true;
      } else if (quoted || separator_ == ',' || separator_ == ';' ||
                 (line.find(',') != std::string_view::npos &&
                  line.find('{') == std::string_view::npos)) { // a decimal comma
        columns_.emplace();
      }
      hasNames_ = options_.names || endsAreNames(line);
      if (hasNames_ && !columns_) {
        columns_.emplace();
      }
      firstLine_ = line;
    }
    return header_;
  }

  bool isHeader(std::string_view line, bool quoted) const {
    if (isEdgeHeader(line, second_) || hasNamedColumns(line, options_.columns) ||
        (!options_.names && isNodeHeader(line))) {
      return true;
    }
    // Where nothing else is possible, the reader of headers reports what is wrong.
    return !isDigitOrMinus(line[quoted ? 1 : 0]) && !options_.names && !options_.columns.any() &&
           !hasNamedEnds(line, second_);
  }

  /// Throws InputError when an id stands for nodes of two kinds.
  void refuseMixedIds(const Graph& graph) const {
    std::vector<bool> isHead(graph.numNodes());
    for (const std::uint32_t head : graph.dst) {
      isHead[head] = true;
    }
    for (std::uint64_t node = 0; node < graph.numNodes(); ++node) {
      if (isHead[node] && graph.offsets[node] != graph.offsets[node + 1]) {
        fail("{}: {} is an id of two kinds of nodes, as the header names them; give each kind ids "
             "of its own",
             file_.name(), NodeIdMap::of(graph, file_.name()).nameOf(node));
      }
    }
  }

  /// Adds a note to the graph if the first line may be no edge, but the numbers of nodes and edges.
  void noteFirstLine(Graph& graph) const {
    if (hasNames_ || header_ || chosen_ || graph.numArcs() < 3) {
      return;
    }
    Fields fields(text_, firstLine_, kEdgeListForm, Separators::kCommas);
    std::uint64_t nodes = 0;
    std::uint64_t edges = 0;
    if (!fields.plainNumber(nodes, UINT64_MAX) || !fields.plainNumber(edges, UINT64_MAX) ||
        edges != graph.numArcs() - 1) {
      return;
    }
    // No end but those of this line may be above NODES.
    const auto idOf = [&](std::uint64_t node) {
      return graph.ids.empty() ? node : graph.ids[node];
    };
    bool skipped = false;
    for (std::uint64_t node = 0; node < graph.numNodes(); ++node) {
      for (std::uint64_t arc = graph.offsets[node]; arc < graph.offsets[node + 1]; ++arc) {
        if (!skipped && idOf(node) == nodes && idOf(graph.dst[arc]) == edges) {
          skipped = true;
        } else if (idOf(node) > nodes || idOf(graph.dst[arc]) > nodes) {
          return;
        }
      }
    }
    graph.notes.push_back(
        fmt::format("{}: the first line, \"{}\", is read as an edge, and may be \"NODES EDGES\": "
                    "{} lines follow, and no id is above {}; if so, write \"#\" before it",
                    file_.name(), firstLine_, edges, nodes));
  }

  /// Examines a first line without a number whose ends no other line has. It may be a header in
  /// words that are not known here. Throws InputError if every other line shares an end with another
  /// one. Else the table may consist of such pairs, and the graph gets a note.
  void checkFirstWords(Graph& graph) const {
    std::vector<Field> words;
    if (!hasNames_ || header_ || chosen_ || graph.numArcs() < 2 || !graph.weights.empty() ||
        !divideRow(firstLine_, separator_, words) ||
        std::any_of(words.begin(), words.end(), isNumberText)) {
      return;
    }
    // Nodes 0 and 1 are in the first line, as they are numbered in the order of the lines.
    if (graph.offsets[1] != 1 || graph.offsets[2] != 1 ||
        std::count_if(graph.dst.begin(), graph.dst.end(), [](auto head) { return head < 2; }) !=
            1) {
      return;
    }
    std::vector<bool> once(graph.numNodes());
    std::vector<bool> more(graph.numNodes());
    const auto count = [&](std::uint64_t node) { (once[node] ? more : once)[node] = true; };
    forEachArc(graph, [&](std::uint64_t tail, std::uint64_t head) {
      count(tail);
      count(head);
    });
    std::uint64_t pairs = 0;
    forEachArc(graph, [&](std::uint64_t tail, std::uint64_t head) {
      pairs += more[tail] || more[head] ? 0 : 1;
    });
    if (pairs > 1 && separator_ == ' ') {
      return; // perhaps a list of pairs
    }
    std::string text = fmt::format(
        "{}: the first line, \"{}\", {}, and no other line has its ends; "
        "if it is a header, write \"#\" before it; if it is an edge, say "
        "--source-column=1 and --target-column=2",
        file_.name(), firstLine_,
        pairs == 1 ? "may be a header or an edge" : "is read as an edge, and may be a header");
    if (pairs == 1) {
      throw InputError(text);
    }
    graph.notes.push_back(std::move(text));
  }

  /// Calls use(tail, head) for each arc.
  template <typename Use>
  static void forEachArc(const Graph& graph, const Use& use) {
    for (std::uint64_t node = 0; node < graph.numNodes(); ++node) {
      for (std::uint64_t arc = graph.offsets[node]; arc < graph.offsets[node + 1]; ++arc) {
        use(node, graph.dst[arc]);
      }
    }
  }

  /// Returns whether a row of the table has a name at one of its ends.
  bool endsAreNames(std::string_view line) const {
    std::vector<Field> row;
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
          "a node and all its neighbours: --from=adjlist{})",
          hasWeight ? "a" : "no", weighted_ ? "one" : "none",
          size() == 1 && hasWeight && !header_ ? "; a first line \"NODES EDGES\": write # before it"
                                               : ""));
    }
    weighted_ = hasWeight;
  }

  /// Reads a line of an edge list. It is inlined because each line of most files passes through it.
  [[gnu::always_inline]] void readPlain(std::string_view line) {
    Fields fields(text_, line, kEdgeListForm, Separators::kCommas);
    const std::uint64_t from = fields.number("tail", highest_);
    const std::uint64_t to = fields.number("head", highest_);
    if (options_.ignoreWeights) {
      arcs_.add(from, to);
      return;
    }
    const bool hasWeight = !fields.atEnd();
    if (hasWeight && fields.startsWith('{')) {
      addWithWeight(from, to, weightOfDictionary(fields.rest()));
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
    Fields field(text_, columns_ ? withDecimalPoint(text_, weight, weight_) : weight,
                 kEdgeListForm);
    const bool hasWeight = !field.atEnd();
    expectWeight(hasWeight);
    if (hasWeight) {
      const std::uint64_t number = readWeight(field, options_, NodeName(from), NodeName(to));
      field.expectEnd();
      addBothWays(from, to, number);
    } else {
      addBothWays(from, to);
    }
  }

  /// Adds an arc, and its reverse if the row says that it is undirected.
  template <typename End, typename... Weight>
  void addBothWays(End from, End to, Weight... weight) {
    add(from, to, weight...);
    if (undirected_ && from != to) {
      add(to, from, weight...);
    }
  }

  /// Returns the weight in the dictionary of an edge, or "".
  std::string_view weightOfDictionary(std::string_view text) {
    attributes_.beginEdge();
    forEachEntry(text_, text, [&](std::string_view key, std::string_view value) {
      attributes_.add(key, value);
    });
    return attributes_.weight().value_or(std::string_view());
  }

  std::uint64_t idIn(std::string_view text, const char* what) {
    Fields field(text_, text, kEdgeListForm);
    const std::uint64_t id = field.number(what, highest_);
    field.expectEnd();
    return id;
  }

  /// Reads a row of a table.
  void readRow(std::string_view line) {
    splitRow(text_, line, separator_, row_);
    // The readers of other lines report what is wrong.
    if (row_.size() < 2 && !header_ && !chosen_) {
      if (hasNames_) {
        text_.failHere(fmt::format("the head is missing; {}", kEdgeListForm));
      }
      readPlain(line);
      return;
    }
    if (header_ && row_.size() != columns_->count) {
      text_.failHere(
          fmt::format("{} fields, and the header names {} columns", row_.size(), columns_->count));
    }
    if (row_.size() < columns_->needed()) {
      text_.failHere(
          fmt::format("{} fields, and column {} is asked for", row_.size(), columns_->needed()));
    }
    const Field& tail = row_[columns_->tail];
    const Field& head = row_[columns_->head];
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
    undirected_ = columns_->type && isUndirected(row_[*columns_->type]);
    if (options_.ignoreWeights) {
      addBothWays(from, to);
      return;
    }
    if (header_ || columns_->weight) {
      addWithWeight(from, to, columns_->weight ? row_[*columns_->weight] : std::string_view());
      return;
    }
    if (chosen_ && row_.size() > 2) {
      text_.failHere(fmt::format("{} fields, and it is not said which holds the weight; say "
                                 "--weight-column=N or --weight-column=none",
                                 row_.size()));
    }
    if (row_.size() > 3 && !(row_.size() == 4 && row_[3].empty())) {
      text_.failHere(fmt::format("\"{}\" is too much on this line; {}",
                                 Fields(text_, row_[3], "").shownWord(), kEdgeListForm));
    }
    const std::string_view third = row_.size() > 2 ? row_[2] : std::string_view();
    addWithWeight(from, to, third.starts_with('{') ? weightOfDictionary(third) : third);
  }

  static bool isUndirected(std::string_view type) {
    return isWord(type, "undirected") || isWord(type, "mutual");
  }

  InputFile& file_;
  const ReadOptions& options_;
  const std::string second_; // the second line that is not a comment
  TextScanner text_;
  ArcsById arcs_;
  ArcsByName named_; // used in place of arcs_ if hasNames_
  EdgeAttributes attributes_;
  const std::uint64_t highest_;
  bool weighted_ = false;
  bool begun_ = false;                 // whether a line other than a comment has been read
  bool header_ = false;                // whether a header names the columns
  bool hasNames_ = false;              // whether ends are names
  char separator_ = ' ';               // separator of a table's fields
  std::optional<EdgeColumns> columns_; // columns of a table
  std::vector<Field> row_;             // fields of a table's line
  bool chosen_ = false;                // whether a person gave numbers of columns
  bool undirected_ = false;            // whether the row is an edge in both directions
  std::string firstLine_;              // the first line, if it is an edge
  std::string tail_;                   // room for a name with doubled quotes
  std::string head_;                   // the same
  std::string weight_;                 // room for a weight with a point
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
         (hasNamedEnds(first, second) || isNodeHeader(first));
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
          .write = writeEdgeList,
          .namedColumns = NamedColumns::kAll};
}

} // namespace galois::inputs::detail
