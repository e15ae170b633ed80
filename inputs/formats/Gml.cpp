// GML, as NetworkX, igraph, Newman's collection, the Internet Topology Zoo and others write it:
//
//     Creator "..."
//     graph [
//       directed 1                          or 0; undirected if it is missing
//       node [ id 1 label "Paris" ]
//       node [ id 2 label "L&#246;rrach" ]
//       edge [ source 1 target 2 value 465 ]
//     ]
//
// A text is a list of keys, each with a value: a number, a word, a text in double quotes, or a list
// in brackets. Lines do not matter, and '#' starts a comment. In texts, entities of XML stand for
// characters, and the end of a line is a blank.
//
// The labels of nodes are their names, if each node has one and no two have the same; else their
// values of the key "name", if these do; else their ids, numbers or texts. A text without a character
// is no value. An edge ends at nodes that the file lists, before or after it. An undirected one is two arcs, and there may be
// several between two nodes. The weight is the edge's value under the name that EdgeAttributes.h
// finds. Coordinates are those of NodePlaces.h, also in the list "graphics" of a node. All other keys
// are left out. A file has one graph.

#include "inputs/formats/DeclaredNodes.h"
#include "inputs/formats/EdgeAttributes.h"
#include "inputs/formats/Formats.h"
#include "inputs/formats/NodePlaces.h"
#include "inputs/formats/WeightNames.h"
#include "inputs/formats/XmlScanner.h"

#include "inputs/Error.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace galois::inputs::detail {

namespace {

constexpr std::string_view kSpace = " \t\r\n\f";
constexpr std::string_view kWordEnds = " \t\r\n\f[]\"#";

bool isKey(std::string_view word) {
  const char first = word.empty() ? '\0' : word[0];
  return (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z') || first == '_';
}

/// Returns whether keys with plain values, and then the key "graph" with a list, begin the text.
bool isGml(std::string_view firstBytes, std::string_view /*path*/) {
  std::string_view rest = firstBytes;
  const auto skip = [&](std::size_t count) { rest.remove_prefix(std::min(count, rest.size())); };
  const auto skipSpace = [&] {
    skip(rest.find_first_not_of(kSpace));
    while (rest.starts_with('#')) {
      skip(rest.find_first_of("\r\n"));
      skip(rest.find_first_not_of(kSpace));
    }
  };
  while (true) {
    skipSpace();
    const std::string_view key = rest.substr(0, rest.find_first_of(kWordEnds));
    skip(key.size());
    skipSpace();
    if (!isKey(key) || rest.empty()) {
      return false;
    }
    if (rest.starts_with('[')) {
      return lowerCase(key) == "graph";
    }
    if (rest.starts_with('"')) {
      skip(1);
      const std::size_t close = rest.find('"');
      skip(close == std::string_view::npos ? close : close + 1);
    } else {
      skip(rest.find_first_of(kWordEnds));
    }
  }
}

/// What a node is called in the file.
class GmlId {
public:
  GmlId(std::string text, bool quoted) : text_(std::move(text)) {
    const char* const end = text_.data() + text_.size();
    const auto read = std::from_chars(text_.data(), end, number_);
    isNumber_ = !quoted && read.ec == std::errc() && read.ptr == end;
  }
  NodeName name() const {
    return isNumber_ ? NodeName(number_) : NodeName(std::string_view(text_));
  }

private:
  std::string text_;
  std::uint64_t number_ = 0;
  bool isNumber_;
};

/// Divides a text into keys and values. For one thread.
class GmlScanner {
public:
  /// What next() has found.
  enum class Token { kWord, kText, kOpen, kClose, kEnd };

  explicit GmlScanner(TextScanner& lines) : lines_(lines) {}

  /// Finds the next token; kEnd at the end of the file. @throws InputError
  Token next() {
    while (true) {
      rest_.remove_prefix(std::min(rest_.find_first_not_of(kSpace), rest_.size()));
      if (!comment_ && !rest_.empty() && rest_[0] != '#') {
        break;
      }
      comment_ = comment_ || !rest_.empty();
      rest_ = {};
      comment_ = comment_ && lines_.lineGoesOn();
      if (!more()) {
        return Token::kEnd;
      }
    }
    const char first = rest_[0];
    if (first == '[' || first == ']') {
      rest_.remove_prefix(1);
      return first == '[' ? Token::kOpen : Token::kClose;
    }
    if (first == '"') {
      rest_.remove_prefix(1);
      readText();
      return Token::kText;
    }
    text_ = rest_.substr(0, rest_.find_first_of(kWordEnds));
    rest_.remove_prefix(text_.size());
    return Token::kWord;
  }

  /// Returns the word, or the text without its quotes.
  const std::string& text() const { return text_; }

private:
  // Words do not contain it, so that none is cut in two.
  bool more() { return lines_.nextPiece(rest_, ']'); }

  void readText() {
    constexpr std::size_t kMost = std::size_t{1} << 20;
    text_.clear();
    std::size_t close = rest_.find('"');
    while (close == std::string_view::npos) {
      text_ += rest_;
      if (!lines_.lineGoesOn()) {
        text_ += ' ';
      }
      if (text_.size() > kMost) {
        lines_.failHere("a text of over 1 MB; is a quote missing?");
      }
      if (!more()) {
        fail("{} is cut short: it ends in a text, whose quote is missing", lines_.name());
      }
      close = rest_.find('"');
    }
    text_ += rest_.substr(0, close);
    rest_.remove_prefix(close + 1);
    resolveEntities();
  }

  /// Replaces entities by what they stand for. What begins none is kept.
  void resolveEntities() {
    for (std::size_t at = text_.find('&'); at != std::string::npos; at = text_.find('&', at + 1)) {
      const std::size_t end = text_.find(';', at);
      constexpr std::size_t kLongest = 10;
      std::string character;
      if (end != std::string::npos && end - at <= kLongest &&
          appendEntity(character, std::string_view(text_).substr(at + 1, end - at - 1))) {
        text_.replace(at, end + 1 - at, character);
        at += character.size() - 1;
      }
    }
  }

  TextScanner& lines_;
  std::string_view rest_; // of the line
  bool comment_ = false;  // the piece of the line that comes next is one
  std::string text_;
};

/// Reads one file.
class GmlReader {
public:
  GmlReader(InputFile& file, const ReadOptions& options)
      : lines_(file), tokens_(lines_), attributes_(lines_, options), nodes_(lines_, options) {}

  Graph read() {
    readList(true, [this](const std::string& key) {
      if (key != "graph") {
        skipValue();
        return;
      }
      if (graph_) {
        lines_.failHere("a second graph; a file with one graph is read");
      }
      graph_ = true;
      readGraph();
    });
    if (!graph_) {
      fail("{} has no graph [ ... ]", lines_.name());
    }
    Graph graph = nodes_.build(directed_);
    places_.giveTo(graph);
    if (std::string note = attributes_.note(); !note.empty()) {
      graph.notes.push_back(std::move(note));
    }
    return graph;
  }

private:
  using Token = GmlScanner::Token;

  /// Calls use(key) for each key of a list, in lower case; use() reads the value.
  /// @param outermost  the list is the file; else its bracket has been read
  template <typename Use>
  void readList(bool outermost, const Use& use) {
    while (true) {
      const Token token = tokens_.next();
      if (token == (outermost ? Token::kEnd : Token::kClose)) {
        return;
      }
      if (token == Token::kEnd) {
        fail("{} is cut short: a \"]\" is missing at its end", lines_.name());
      }
      if (token != Token::kWord || !isKey(tokens_.text())) {
        lines_.failHere(fmt::format(
            "\"{}\" where a key is expected; a list has keys and their values, such as \"id 1\"",
            shown(token)));
      }
      key_ = tokens_.text();
      use(lowerCase(key_));
    }
  }

  std::string shown(Token token) const {
    return token == Token::kOpen    ? "["
           : token == Token::kClose ? "]"
           : token == Token::kEnd   ? "the end of the file"
                                    : shownText(tokens_.text());
  }

  /// Reads the list that is the value of the key.
  template <typename Use>
  void readListOf(const char* key, const Use& use) {
    if (tokens_.next() != Token::kOpen) {
      lines_.failHere(fmt::format("the key {} has no list; it is \"{} [ ... ]\"", key, key));
    }
    readList(false, use);
  }

  /// Reads the value of the key, and returns its token. The content of a list is skipped.
  Token readValue() {
    const Token token = tokens_.next();
    if (token == Token::kClose || token == Token::kEnd) {
      lines_.failHere(fmt::format("the key \"{}\" has no value", shownText(key_)));
    }
    for (std::size_t depth = token == Token::kOpen ? 1 : 0; depth > 0;) {
      const Token inside = tokens_.next();
      if (inside == Token::kEnd) {
        fail("{} is cut short: a \"]\" is missing at its end", lines_.name());
      }
      depth += inside == Token::kOpen ? 1 : 0;
      depth -= inside == Token::kClose ? 1 : 0;
    }
    return token;
  }

  void skipValue() { readValue(); }

  void readGraph() {
    readListOf("graph", [this](const std::string& key) {
      if (key == "node") {
        readNode();
      } else if (key == "edge") {
        readEdge();
      } else if (key == "directed") {
        readValue();
        directed_ = tokens_.text() == "1";
      } else {
        skipValue();
      }
    });
  }

  /// Reads the value of the key, by which a node is called.
  GmlId readId() {
    const Token token = readValue();
    if (token == Token::kOpen) {
      lines_.failHere(
          fmt::format("the key {} has a list; it is a number or a text", shownText(key_)));
    }
    return {tokens_.text(), token == Token::kText};
  }

  /// Reads the value of a key of a node that may be a coordinate.
  void readPlace(const std::string& key) {
    if (readValue() == Token::kWord) {
      places_.add(key, tokens_.text());
    }
  }

  void readNode() {
    std::optional<GmlId> id;
    std::string label;
    std::string name;
    places_.beginNode();
    readListOf("node", [&](const std::string& key) {
      if (key == "id") {
        id = readId();
      } else if (key == "label" || key == "name") {
        if (readValue() != Token::kOpen) {
          (key == "label" ? label : name) = tokens_.text();
        }
      } else if (key == "graphics") {
        readListOf("graphics", [this](const std::string& inside) { readPlace(inside); });
      } else {
        readPlace(key);
      }
    });
    if (!id) {
      lines_.failHere("a node without the key id; a node is \"node [ id 1 ]\"");
    }
    const std::uint32_t node = nodes_.addNode(id->name());
    nodes_.label(node, label);
    nodes_.otherLabel(node, name);
  }

  void readEdge() {
    std::optional<GmlId> from;
    std::optional<GmlId> to;
    attributes_.beginEdge();
    readListOf("edge", [&](const std::string& key) {
      if (key == "source") {
        from = readId();
      } else if (key == "target") {
        to = readId();
      } else {
        const std::string name = key_;
        if (readValue() != Token::kOpen && !tokens_.text().empty()) {
          attributes_.add(name, tokens_.text());
        }
      }
    });
    if (!from || !to) {
      lines_.failHere(
          fmt::format("an edge without the key {}; an edge is \"edge [ source 1 target 2 ]\"",
                      from ? "target" : "source"));
    }
    nodes_.addEdge(from->name(), to->name(), attributes_.weight());
  }

  TextScanner lines_;
  GmlScanner tokens_;
  EdgeAttributes attributes_;
  DeclaredNodes nodes_;
  NodePlaces places_;
  std::string key_; // the key that was read last
  bool graph_ = false;
  bool directed_ = false;
};

Graph readGml(InputFile& file, const ReadOptions& options) {
  return GmlReader(file, options).read();
}

} // namespace

Format formatGml() {
  return {.rank = 96,
          .name = "gml",
          .description = "GML, nodes with names",
          .suffixes = {".gml"},
          .recognises = isGml,
          .example = "Creator \"x\"\ngraph [\n  directed 1\n  node [ id 1 label \"a\" ]\n"
                     "  node [ id 2 label \"b &#38; c\" graphics [ x 1.5 ] ] # comment\n"
                     "  edge [ source 1 target 2 value 7 ]\n]\n",
          .read = readGml,
          .namedColumns = NamedColumns::kWeight};
}

} // namespace galois::inputs::detail
