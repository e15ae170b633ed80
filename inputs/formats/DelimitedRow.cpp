#include "inputs/formats/DelimitedRow.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <span>
#include <string>

namespace galois::inputs {

namespace {

constexpr std::string_view kBlanks = " \t\r";

// Names of columns, reduced to lower-case letters and digits.
constexpr std::array<std::string_view, 17> kTails = {
    "source", "src", "sourceid", "from",  "fromid",  "fromnode",  "fromnodeid", "tail",      "u",
    "node1",  "id1", "nodeid1",  "start", "startid", "startnode", "origin",     "sourcenode"};
constexpr std::array<std::string_view, 18> kHeads = {
    "target",   "dst",   "targetid", "to",    "toid",        "tonode",
    "tonodeid", "head",  "v",        "node2", "id2",         "nodeid2",
    "end",      "endid", "endnode",  "dest",  "destination", "targetnode"};
constexpr std::array<std::string_view, 13> kWeights = {
    "weight", "weights", "w",  "wt",    "length", "distance", "dist",
    "cost",   "value",   "km", "miles", "metres", "meters"};
// Columns that hold neither an end nor a weight. Those of kRowNames identify the row; a column
// without a name holds the numbers of rows.
constexpr std::array<std::string_view, 4> kRowNames = {"", "edgeid", "eid", "timeset"};
constexpr std::array<std::string_view, 4> kIgnored = {"id", "label", "name", "index"};
// Columns that describe nodes where no column is called an end of an edge.
constexpr std::array<std::string_view, 7> kNodes = {"node",   "nodeid",   "nodes", "nodename",
                                                    "vertex", "vertexid", "key"};
constexpr std::array<std::string_view, 6> kPlaces = {"lat", "latitude", "lon",
                                                     "lng", "long",     "longitude"};

constexpr const char* kHeaderHelp =
    "name them, for example \"source,target,weight\", or remove the header";

bool isQuote(char c) { return c == '"' || c == '\''; }

bool isNumber(std::string_view word) {
  if (word.starts_with('-') || word.starts_with('+')) {
    word.remove_prefix(1);
  }
  return !word.empty() && word[0] >= '0' && word[0] <= '9';
}

/// Returns a name reduced to lower-case letters and digits, for comparisons.
std::string folded(std::string_view name) {
  std::string text;
  for (const char c : name) {
    if (c >= 'A' && c <= 'Z') {
      text += static_cast<char>(c + 32);
    } else if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c & 0x80) != 0) {
      text += c;
    }
  }
  return text;
}

bool isOneOf(const std::string& name, std::span<const std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string_view trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) {
    return {};
  }
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

/// Returns the names as a list: "a", "b" and "c".
std::string listed(const std::vector<std::string_view>& names) {
  std::string text;
  for (size_t i = 0; i < names.size(); ++i) {
    const char* const before = i == 0 ? "" : i + 1 == names.size() ? " and " : ", ";
    text += fmt::format("{}\"{}\"", before, names[i]);
  }
  return text;
}

/// Throws InputError for the header of a table of nodes. No column is called an end of an edge.
void refuseNodes(const TextScanner& where, const std::vector<std::string_view>& names) {
  std::vector<std::string_view> shown;
  size_t usable = 0;
  bool places = false;
  bool first = false; // the first column with a name identifies a node
  for (const std::string_view name : names) {
    const std::string word = folded(name);
    if (isOneOf(word, kRowNames)) {
      continue;
    }
    const bool identifies = isOneOf(word, kIgnored);
    first = first || (shown.empty() && (identifies || isOneOf(word, kNodes)));
    usable += identifies ? 0 : 1;
    places = places || isOneOf(word, kPlaces);
    shown.push_back(name);
  }
  if (places || first || (usable < 2 && usable < shown.size())) {
    where.failHere(fmt::format("columns {} describe nodes, not edges; give the file of edges, or "
                               "name the columns of their ends, for example "
                               "\"source,target,weight\"",
                               listed(shown)));
  }
}

} // namespace

char separatorOf(std::string_view line) {
  char found = ' ';
  char quote = 0;
  bool begins = true; // whether a field begins here
  for (size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quote != 0) {
      if (c == quote && line.substr(i + 1).starts_with(quote)) {
        ++i; // a doubled quote is part of the field
      } else if (c == quote) {
        quote = 0;
      }
      continue;
    }
    if (begins && isQuote(c) && line.find(c, i + 1) != std::string_view::npos) {
      quote = c;
    } else if (c == '{') {
      break;
    } else if (c == ';') {
      return ';';
    } else if (c == ',') {
      found = ',';
    } else if (c == '\t' && found == ' ') {
      found = '\t';
    }
    begins = c == ',' || c == '\t' || c == ' ';
  }
  return found;
}

bool divideRow(std::string_view line, char separator, std::vector<std::string_view>& fields) {
  fields.clear();
  const auto isEnd = [&](char c) { return c == separator || (separator == ' ' && c == '\t'); };
  while (true) {
    const size_t first = line.find_first_not_of(separator == '\t' ? " \r" : kBlanks);
    line.remove_prefix(std::min(first, line.size()));
    if (line.empty()) {
      if (separator != ' ' && !fields.empty()) {
        fields.emplace_back();
      }
      return true;
    }
    if (line[0] == '{') {
      fields.push_back(trimmed(line));
      return true;
    }
    if (isQuote(line[0])) {
      size_t close = line.find(line[0], 1);
      while (close != std::string_view::npos && line.substr(close + 1).starts_with(line[0])) {
        close = line.find(line[0], close + 2); // a doubled quote is part of the field
      }
      if (close == std::string_view::npos && line[0] == '"') {
        return false;
      }
      if (close != std::string_view::npos) {
        fields.push_back(trimmed(line.substr(1, close - 1)));
        line.remove_prefix(close + 1);
        const size_t next = line.find_first_not_of(separator == '\t' ? " \r" : kBlanks);
        if (next == std::string_view::npos) {
          return true;
        }
        if (separator == ' ' ? next == 0 : !isEnd(line[next])) {
          return false;
        }
        line.remove_prefix(separator == ' ' ? next : next + 1);
        continue;
      }
    } // a single apostrophe is a letter
    const size_t length =
        static_cast<size_t>(std::find_if(line.begin(), line.end(), isEnd) - line.begin());
    fields.push_back(trimmed(line.substr(0, length)));
    if (length == line.size()) {
      return true;
    }
    line.remove_prefix(length + 1);
  }
}

namespace {

/// Divides a line in which no field starts with a quote or a brace, at a separator that is no blank.
/// Returns false for other lines.
bool dividePlainRow(std::string_view line, char separator, std::vector<std::string_view>& fields) {
  const auto isBlank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  fields.clear();
  const char* at = line.data();
  const char* const end = at + line.size();
  while (true) {
    const char* first = at;
    while (at != end && *at != separator) {
      ++at;
    }
    const char* last = at;
    while (first != last && isBlank(*first)) {
      ++first;
    }
    while (first != last && isBlank(last[-1])) {
      --last;
    }
    if (first != last && (isQuote(*first) || *first == '{')) {
      return false;
    }
    fields.emplace_back(first, static_cast<size_t>(last - first));
    if (at == end) {
      return true;
    }
    ++at;
  }
}

} // namespace

void splitRow(const TextScanner& where, std::string_view line, char separator,
              std::vector<std::string_view>& fields) {
  if ((separator == ',' || separator == ';') && dividePlainRow(line, separator, fields)) {
    return;
  }
  if (!divideRow(line, separator, fields)) {
    where.failHere("a quote does not end, or text follows it; a field in quotes stands between two "
                   "separators");
  }
}

bool isNodeName(std::string_view word) {
  if (word.find_first_not_of("0123456789.+- ,\t") == std::string_view::npos) {
    return false;
  }
  double number = 0;
  const auto result = std::from_chars(word.data(), word.data() + word.size(), number);
  return result.ptr != word.data() + word.size() || !std::isfinite(number);
}

bool isEdgeHeader(std::string_view line, std::string_view next) {
  const char separator = separatorOf(line);
  std::vector<std::string_view> names;
  std::vector<std::string_view> values;
  if (!divideRow(line, separator, names) || !divideRow(next, separator, values)) {
    return false;
  }
  const bool same = values.size() == names.size();
  if (names.size() < 2 || (!same && separator == ' ')) {
    return false;
  }
  if (std::any_of(names.begin(), names.end(), isNumber)) {
    return false;
  }
  const auto has = [&](std::span<const std::string_view> known) {
    return std::any_of(names.begin(), names.end(),
                       [&](std::string_view name) { return isOneOf(folded(name), known); });
  };
  if (has(kTails) && has(kHeads)) {
    return true;
  }
  const auto numbers = std::count_if(values.begin(), values.end(), isNumber);
  // Words between blanks are a sentence unless one of them is a known name.
  return same && (separator == ' ' ? numbers >= 2 && has(kTails) : numbers >= 1);
}

bool hasNamedEnds(std::string_view line, std::string_view next) {
  const char separator = separatorOf(line);
  std::vector<std::string_view> first;
  std::vector<std::string_view> second;
  if (!divideRow(line, separator, first) || first.size() < 2 ||
      first.size() > (separator == ' ' ? 3 : 4)) {
    return false;
  }
  const bool named = isNodeName(first[0]) || isNodeName(first[1]);
  if (next.empty() || (separator != ' ' && first.size() == 3 && isNumber(first[2]))) {
    return named; // a number in place of the weight shows that the line is an edge
  }
  return divideRow(next, separator, second) && second.size() == first.size() &&
         (isNodeName(second[0]) || isNodeName(second[1]));
}

EdgeColumns readEdgeHeader(const TextScanner& where, std::string_view line, char separator,
                           bool needWeights) {
  std::vector<std::string_view> names;
  splitRow(where, line, separator, names);
  if (std::any_of(names.begin(), names.end(), isNumber)) {
    where.failHere(
        "neither an edge nor a header: an edge starts with two numbers, and a header has "
        "none");
  }
  EdgeColumns columns;
  columns.count = names.size();
  std::vector<size_t> tails;
  std::vector<size_t> heads;
  std::vector<size_t> weights;
  std::vector<size_t> others;
  for (size_t i = 0; i < names.size(); ++i) {
    const std::string name = folded(names[i]);
    if (isOneOf(name, kTails)) {
      tails.push_back(i);
    } else if (isOneOf(name, kHeads)) {
      heads.push_back(i);
    } else if (isOneOf(name, kWeights)) {
      weights.push_back(i);
    } else if (name == "type") {
      columns.type = i;
    } else if (!isOneOf(name, kIgnored) && !isOneOf(name, kRowNames)) {
      others.push_back(i);
    }
  }
  if (tails.empty() && heads.empty()) {
    refuseNodes(where, names);
    const bool thirdIsWeight = others.size() == 3 && weights.empty();
    const bool clear =
        thirdIsWeight || (others.size() == 2 && (weights.size() < 2 || !needWeights));
    if (separator == ' ' || !clear) {
      where.failHere(fmt::format("the header does not say which of its {} columns hold the ends of "
                                 "an edge; {}",
                                 names.size(), kHeaderHelp));
    }
    columns.tail = others[0];
    columns.head = others[1];
    if (thirdIsWeight) {
      columns.weight = others[2];
    } else if (weights.size() == 1) {
      columns.weight = weights[0];
    }
    return columns;
  }
  if (tails.size() != 1 || heads.size() != 1) {
    where.failHere(fmt::format("the header does not say which column holds the tail and which the "
                               "head of an edge; {}",
                               kHeaderHelp));
  }
  columns.tail = tails[0];
  columns.head = heads[0];
  if (weights.size() == 1) {
    columns.weight = weights[0];
  }
  if (needWeights && (weights.size() > 1 || (weights.empty() && !others.empty()))) {
    where.failHere(fmt::format("the header does not say whether column \"{}\" holds weights; call "
                               "the column of weights \"weight\", or remove the others",
                               names[weights.empty() ? others[0] : weights[1]]));
  }
  return columns;
}

} // namespace galois::inputs
