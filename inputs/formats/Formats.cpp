#include "inputs/formats/Formats.h"

#include "inputs/Error.h"
#include "inputs/formats/OtherFiles.h"
#include "inputs/io/TextScanner.h"

#include "galois/graphs/GrFormat.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <iterator>

namespace galois::inputs {

namespace detail {
#define GALOIS_FORMAT(Name) Format format##Name();
#include "inputs/formats/AllFormats.def" // made by the build: a line for each format
#undef GALOIS_FORMAT
} // namespace detail

namespace {

std::string namesOf(bool (*wanted)(const Format&)) {
  std::string names;
  for (const Format& format : formats()) {
    if (wanted(format)) {
      names += fmt::format("{}{}", names.empty() ? "" : ", ", format.name);
    }
  }
  return names;
}

NamedTexts listOf(bool (*wanted)(const Format&)) {
  NamedTexts list;
  for (const Format& format : formats()) {
    if (wanted(format)) {
      list.emplace_back(format.name, format.description);
    }
  }
  return list;
}

std::string tableOf(const char* flag, const NamedTexts& list) {
  std::string table = fmt::format("Formats (--{}=<name>):\n\n", flag);
  for (const auto& [name, description] : list) {
    table += fmt::format("  {:<10} {}\n", name, description);
  }
  return table;
}

/// Returns whether the comments before the first other line are those of NetworkX' adjacency lists,
/// one of which contains the time at which the file was written.
bool hasCommentsOfNetworkX(std::string_view text) {
  constexpr std::string_view kTime = "# GMT ";
  while (text.starts_with('#')) {
    if (text.starts_with(kTime)) {
      return true;
    }
    text.remove_prefix(std::min(text.find_first_of("\r\n"), text.size() - 1) + 1);
    text.remove_prefix(std::min(text.find_first_not_of("\r\n"), text.size()));
  }
  return false;
}

/// Throws InputError for a file that looks like an edge list but would be misread as one.
void refuseOtherThanEdgeList(const InputFile& file, std::string_view first) {
  if (hasCommentsOfNetworkX(first)) {
    fail("{} starts like an adjacency list of NetworkX; say --from=adjlist if each line has a node "
         "and its neighbours, --from=edgelist if each line has an edge",
         file.name());
  }
}

bool isReadable(const Format& /*any*/) { return true; }

bool isWritable(const Format& format) { return format.write != nullptr || format.name == "co"; }

const Format* formatOfSuffix(std::string_view path) {
  for (const Format& format : formats()) {
    for (const std::string_view suffix : format.suffixes) {
      if (path.ends_with(suffix)) {
        return &format;
      }
    }
  }
  return nullptr;
}

} // namespace

const std::vector<Format>& formats() {
  static const std::vector<Format> table = [] {
    std::vector<Format> all{
#define GALOIS_FORMAT(Name) detail::format##Name(),
#include "inputs/formats/AllFormats.def"
#undef GALOIS_FORMAT
    };
    std::sort(all.begin(), all.end(),
              [](const Format& a, const Format& b) { return a.rank < b.rank; });
    return all;
  }();
  return table;
}

std::string readableFormats() { return namesOf(isReadable); }

std::string writableFormats() { return namesOf(isWritable); }

NamedTexts readableFormatList() { return listOf(isReadable); }

NamedTexts writableFormatList() { return listOf(isWritable); }

std::string readableFormatTable() { return tableOf("from", readableFormatList()); }

std::string writableFormatTable() { return tableOf("to", writableFormatList()); }

const Format& formatNamed(std::string_view name) {
  for (const Format& format : formats()) {
    if (format.name == withoutCompressedSuffix(name)) {
      return format;
    }
  }
  failUsage("there is no format \"{}\"; choose one of {}", name, readableFormats());
}

bool isText(std::string_view bytes) {
  return std::none_of(bytes.begin(), bytes.end(), [](char c) {
    return (c >= 0 && c < ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f') || c == 0x7f;
  });
}

std::string_view firstTellingLine(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  while (true) {
    const size_t start = text.find_first_not_of(kBlanks);
    if (start == std::string_view::npos) {
      return {};
    }
    text.remove_prefix(start);
    std::string_view line = text.substr(0, text.find_first_of("\r\n"));
    text.remove_prefix(line.size());
    const bool commentWord =
        line[0] == 'c' && (line.size() == 1 || line[1] == ' ' || line[1] == '\t');
    if (line[0] == '#' || line[0] == '%' || commentWord) {
      continue;
    }
    return line.substr(0, line.find_last_not_of(kBlanks) + 1);
  }
}

bool startsWithWords(std::string_view line, std::initializer_list<std::string_view> words) {
  constexpr std::string_view kBlanks = " \t";
  for (const std::string_view word : words) {
    line.remove_prefix(std::min(line.find_first_not_of(kBlanks), line.size()));
    if (!line.starts_with(word)) {
      return false;
    }
    line.remove_prefix(word.size());
    if (!line.empty() && kBlanks.find(line[0]) == std::string_view::npos) {
      return false;
    }
  }
  return true;
}

namespace {

size_t wordsIn(std::string_view line) {
  constexpr std::string_view kBlanks = " \t";
  size_t words = 0;
  while (!(line = line.substr(std::min(line.find_first_not_of(kBlanks), line.size()))).empty()) {
    ++words;
    line.remove_prefix(std::min(line.find_first_of(kBlanks), line.size()));
  }
  return words;
}

} // namespace

bool areLinesOf(std::string_view text, std::string_view word, std::size_t numbers) {
  const char* const end = text.data() + text.size();
  bool found = false;
  for (std::string_view line; !(line = firstTellingLine(text)).empty();) {
    const char* const after = line.data() + line.size();
    text = {after, static_cast<size_t>(end - after)};
    if (found && text.empty()) {
      break; // perhaps incomplete
    }
    if (found && startsWithWords(line, {"p"}) && wordsIn(line) > 3) {
      break; // a header, which no edge list has, and whose place a reader reports
    }
    found = true;
    if (!startsWithWords(line, {word})) {
      return false;
    }
    line.remove_prefix(line.find(word) + word.size());
    std::size_t count = 0;
    while (true) {
      line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
      if (line.empty()) {
        break;
      }
      std::int64_t number = 0;
      const auto read = std::from_chars(line.data(), after, number);
      if (read.ec == std::errc::invalid_argument ||
          (read.ptr != after && *read.ptr != ' ' && *read.ptr != '\t')) {
        return false;
      }
      line.remove_prefix(static_cast<size_t>(read.ptr - line.data()));
      ++count;
    }
    if (count != numbers) {
      return false;
    }
  }
  return found;
}

bool saysEdgeList(std::string_view path) {
  constexpr std::string_view kSuffixes[] = {".el", ".wel", ".edges", ".edgelist", ".tsv", ".csv"};
  return std::any_of(std::begin(kSuffixes), std::end(kSuffixes),
                     [&](std::string_view suffix) { return path.ends_with(suffix); });
}

bool hasHeader(std::string_view firstBytes, std::string_view path,
               std::initializer_list<std::string_view> words) {
  const std::string_view line = firstTellingLine(firstBytes);
  if (!startsWithWords(line, words)) {
    return false;
  }
  if (!saysEdgeList(path)) {
    return true;
  }
  const std::string_view last = *(words.end() - 1);
  return areLinesOf(line.substr(line.find(last, 1)), last, 2);
}

const Format& formatOfInput(InputFile& file, std::string_view from) {
  std::string_view first = file.peek();
  if (!from.empty()) {
    const Format& format = formatNamed(from);
    const bool wide = first.starts_with("\xff\xfe") || first.starts_with("\xfe\xff"); // UTF-16
    if (!format.isBinary && !wide && first.find('\0') != std::string_view::npos) {
      fail("{} is binary, and --from={} is for text; leave --from out", file.name(), format.name);
    }
    return format;
  }
  if (first.empty()) {
    fail("{} is empty; a graph file has at least a header or one edge", file.name());
  }
  if (first.starts_with("\xff\xfe") || first.starts_with("\xfe\xff")) {
    fail("{} is text in UTF-16; save it in UTF-8", file.name());
  }
  if (first.starts_with(kByteOrderMark)) {
    first.remove_prefix(kByteOrderMark.size());
  }
  if (const std::string other = otherFile(first, file.name()); !other.empty()) {
    fail("{} {}", file.name(), other);
  }
  const std::string_view path = withoutCompressedSuffix(file.name());
  for (const Format& format : formats()) {
    if (!format.recognises(first, path)) {
      continue;
    }
    if (format.name == "edgelist") {
      refuseOtherThanEdgeList(file, first);
    }
    return format;
  }
  if (firstTellingLine(first).empty()) {
    // Text in a .gr cannot be the binary format, so it is the other one with that suffix.
    const Format* format = formatOfSuffix(path);
    if (format != nullptr) {
      return format->name == "gr" ? formatNamed("dimacs") : *format;
    }
  }
  if (saysEdgeList(path) && isText(first)) {
    return formatNamed("edgelist"); // its reader reports what is wrong
  }
  const std::string unknown = unknownFile(first, path);
  file.refuseDamage();
  fail("{} {}", file.name(), unknown);
}

const Format& formatOfOutput(const std::string& path, std::string_view to) {
  const Format* format = nullptr;
  if (!to.empty()) {
    format = &formatNamed(to);
  } else {
    format = formatOfSuffix(withoutCompressedSuffix(path));
    if (format == nullptr) {
      failUsage("the name {} does not tell a format; say --to= one of {}", path, writableFormats());
    }
  }
  if (!isWritable(*format)) {
    failUsage("the format {} is only read; say --to= one of {}", format->name, writableFormats());
  }
  return *format;
}

Compression compressionOfOutput(const std::string& path, std::string_view to) {
  const Compression asked = compressionOfSuffix(to);
  return asked == Compression::kNone ? compressionOfSuffix(path) : asked;
}

Graph readAs(const Format& format, InputFile& file, const ReadOptions& options) {
  const ColumnNames& columns = options.columns;
  if (columns.any() && format.namedColumns == NamedColumns::kNone) {
    failUsage("--source-column, --target-column and --weight-column are for tables, GraphML, "
              "GEXF, GML and JSON, and {} is in the format {}",
              file.name(), format.name);
  }
  if ((columns.source || columns.target) && format.namedColumns == NamedColumns::kWeight) {
    failUsage("--source-column and --target-column are for tables, and {} is in the format {}, in "
              "which the ends of edges have one name",
              file.name(), format.name);
  }
  if (options.roads.any() && format.name != "osm") {
    failUsage("--profile, --osm-weight and --osm-connected are for OpenStreetMap, and {} is in the "
              "format {}",
              file.name(), format.name);
  }
  if (columns.weight != kNoWeightColumn) {
    return format.read(file, options);
  }
  ReadOptions without = options;
  without.ignoreWeights = true;
  without.columns.weight.reset();
  return format.read(file, without);
}

Graph readGraphFile(InputFile& file, std::string_view from, const ReadOptions& options) {
  const Format& format = formatOfInput(file, from);
  if (format.read == nullptr) {
    fail("{} holds {}, not a graph; give it with --coords=", file.name(), format.description);
  }
  return readAs(format, file, options);
}

bool showsWeights(const std::string& path, std::string_view from, const ColumnNames& columns) {
  if (columns.weight == kNoWeightColumn) {
    return false;
  }
  InputFile file(path);
  const Format& format = formatOfInput(file, from);
  if (format.name == "gr") {
    graphs::GrHeader header;
    const std::string_view first = file.peek();
    std::memcpy(&header, first.data(), std::min(first.size(), sizeof(header)));
    return header.edgeSize != 0;
  }
  if (format.read == nullptr || format.name == "map" || format.name == "wsg" ||
      format.name == "osm") {
    return format.read != nullptr;
  }
  // The arcs of LDBC are in a file of their own, and the values of an archive at its end.
  if (format.name != "ldbc" && !format.isBinary) {
    file.endAfterPeek();
  }
  try {
    const ReadOptions options{
        .weightType = WeightType::kFloat, .stopAtWeight = true, .columns = columns};
    return !format.read(file, options).weights.empty();
  } catch (const WeightSeen&) {
    return true;
  } catch (const InputError&) { // also where the beginning alone is no graph
    return false;
  }
}

} // namespace galois::inputs
