// LDBC Graphalytics: three files of one name.
//
//     NAME.v                  one id per line, any 64-bit numbers
//     NAME.e                  one FROM TO [WEIGHT] per line, ids of NAME.v
//     NAME.properties         "graph.X.directed = false": lines of NAME.e are edges; without the
//     file
//                             or the line they are arcs
//
// Nodes are numbered in the order of NAME.v, and Graph::ids holds their ids. Either of the first
// two names stands for all of them. Each file may be compressed.

#include "inputs/formats/Ldbc.h"
#include "inputs/EdgeListBuilder.h"
#include "inputs/Error.h"
#include "inputs/formats/Formats.h"
#include "inputs/formats/IdTable.h"
#include "inputs/formats/Limits.h"
#include "inputs/formats/WeightText.h"
#include "inputs/io/TextScanner.h"

#include <array>
#include <filesystem>

namespace galois::inputs::detail {

namespace {

constexpr const char* kNodeForm = "a node line is \"ID\"";
constexpr const char* kEdgeForm = "an edge line is \"FROM TO\" or \"FROM TO WEIGHT\"";

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
    Fields fields(text, line, kNodeForm);
    const std::uint64_t id = fields.number("id", UINT64_MAX);
    fields.expectEnd();
    if (nodes.find(id)) {
      text.failHere(fmt::format("node {} is there twice", id));
    }
    nodes.add(id);
  }
  return nodes;
}

/// Returns whether NAME.properties declares edges or arcs.
EdgeKind kindOf(std::string_view base) {
  const std::string path = sibling(base, ".properties");
  if (path.empty()) {
    return EdgeKind::kArc;
  }
  InputFile file(path);
  TextScanner text(file);
  for (std::string_view line; text.next(line);) {
    const size_t equals = line.find('=');
    if (equals == std::string_view::npos || line[0] == '#') {
      continue;
    }
    const std::string_view key = Fields(text, line.substr(0, equals), "").word();
    if (!key.ends_with(".directed")) {
      continue;
    }
    const std::string_view value = Fields(text, line.substr(equals + 1), "").word();
    if (value == "true") {
      return EdgeKind::kArc;
    }
    if (value == "false") {
      return EdgeKind::kEdge;
    }
    text.failHere("a graph is \"directed = true\" or \"directed = false\"");
  }
  return EdgeKind::kArc;
}

Graph readEdges(InputFile& file, IdTable& nodes, EdgeKind kind, const std::string& nodeFile,
                const ReadOptions& options) {
  TextScanner text(file);
  EdgeListBuilder builder(kind, textWeights(options));
  bool weighted = false;
  for (std::string_view line; text.next(line);) {
    if (line.empty() || line[0] == '#') {
      continue;
    }
    Fields fields(text, line, kEdgeForm);
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
  Graph graph = builder.build(nodes.size(), text.name().c_str());
  graph.ids = nodes.take();
  return graph;
}

bool isLdbc(std::string_view firstBytes, std::string_view path) {
  if (!endsAs(path, ".v") && !endsAs(path, ".e")) {
    return false;
  }
  const std::string_view other = path.ends_with(".v") ? ".e" : ".v";
  return isEdgeList(firstBytes, path) && !sibling(path.substr(0, path.size() - 2), other).empty();
}

Graph readLdbc(InputFile& file, const ReadOptions& options) {
  const std::string_view path = withoutCompressedSuffix(file.name());
  const bool isNodes = endsAs(path, ".v");
  if (!isNodes && !endsAs(path, ".e")) {
    fail("{}: an LDBC graph is a pair of files NAME.v and NAME.e; give one of them", file.name());
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
  return readEdges(edgeFile, nodes, kindOf(base), nodeFile.name(), options);
}

} // namespace

Format formatLdbc() {
  return {.rank = 90,
          .name = "ldbc",
          .description = "LDBC Graphalytics, a pair of .v and .e",
          .suffixes = {".v", ".e"},
          .recognises = isLdbc,
          .read = readLdbc};
}

} // namespace galois::inputs::detail

namespace galois::inputs {

std::vector<std::string> otherFilesOfLdbc(const std::string& path) {
  const std::string_view name = withoutCompressedSuffix(path);
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
