#include "inputs/formats/EdgeColumns.h"

#include "inputs/formats/WeightNames.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <span>
#include <string>

namespace galois::inputs {

namespace {

// Names of columns, reduced to lower-case letters and digits.
constexpr std::array<std::string_view, 17> kTails = {
    "source", "src", "sourceid", "from",  "fromid",  "fromnode",  "fromnodeid", "tail",      "u",
    "node1",  "id1", "nodeid1",  "start", "startid", "startnode", "origin",     "sourcenode"};
constexpr std::array<std::string_view, 18> kHeads = {
    "target",   "dst",   "targetid", "to",    "toid",        "tonode",
    "tonodeid", "head",  "v",        "node2", "id2",         "nodeid2",
    "end",      "endid", "endnode",  "dest",  "destination", "targetnode"};
// Columns that hold neither an end nor a weight. Those of kRowNames identify the row; a column
// without a name holds the numbers of rows.
constexpr std::array<std::string_view, 4> kRowNames = {"", "edgeid", "eid", "timeset"};
constexpr std::array<std::string_view, 4> kIgnored = {"id", "label", "name", "index"};
// Columns that describe nodes where no column is called an end of an edge.
constexpr std::array<std::string_view, 7> kNodes = {"node",   "nodeid",   "nodes", "nodename",
                                                    "vertex", "vertexid", "key"};
constexpr std::array<std::string_view, 6> kPlaces = {"lat", "latitude", "lon",
                                                     "lng", "long",     "longitude"};

// The same where the rows have no numbers that show that the first line is a header.
constexpr std::array<std::string_view, 8> kNodesInWords = {
    "id", "label", "name", "node", "nodeid", "nodename", "vertex", "vertexid"};
// What stands in place of a number that is not known.
constexpr std::array<std::string_view, 5> kMissing = {"na", "none", "null", "nil", "missing"};
// Types of data behind a colon in the headers of Neo4j and of Neptune: those of numbers, and others.
constexpr std::array<std::string_view, 6> kNumberTypes = {"int",    "long", "float",
                                                          "double", "byte", "short"};
constexpr std::array<std::string_view, 12> kOtherTypes = {
    "boolean", "bool",      "char",     "string",        "point",    "date",
    "time",    "localtime", "datetime", "localdatetime", "duration", "vector"};

constexpr const char* kHeaderHelp =
    "name them with --source-column= and --target-column=, or in the header, for example "
    "\"source,target,weight\"";

bool isNumberWord(std::string_view word) {
  if (word.starts_with('-') || word.starts_with('+')) {
    word.remove_prefix(1);
  }
  return !word.empty() && word[0] >= '0' && word[0] <= '9';
}

bool isOneOf(std::string_view name, std::span<const std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// What a column holds.
enum class Role { kTail, kHead, kWeight, kType, kRowName, kLabel, kNode, kOther };

/// What the name of a column says.
struct Column {
  Role role = Role::kOther;
  std::string folded{};           ///< the name
  std::string_view space{};       ///< the kind of nodes whose ids Neo4j has there
  std::optional<bool> isNumber{}; ///< whether the data is a number, if the name says its type
};

/// Returns what a name says where it has the form of Neo4j or Neptune: a name, a colon, and one of
/// the words START_ID, END_ID, ID, LABEL, TYPE and IGNORE, or a type of data. Any of them may be
/// followed by more in brackets.
std::optional<Column> columnOfNeo4j(std::string_view name) {
  const size_t colon = name.find(':');
  if (colon == std::string_view::npos) {
    return std::nullopt;
  }
  const std::string_view type = name.substr(colon + 1);
  const size_t end = std::min(type.find_first_of("([{"), type.size());
  const std::string word(type.substr(0, end));
  std::string_view space = type.substr(end);
  space = space.starts_with('(') && space.find(')') != std::string_view::npos
              ? space.substr(1, space.find(')') - 1)
              : std::string_view();
  if (word == "START_ID") {
    return Column{Role::kTail, "source", space};
  }
  if (word == "END_ID") {
    return Column{Role::kHead, "target", space};
  }
  if (word == "ID" || word == "LABEL") {
    return Column{Role::kNode, "id", space};
  }
  if (word == "TYPE" || word == "IGNORE") {
    return Column{Role::kLabel, "label", {}};
  }
  const bool isNumberType = isOneOf(foldedName(word), kNumberTypes);
  if (isNumberType || isOneOf(foldedName(word), kOtherTypes)) {
    Column column{.folded = foldedName(name.substr(0, colon))};
    column.isNumber = isNumberType && !type.substr(end).starts_with('[');
    column.role = isWeightName(column.folded) ? Role::kWeight : Role::kOther;
    return column;
  }
  return std::nullopt;
}

/// Returns what the name of a column says.
Column columnOf(std::string_view name) {
  if (const auto column = columnOfNeo4j(name)) {
    return *column;
  }
  Column column{.folded = foldedName(name)};
  const std::string& word = column.folded;
  column.role = isOneOf(word, kTails)      ? Role::kTail
                : isOneOf(word, kHeads)    ? Role::kHead
                : isWeightName(word)       ? Role::kWeight
                : word == "type"           ? Role::kType
                : isOneOf(word, kRowNames) ? Role::kRowName
                : isOneOf(word, kIgnored)  ? Role::kLabel
                                           : Role::kOther;
  return column;
}

/// Throws InputError for the header of a table of nodes. No column is called an end of an edge.
void refuseNodes(const TextScanner& where, const std::vector<Field>& names) {
  std::vector<std::string_view> shown;
  size_t usable = 0;
  bool places = false;
  bool first = false; // the first column with a name identifies a node
  for (const std::string_view name : names) {
    const Column column = columnOf(name);
    if (column.role == Role::kRowName) {
      continue;
    }
    const bool identifies = column.role == Role::kLabel || column.role == Role::kNode;
    first = first || column.role == Role::kNode ||
            (shown.empty() && (identifies || isOneOf(column.folded, kNodes)));
    usable += identifies ? 0 : 1;
    places = places || isOneOf(column.folded, kPlaces);
    shown.push_back(name);
  }
  if (places || first || (usable < 2 && usable < shown.size())) {
    where.failHere(fmt::format("columns {} describe nodes, not edges; give the file of edges, or "
                               "name the columns of their ends, for example "
                               "\"source,target,weight\" in the header, or --source-column= and "
                               "--target-column=",
                               listedNames(shown)));
  }
}

} // namespace

bool isNodeName(std::string_view word) {
  if (word.find_first_not_of("0123456789.+- ,\t") == std::string_view::npos) {
    return false;
  }
  double number = 0;
  const auto result = std::from_chars(word.data(), word.data() + word.size(), number);
  return result.ptr != word.data() + word.size() || !std::isfinite(number);
}

size_t EdgeColumns::needed() const {
  return 1 + std::max({tail, head, weight.value_or(0), type.value_or(0)});
}

bool isNodeHeader(std::string_view line) {
  const char separator = separatorOf(line);
  std::vector<Field> names;
  if (!divideRow(line, separator, names) || names.size() < 2) {
    return false;
  }
  bool tail = false;
  bool head = false;
  bool all = true;
  std::optional<bool> first;
  for (const Field& name : names) {
    const Column column = columnOf(name);
    tail = tail || column.role == Role::kTail;
    head = head || column.role == Role::kHead;
    const bool node = column.role == Role::kNode || isOneOf(column.folded, kNodesInWords);
    all = all && (node || column.role == Role::kRowName);
    if (!first && column.role != Role::kRowName) {
      first = node;
    }
  }
  return first.value_or(false) && !(tail && head) && (separator != ' ' || all);
}

bool isEdgeHeader(std::string_view line, std::string_view next) {
  const char separator = separatorOf(line);
  std::vector<Field> names;
  std::vector<Field> values;
  if (!divideRow(line, separator, names) || !divideRow(next, separator, values)) {
    return false;
  }
  const bool same = values.size() == names.size();
  if (names.size() < 2 || (!same && separator == ' ')) {
    return false;
  }
  if (std::any_of(names.begin(), names.end(),
                  [](std::string_view name) { return isNumberWord(name) || isNumberText(name); }) ||
      isOneOf(foldedName(names.back()), kMissing)) {
    return false;
  }
  const auto has = [&](Role role) {
    return std::any_of(names.begin(), names.end(),
                       [&](std::string_view name) { return columnOf(name).role == role; });
  };
  if (has(Role::kTail) && has(Role::kHead)) {
    return true;
  }
  const auto numbers =
      static_cast<size_t>(std::count_if(values.begin(), values.end(), isNumberWord));
  if (separator != ' ') {
    return same && numbers >= 1;
  }
  // Two words between blanks are a sentence unless one of them is a known name. With more, the rows
  // have numbers besides the ends.
  return same && ((numbers >= 2 && has(Role::kTail)) ||
                  (names.size() > 2 && numbers + 2 >= names.size() && isNumberWord(values.back())));
}

bool hasNamedEnds(std::string_view line, std::string_view next) {
  const char separator = separatorOf(line);
  std::vector<Field> first;
  std::vector<Field> second;
  if (!divideRow(line, separator, first) || first.size() < 2 ||
      first.size() > (separator == ' ' ? 3 : 4)) {
    return false;
  }
  const bool named = isNodeName(first[0]) || isNodeName(first[1]);
  if (next.empty() || (separator != ' ' && first.size() == 3 && isNumberWord(first[2]))) {
    return named; // a number in place of the weight shows that the line is an edge
  }
  return divideRow(next, separator, second) && second.size() == first.size() &&
         (isNodeName(second[0]) || isNodeName(second[1]));
}

namespace {

/// Returns the number that a person gave in place of the name of a column, from 0.
std::optional<size_t> columnNumber(std::string_view text) {
  constexpr size_t kMost = 100000;
  size_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  return read.ec == std::errc() && read.ptr == text.data() + text.size() && number >= 1 &&
                 number <= kMost
             ? std::optional(number - 1)
             : std::nullopt;
}

/// The columns that a person named: each one, or none.
struct AskedColumns {
  std::optional<size_t> tail, head, weight;
  bool has(size_t column) const { return column == tail || column == head || column == weight; }
};

/// Returns the columns that a person named.
/// @param placeOf  returns the column for a flag and its value
template <typename PlaceOf>
AskedColumns askedColumns(const TextScanner& where, const ColumnNames& asked,
                          const PlaceOf& placeOf) {
  AskedColumns found;
  const auto find = [&](std::optional<size_t>& column, const char* flag,
                        const std::optional<std::string>& name) {
    if (!name) {
      return;
    }
    const size_t place = placeOf(flag, *name);
    if (found.has(place)) {
      where.failHere(fmt::format("{}={}: this column is named twice", flag, *name));
    }
    column = place;
  };
  find(found.tail, "--source-column", asked.source);
  find(found.head, "--target-column", asked.target);
  find(found.weight, "--weight-column", asked.weight);
  return found;
}

} // namespace

bool hasNamedColumns(std::string_view line, const ColumnNames& asked) {
  std::vector<Field> names;
  if (!divideRow(line, separatorOf(line), names)) {
    return false;
  }
  const std::vector<std::string_view> plain(names.begin(), names.end());
  const auto isNamed = [&](const std::optional<std::string>& name) {
    return name && !columnNumber(*name) && placeOfName(*name, plain);
  };
  return isNamed(asked.source) || isNamed(asked.target) || isNamed(asked.weight);
}

EdgeColumns numberedColumns(const TextScanner& where, const ColumnNames& asked) {
  const AskedColumns given =
      askedColumns(where, asked, [&](const char* flag, const std::string& name) {
        const std::optional<size_t> number = columnNumber(name);
        if (!number) {
          where.failHere(fmt::format("{0}={1}: the file has no header with this name; number its "
                                     "columns from 1, as in {0}=2",
                                     flag, name));
        }
        return *number;
      });
  EdgeColumns columns;
  columns.tail = given.tail.value_or(columns.tail);
  columns.head = given.head.value_or(columns.head);
  columns.weight = given.weight;
  if (columns.tail == columns.head || columns.weight == columns.tail ||
      columns.weight == columns.head) {
    where.failHere(fmt::format(
        "edges begin in column {} and end in column {}{}; give each a column "
        "of its own with --source-column= and --target-column=",
        columns.tail + 1, columns.head + 1,
        columns.weight ? fmt::format(", and column {} has weights", *columns.weight + 1) : ""));
  }
  return columns;
}

EdgeColumns readEdgeHeader(const TextScanner& where, std::string_view line, char separator,
                           bool needWeights, const ColumnNames& asked) {
  std::vector<Field> names;
  splitRow(where, line, separator, names);
  if (std::any_of(names.begin(), names.end(), isNumberWord)) {
    where.failHere(
        "neither an edge nor a header: an edge starts with two numbers, and a header has none");
  }
  const std::vector<std::string_view> plain(names.begin(), names.end());
  const AskedColumns given =
      askedColumns(where, asked, [&](const char* flag, const std::string& name) {
        std::optional<size_t> place = placeOfName(name, plain);
        if (!place) {
          place = columnNumber(name);
        }
        if (!place || *place >= names.size()) {
          where.failHere(fmt::format("{}={}: there is no such column; the columns are {}", flag,
                                     name, listedNames(plain)));
        }
        return *place;
      });
  EdgeColumns columns;
  columns.count = names.size();
  std::vector<size_t> tails;
  std::vector<size_t> heads;
  std::vector<size_t> weights;
  std::vector<size_t> others;
  const auto has = [&](const auto& wanted) {
    return std::any_of(names.begin(), names.end(), wanted);
  };
  const bool ends = has([](std::string_view name) { return columnOf(name).role == Role::kTail; }) &&
                    has([](std::string_view name) { return columnOf(name).role == Role::kHead; });
  // What has no type is text in a header of Neo4j.
  const bool untypedIsText =
      has([](std::string_view name) { return name.find(":START_ID") != name.npos; });
  for (size_t i = 0; i < names.size(); ++i) {
    if (given.has(i)) {
      continue;
    }
    const Column column = columnOf(names[i]);
    const Role role = column.role;
    if (role == Role::kTail) {
      tails.push_back(i);
    } else if (role == Role::kHead) {
      heads.push_back(i);
    } else if (role == Role::kWeight) {
      weights.push_back(i);
    } else if (role == Role::kType) {
      columns.type = i;
    } else if (role == Role::kOther && !(ends && !column.isNumber.value_or(!untypedIsText))) {
      others.push_back(i);
    }
  }
  const auto giveAll = [](const std::optional<size_t>& column, std::vector<size_t>& all) {
    if (column) {
      all = {*column};
    }
  };
  giveAll(given.tail, tails);
  giveAll(given.head, heads);
  giveAll(given.weight, weights);
  if (tails.empty() && heads.empty()) {
    refuseNodes(where, names);
    const bool thirdIsWeight = others.size() == 3 && weights.empty();
    const bool clear =
        thirdIsWeight || (others.size() == 2 && (weights.size() < 2 || !needWeights));
    if (!clear || (separator == ' ' && names.size() < 3)) {
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
  columns.parted = columnOf(names[columns.tail]).space != columnOf(names[columns.head]).space;
  if (weights.size() == 1) {
    columns.weight = weights[0];
  }
  if (needWeights && (weights.size() > 1 || (weights.empty() && !others.empty()))) {
    std::vector<std::string_view> shown;
    for (const size_t column : weights.empty() ? others : weights) {
      shown.push_back(names[column]);
    }
    where.failHere(fmt::format("the header does not say whether column \"{}\" holds weights; name "
                               "the column that does with --weight-column=, or say "
                               "--weight-column=none (there {} {})",
                               names[weights.empty() ? others[0] : weights[1]],
                               shown.size() == 1 ? "is" : "are", listedNames(shown)));
  }
  return columns;
}

} // namespace galois::inputs
