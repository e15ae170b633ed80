#include "inputs/formats/NameFile.h"

#include "inputs/Error.h"
#include "inputs/formats/SideFile.h"
#include "inputs/io/RandomAccess.h"
#include "inputs/io/TextScanner.h"
#include "inputs/names/NodeIdMap.h"

#include "galois/graphs/GrFormat.h"

#include <filesystem>
#include <numeric>
#include <optional>
#include <utility>

namespace galois::inputs {

namespace {

const std::string kCheckTitle = fmt::format("{}: graph ", kNamesTitle);
constexpr size_t kCheckDigits = 16; // of the number that follows

/// Returns a number that depends on the sizes of a graph and on samples of its offsets and heads.
/// @param offsetAt, headAt  return the end of a node's arcs, and the head of an arc
template <typename OffsetAt, typename HeadAt>
std::string checkOf(std::uint64_t nodes, std::uint64_t arcs, const OffsetAt& offsetAt,
                    const HeadAt& headAt) {
  constexpr std::uint64_t kSamples = 64;
  constexpr std::uint64_t kPrime = 0x100000001b3;
  std::uint64_t hash = 0xcbf29ce484222325;
  const auto add = [&](std::uint64_t word) {
    hash = (hash ^ word) * kPrime;
    hash ^= hash >> 29;
  };
  add(nodes);
  add(arcs);
  for (std::uint64_t i = 0; i < kSamples && nodes > 0; ++i) {
    add(offsetAt(i * (nodes - 1) / (kSamples - 1)));
  }
  for (std::uint64_t i = 0; i < kSamples && arcs > 0; ++i) {
    add(headAt(i * (arcs - 1) / (kSamples - 1)));
  }
  return fmt::format("{:016x}", hash);
}

std::string checkOf(const Graph& graph) {
  return checkOf(
      graph.numNodes(), graph.numArcs(),
      [&](std::uint64_t node) { return graph.offsets[node + 1]; },
      [&](std::uint64_t arc) { return graph.dst[arc]; });
}

/// Returns the number of nodes of a .gr of version 1, and sets `check`; none for other files.
std::optional<std::uint64_t> nodesOfGr(const std::string& path, std::string& check) {
  const RandomAccess file(path);
  graphs::GrHeader header;
  if (!file.read(&header, sizeof(header), 0) || header.version != 1) {
    return std::nullopt;
  }
  const auto layout = graphs::layoutOf(header);
  if (!layout) {
    return std::nullopt;
  }
  check = checkOf(
      header.numNodes, header.numEdges,
      [&](std::uint64_t node) {
        std::uint64_t end = 0;
        file.read(&end, sizeof(end), sizeof(header) + node * sizeof(end));
        return end;
      },
      [&](std::uint64_t arc) {
        std::uint32_t head = 0;
        file.read(&head, sizeof(head), layout->dstOffset + arc * sizeof(head));
        return head;
      });
  return header.numNodes;
}

/// Reads the names in a file that belongs to a graph with this check. Returns none if there is no
/// such file, or if it is not one of ours.
/// @param read  read(file) returns the names of the file
template <typename Read>
NameTable namesIn(const std::string& path, const std::string& graphPath, const std::string& check,
                  const Read& read) {
  std::error_code ignored;
  if (path == graphPath || !std::filesystem::is_regular_file(path, ignored)) {
    return {};
  }
  InputFile file(path);
  std::string_view first = file.peek();
  if (!first.starts_with(kCheckTitle)) {
    return {};
  }
  first.remove_prefix(kCheckTitle.size());
  if (!first.starts_with(check)) {
    fail("{} has the names of another graph than {}; remove it, or convert the graph again", path,
         graphPath);
  }
  return read(file);
}

/// Reads the names beside a .gr of version 1. @param read  read(file, nodes), as of namesIn()
template <typename Read>
NameTable namesBesideGr(const std::string& path, const Read& read) {
  const std::string beside = namesPathOf(path);
  std::error_code ignored;
  if (!std::filesystem::exists(beside, ignored)) {
    return {};
  }
  std::string check;
  const std::optional<std::uint64_t> nodes = nodesOfGr(path, check);
  return nodes ? namesIn(beside, path, check, [&](InputFile& file) { return read(file, *nodes); })
               : NameTable();
}

/// Calls use(node, name) for each line. @throws InputError for lines of other forms
template <typename Use>
void forEachName(TextScanner& text, std::uint64_t nodes, const Use& use) {
  for (std::string_view line; text.next(line);) {
    if (line.empty() || line[0] == '#') {
      continue;
    }
    Fields fields(text, line, "a line of names is \"NODE NAME\"");
    const std::uint32_t node = fields.node("node", 0, nodes);
    const std::string name = fields.name("name");
    fields.expectEnd();
    if (const std::string_view wrong = wrongName(name); !wrong.empty()) {
      text.failHere(fmt::format("a name {}", wrong));
    }
    use(node, name);
  }
}

[[noreturn]] void failSizes(const std::string& source, std::uint64_t names,
                            std::pair<std::uint64_t, std::uint64_t> range) {
  fail("{} has names of {} nodes, and the graph has {} nodes{}", source, names,
       range.second - range.first, range.first == 0 ? "" : fmt::format(" from {} on", range.first));
}

/// Returns the names in the order of nodes. @throws InputError unless each node of the range has
/// one
/// @param nodeOf  the node of each name, of the range
NameTable inOrder(const std::string& source, const NameTable& names,
                  const std::vector<std::uint32_t>& nodeOf,
                  std::pair<std::uint64_t, std::uint64_t> range) {
  constexpr std::uint32_t kNone = UINT32_MAX;
  const std::uint64_t count = range.second - range.first;
  std::vector<std::uint32_t> lineOf(count, kNone);
  for (std::uint64_t at = 0; at < nodeOf.size(); ++at) {
    std::uint32_t& line = lineOf[nodeOf[at] - range.first];
    if (line != kNone) {
      fail("{}: node {} has two names", source, nodeOf[at]);
    }
    line = static_cast<std::uint32_t>(at);
  }
  if (nodeOf.size() != count) {
    failSizes(source, nodeOf.size(), range);
  }
  return names.permuted(lineOf);
}

} // namespace

std::string besidePath(const std::string& path, std::string_view suffix) {
  const std::string_view plain = withoutCompressedSuffix(path);
  const size_t slash = plain.find_last_of('/');
  const size_t dot = plain.find_last_of('.');
  const bool hasSuffix = dot != std::string::npos && (slash == std::string::npos || dot > slash);
  return fmt::format("{}{}", plain.substr(0, hasSuffix ? dot : std::string::npos), suffix);
}

std::string namesPathOf(const std::string& path) { return besidePath(path, ".names"); }

void writeNames(const Graph& graph, OutputFile& file) {
  file.write(fmt::format("{}{}\n", kCheckTitle, checkOf(graph)));
  for (std::uint64_t node = 0; node < graph.names.size(); ++node) {
    file.writeNumber(node);
    file.write(" ");
    writeNode(file, NodeName(graph.names[node]));
    file.write("\n");
  }
}

bool isNameFile(InputFile& file) { return file.peek().starts_with(kCheckTitle); }

std::optional<std::string> graphOfNames(const std::string& path) {
  std::string check(kCheckDigits, '\0');
  if (!beginsWith(path, kCheckTitle) ||
      !RandomAccess(path).read(check.data(), check.size(), kCheckTitle.size())) {
    return std::nullopt;
  }
  return check;
}

std::string graphInNames(const Graph& graph) { return checkOf(graph); }

std::string graphInNames(const std::string& path) {
  std::string check;
  return nodesOfGr(path, check) ? check : std::string();
}

NameTable readNames(InputFile& file, std::uint64_t nodes) {
  TextScanner text(file);
  NameTable names;
  NameIndex index;
  std::vector<std::uint32_t> nodeOf; // by line
  bool ascends = true;
  forEachName(text, nodes, [&](std::uint32_t node, const std::string& name) {
    ascends = ascends && node == nodeOf.size();
    if (index.add(names, name, keyOfName(name)) != nodeOf.size()) {
      text.failHere(fmt::format("two nodes have the name {}; names must differ",
                                NodeName(std::string_view(name))));
    }
    nodeOf.push_back(node);
  });
  if (nodeOf.size() == nodes && ascends) {
    return names;
  }
  return inOrder(file.name(), names, nodeOf, {0, nodes});
}

NameTable namesOfGr(const std::string& path) { return namesBesideGr(path, readNames); }

NameTable namesOfGr(const std::string& path, std::uint64_t first, std::uint64_t last) {
  return namesBesideGr(path, [&](InputFile& file, std::uint64_t nodes) {
    TextScanner text(file);
    NameTable names;
    std::vector<std::uint32_t> nodeOf; // by line of the range
    forEachName(text, nodes, [&](std::uint32_t node, const std::string& name) {
      if (node >= first && node < last) {
        names.add(name);
        nodeOf.push_back(node);
      }
    });
    return inOrder(file.name(), names, nodeOf, {first, last});
  });
}

bool visitNamesOfGr(const std::string& path,
                    const std::function<void(std::uint64_t node, std::string_view name)>& use) {
  std::uint64_t count = 0;
  namesBesideGr(path, [&](InputFile& file, std::uint64_t nodes) {
    TextScanner text(file);
    forEachName(text, nodes, [&](std::uint32_t node, const std::string& name) {
      ++count;
      use(node, name);
    });
    if (count != nodes) {
      failSizes(file.name(), count, {0, nodes});
    }
    return NameTable();
  });
  return count > 0;
}

NameTable namesBeside(const std::string& path, const Graph& graph) {
  return namesIn(namesPathOf(path), path, checkOf(graph),
                 [&](InputFile& file) { return readNames(file, graph.numNodes()); });
}

} // namespace galois::inputs
