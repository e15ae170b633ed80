// LDBC Graphalytics: three files of one name.
//
//     NAME.v                  one id per line, any 64-bit numbers
//     NAME.e                  one FROM TO [WEIGHT] per line, ids of NAME.v
//     NAME.properties         lines KEY = VALUE, see Properties. "graph.X.directed = false": lines
//                             of NAME.e are edges; without the file or the line they are arcs
//
// Nodes are numbered in the order of NAME.v, and Graph::ids holds their ids. Any of the three names
// stands for all of them; the third can call the other two differently. Each file may be compressed.

#include "inputs/formats/Ldbc.h"
#include "inputs/EdgeListBuilder.h"
#include "inputs/Error.h"
#include "inputs/formats/Formats.h"
#include "inputs/formats/IdTable.h"
#include "inputs/formats/Limits.h"
#include "inputs/formats/WeightText.h"
#include "inputs/io/TextScanner.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>

namespace galois::inputs::detail {

namespace {

constexpr const char* kLdbcNodeForm = "a node line is \"ID\"";
constexpr std::string_view kProperties = ".properties";
constexpr const char* kLdbcEdgeForm = "an edge line is \"FROM TO\" or \"FROM TO WEIGHT\"";

/// Returns the path of NAME + suffix, plain or compressed, or "" if there is no such file.
std::string sibling(std::string_view base, std::string_view suffix) {
  for (const std::string_view packed : {"", ".gz", ".xz", ".zst", ".bz2"}) {
    std::string path = fmt::format("{}{}{}", base, suffix, packed);
    if (std::filesystem::exists(path)) {
      return path;
    }
  }
  return {};
}

bool endsAs(std::string_view path, std::string_view suffix) {
  return path.size() > suffix.size() && path.ends_with(suffix);
}

IdTable readNodes(InputFile& file) {
  TextScanner text(file);
  IdTable nodes;
  for (std::string_view line; text.next(line);) {
    if (line.empty() || line[0] == '#') {
      continue;
    }
    Fields fields(text, line, kLdbcNodeForm);
    const std::uint64_t id = fields.number("id", UINT64_MAX);
    fields.expectEnd();
    if (nodes.find(id)) {
      text.failHere(fmt::format("node {} is there twice", id));
    }
    nodes.add(id);
  }
  return nodes;
}

/// What NAME.properties says of a graph.
struct Properties {
  std::string path; ///< the file; empty if there is none
  /// Names of the other two files, in the same folder; empty if not named. @{
  std::string vertexFile;
  std::string edgeFile;
  /// @}
  EdgeKind kind = EdgeKind::kArc;
  /// Numbers of vertices and edges, where stated. @{
  std::optional<std::uint64_t> vertices;
  std::optional<std::uint64_t> edges;
  /// @}
};

/// Sets what one line says. Lines about algorithms, and other keys, say nothing.
void readProperty(const TextScanner& text, std::string_view key, std::string_view value,
                  Properties& properties) {
  const auto setFile = [&](std::string& name) {
    if (value.empty() || value.find('/') != std::string_view::npos) {
      text.failHere(fmt::format("\"{}\" is no name of a file in the folder of this one", value));
    }
    if (!name.empty()) {
      text.failHere(fmt::format("{} is there twice", key));
    }
    name = value;
  };
  const auto setCount = [&](std::optional<std::uint64_t>& count) {
    if (count) {
      text.failHere(fmt::format("{} is there twice", key));
    }
    Fields fields(text, value, "a number of lines is \"KEY = NUMBER\"");
    count = fields.number("number", UINT64_MAX);
    fields.expectEnd();
  };
  if (key.ends_with(".directed")) {
    if (value != "true" && value != "false") {
      text.failHere("a graph is \"directed = true\" or \"directed = false\"");
    }
    properties.kind = value == "true" ? EdgeKind::kArc : EdgeKind::kEdge;
  } else if (key.ends_with(".vertex-file")) {
    setFile(properties.vertexFile);
  } else if (key.ends_with(".edge-file")) {
    setFile(properties.edgeFile);
  } else if (key.ends_with(".meta.vertices")) {
    setCount(properties.vertices);
  } else if (key.ends_with(".meta.edges")) {
    setCount(properties.edges);
  } else if (key.ends_with(".edge-properties.types") && value != "real" && value != "int") {
    text.failHere(
        fmt::format("edges have data of the type \"{}\"; one number, real or int, is read "
                    "as the weight",
                    value));
  }
}

Properties readProperties(InputFile& file) {
  Properties properties;
  properties.path = file.name();
  TextScanner text(file);
  for (std::string_view line; text.next(line);) {
    const size_t equals = line.find('=');
    if (equals == std::string_view::npos || line[0] == '#' || line[0] == '!') {
      continue;
    }
    const std::string_view key = Fields(text, line.substr(0, equals), "").word();
    std::string_view value = line.substr(equals + 1);
    value.remove_prefix(std::min(value.find_first_not_of(" \t"), value.size()));
    readProperty(text, key, value, properties);
  }
  return properties;
}

/// Returns what the file NAME.properties says; nothing if there is no such file.
Properties propertiesBeside(std::string_view base) {
  const std::string path = sibling(base, kProperties);
  if (path.empty()) {
    return {};
  }
  InputFile file(path);
  return readProperties(file);
}

/// Returns the path of the file that the properties name, else of NAME + suffix.
std::string namedFile(const Properties& properties, const std::string& named,
                      std::string_view suffix) {
  std::string name = named;
  if (name.empty()) {
    std::string_view base = withoutCompressedSuffix(properties.path);
    base.remove_suffix(kProperties.size());
    name = fmt::format("{}{}", base.substr(base.find_last_of('/') + 1), suffix);
  }
  const std::string wanted = (std::filesystem::path(properties.path).parent_path() / name).string();
  std::string found = sibling(wanted, "");
  if (found.empty()) {
    fail("{}: the graph's file {} is not there", properties.path, wanted);
  }
  return found;
}

/// Throws InputError unless a file has as many lines as its properties say.
void checkCount(const Properties& properties, const std::optional<std::uint64_t>& stated,
                std::uint64_t found, const char* what, const std::string& file) {
  if (stated && *stated != found) {
    fail("{} says that there are {} {}, and {} has {}", properties.path, *stated, what, file,
         found);
  }
}

Graph readEdges(InputFile& file, IdTable& nodes, const Properties& properties,
                const std::string& nodeFile, const ReadOptions& options) {
  checkCount(properties, properties.vertices, nodes.size(), "vertices", nodeFile);
  TextScanner text(file);
  EdgeListBuilder builder(properties.kind, textWeights(options));
  bool weighted = false;
  for (std::string_view line; text.next(line);) {
    if (line.empty() || line[0] == '#') {
      continue;
    }
    Fields fields(text, line, kLdbcEdgeForm);
    std::array<std::uint64_t, 2> ids{};
    std::array<std::uint32_t, 2> ends{};
    for (size_t i = 0; i < 2; ++i) {
      ids[i] = fields.number(i == 0 ? "tail" : "head", UINT64_MAX);
      const auto node = nodes.find(ids[i]);
      if (!node) {
        text.failHere(fmt::format("node {} is not in {}", ids[i], nodeFile));
      }
      ends[i] = *node;
    }
    if (options.ignoreWeights) {
      builder.add(ends[0], ends[1]);
      continue;
    }
    const bool hasWeight = !fields.atEnd();
    if (builder.size() == 0) {
      weighted = hasWeight;
    }
    if (hasWeight != weighted) {
      text.failHere("some edges have a weight and some have none; all or none may have one");
    }
    if (weighted) {
      builder.add(ends[0], ends[1], readWeight(fields, options, ids[0], ids[1]));
    } else {
      builder.add(ends[0], ends[1]);
    }
    fields.expectEnd();
  }
  checkCount(properties, properties.edges, builder.size(), "edges", text.name());
  Graph graph = builder.build(nodes.size(), text.name().c_str());
  graph.ids = nodes.take();
  return graph;
}

bool isLdbc(std::string_view firstBytes, std::string_view path) {
  if (endsAs(path, kProperties)) {
    return true;
  }
  if (!endsAs(path, ".v") && !endsAs(path, ".e")) {
    return false;
  }
  const std::string_view other = path.ends_with(".v") ? ".e" : ".v";
  return isEdgeList(firstBytes, path) && !sibling(path.substr(0, path.size() - 2), other).empty();
}

Graph readLdbc(InputFile& file, const ReadOptions& options) {
  const std::string_view path = withoutCompressedSuffix(file.name());
  if (endsAs(path, kProperties)) {
    const Properties properties = readProperties(file);
    InputFile nodeFile(namedFile(properties, properties.vertexFile, ".v"));
    InputFile edgeFile(namedFile(properties, properties.edgeFile, ".e"));
    IdTable nodes = readNodes(nodeFile);
    return readEdges(edgeFile, nodes, properties, nodeFile.name(), options);
  }
  const bool isNodes = endsAs(path, ".v");
  if (!isNodes && !endsAs(path, ".e")) {
    fail("{}: an LDBC graph is a pair of files NAME.v and NAME.e; give one of them, or "
         "NAME.properties",
         file.name());
  }
  const std::string_view base = path.substr(0, path.size() - 2);
  const std::string other = sibling(base, isNodes ? ".e" : ".v");
  if (other.empty()) {
    fail("{} is one of a pair, and {}{} is not beside it", file.name(), base,
         isNodes ? ".e" : ".v");
  }
  InputFile otherFile(other);
  InputFile& nodeFile = isNodes ? file : otherFile;
  InputFile& edgeFile = isNodes ? otherFile : file;
  IdTable nodes = readNodes(nodeFile);
  return readEdges(edgeFile, nodes, propertiesBeside(base), nodeFile.name(), options);
}

} // namespace

Format formatLdbc() {
  return {.rank = 90,
          .name = "ldbc",
          .description = "LDBC Graphalytics, a pair of .v and .e, or their .properties",
          .suffixes = {".v", ".e", ".properties"},
          .recognises = isLdbc,
          .read = readLdbc};
}

} // namespace galois::inputs::detail

namespace galois::inputs {

std::vector<std::string> otherFilesOfLdbc(const std::string& path) {
  const std::string_view name = withoutCompressedSuffix(path);
  if (detail::endsAs(name, detail::kProperties)) {
    InputFile file(path);
    const detail::Properties properties = detail::readProperties(file);
    return {detail::namedFile(properties, properties.vertexFile, ".v"),
            detail::namedFile(properties, properties.edgeFile, ".e")};
  }
  if (!detail::endsAs(name, ".v") && !detail::endsAs(name, ".e")) {
    return {};
  }
  const std::string_view base = name.substr(0, name.size() - 2);
  std::vector<std::string> files;
  for (const std::string_view suffix : {name.ends_with(".v") ? ".e" : ".v", ".properties"}) {
    if (std::string file = detail::sibling(base, suffix); !file.empty()) {
      files.push_back(std::move(file));
    }
  }
  return files;
}

} // namespace galois::inputs
