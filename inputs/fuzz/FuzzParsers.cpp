// libFuzzer's entry. Whatever bytes a file has, a parser must return consistent data, or throw an
// error of one line. FUZZ_PARSER names the parser: a format of formats(), or one of kOthers. With
// FUZZ_SEEDS=FOLDER, the program makes FOLDER/PARSER for each parser, with the example of each
// format in it and in FOLDER/any, and ends.

#include "galois/graphs/FileGraph.h"
#include "inputs/Error.h"
#include "inputs/check/NodeNames.h"
#include "inputs/check/NodeValues.h"
#include "inputs/formats/Coordinates.h"
#include "inputs/formats/Formats.h"
#include "inputs/formats/GridScenario.h"
#include "inputs/formats/NameFile.h"
#include "libgalois/src/virtual/Costs.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace galois::inputs {
namespace {

/// Ends the program unless the condition holds, so that libFuzzer keeps the input.
void require(bool good, const char* what) {
  if (good) {
    return;
  }
  fmt::print(stderr, "{}\n", what);
  std::abort();
}

void requireOneLine(const std::exception& error) {
  const std::string_view what = error.what();
  require(!what.empty() && what.find('\n') == std::string_view::npos, "no message of one line");
}

/// A file in memory that has a path.
class MemoryFile {
public:
  explicit MemoryFile(std::string_view bytes) : fd_(memfd_create("fuzz", MFD_CLOEXEC)) {
    require(fd_ >= 0 &&
                write(fd_, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()),
            "no memory file");
  }
  ~MemoryFile() { close(fd_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  std::string path() const { return fmt::format("/proc/self/fd/{}", fd_); }

private:
  int fd_;
};

void checkWeights(const Graph& graph) {
  const Weights& weights = graph.weights;
  require(weights.narrow().size() == (weights.bytes() == 4 ? graph.numArcs() : 0) &&
              weights.wide().size() == (weights.bytes() == 8 ? graph.numArcs() : 0),
          "weights and arcs differ");
  for (std::uint64_t arc = 0; arc < graph.numArcs(); ++arc) {
    require(std::isfinite(weights.real(weights[arc])), "a weight that may not be");
  }
}

void checkGraph(const Graph& graph) {
  require(graph.offsets.front() == 0 && graph.offsets.back() == graph.numArcs() &&
              std::is_sorted(graph.offsets.begin(), graph.offsets.end()),
          "offsets do not ascend from 0 to the number of arcs");
  require(std::all_of(graph.dst.begin(), graph.dst.end(),
                      [&](std::uint32_t head) { return head < graph.numNodes(); }),
          "a head is no node");
  require(graph.coords.empty() || graph.coords.size() == graph.numNodes(), "coordinates differ");
  require(graph.ids.empty() || graph.ids.size() == graph.numNodes(), "ids differ");
  require(graph.names.empty() || graph.names.size() == graph.numNodes(), "names differ");
  require(graph.names.isConsistent(), "a name that may not be");
  if (!graph.weights.empty()) {
    checkWeights(graph);
  }
}

/// Reads a file in the format of this name, or in the format detected if the name is empty.
void readFormat(const std::string& path, std::string_view name) {
  const ReadOptions ways[] = {{},
                              {.weightType = WeightType::kFloat, .relabel = true},
                              {.weightType = WeightType::kSigned},
                              {.scale = 1000, .keepIds = true},
                              {.names = true},
                              {.columns = {.source = "2", .target = "1", .weight = "cost"}},
                              {.columns = {.weight = "3"}},
                              {.ignoreWeights = true}};
  for (const ReadOptions& options : ways) {
    try {
      InputFile file(path);
      const Format& format = formatOfInput(file, name);
      if (format.read == nullptr) {
        readCoordinates(file);
      } else {
        checkGraph(format.read(file, options));
      }
    } catch (const InputError& error) {
      requireOneLine(error);
    }
  }
}

void readAny(std::string_view bytes) { readFormat(MemoryFile(bytes).path(), ""); }

/// Reads an LDBC graph. Its files, nodes, edges and perhaps properties, are separated by zero bytes
/// here.
void readPair(std::string_view bytes) {
  namespace fs = std::filesystem;
  static const std::string base =
      (fs::temp_directory_path() / fmt::format("galois-fuzz-{}", getpid())).string();
  const char* last = ".e";
  for (const char* const suffix : {".v", ".e", ".properties"}) {
    const size_t parted = std::min(bytes.find('\0'), bytes.size());
    if (suffix[1] != 'p' || !bytes.empty()) {
      std::ofstream(base + suffix, std::ios::binary) << bytes.substr(0, parted);
      last = suffix[1] == 'p' ? suffix : last;
    }
    bytes.remove_prefix(std::min(parted + 1, bytes.size()));
  }
  readFormat(base + last, "ldbc");
  for (const char* const suffix : {".v", ".e", ".properties"}) {
    fs::remove(base + suffix);
  }
}

void readScenario(std::string_view bytes) {
  const MemoryFile memory(bytes);
  InputFile file(memory.path());
  readGridScenario(file);
}

/// Reads a part of a mapped graph and returns the number of its edges.
std::uint64_t edgesOfPart(const std::string& path, const graphs::FileGraph::GraphRange& range) {
  graphs::FileGraph part;
  part.partFromFile(path, range.first, range.second);
  std::uint64_t edges = 0;
  for (const std::uint64_t node : part) {
    edges += part.getDegree(node);
  }
  require(edges == part.sizeEdges(), "edges of a part and of its nodes differ");
  return edges;
}

/// Reads a .gr with the library's own reader, which maps the file.
void readMapped(std::string_view bytes) {
  const MemoryFile memory(bytes);
  graphs::FileGraph graph;
  try {
    graph.fromFile(memory.path());
    graph.checkDestinations();
  } catch (const graphs::GraphError& error) {
    requireOneLine(error);
    return;
  }
  std::uint64_t edges = 0;
  for (const std::uint64_t node : graph) {
    for (auto edge : graph.edges(node)) {
      require(*edge == edges++ && graph.getEdgeDst(edge) < graph.size(), "an edge leads nowhere");
    }
  }
  require(edges == graph.sizeEdges(), "edges of the graph and of its nodes differ");
  const graphs::FileGraph copy(graph);
  require(std::equal(copy.edge_id_begin(), copy.edge_id_end(), graph.edge_id_begin()) &&
              copy.edgeSize() == graph.edgeSize(),
          "a copy differs");
  constexpr size_t kParts = 3;
  std::uint64_t byNode = 0;
  std::uint64_t byEdge = 0;
  for (size_t part = 0; part < kParts; ++part) {
    byNode += edgesOfPart(memory.path(), graph.divideByNode(8, 4, part, kParts));
    byEdge += edgesOfPart(memory.path(), graph.divideByEdge(8, 4, part, kParts));
  }
  require(byNode == edges && byEdge == edges, "the parts do not make the whole");
}

/// Reads an answer for graph-check, for three nodes by number and by id.
void readAnswer(std::string_view bytes) {
  const MemoryFile memory(bytes);
  for (const NodeNames& names : {NodeNames(3, 1), NodeNames({7, 0, UINT64_MAX}, "ids")}) {
    try {
      InputFile file(memory.path());
      const NodeValues values = readNodeValues(file, names);
      require(values.size() == names.count(), "values and nodes differ");
      for (std::uint64_t node = 0; node < values.size(); ++node) {
        require(values.reached(node) == std::isfinite(values.realAt(node)) &&
                    !values.shown(node).empty(),
                "a value is not a number");
      }
    } catch (const InputError& error) {
      requireOneLine(error);
    }
  }
}

/// Reads the ids of three nodes.
void readIds(std::string_view bytes) {
  const MemoryFile memory(bytes);
  InputFile file(memory.path());
  require(readNodeIds(file, 3).size() == 3, "ids and nodes differ");
}

/// Reads the names of three nodes.
void readNamesOfThree(std::string_view bytes) {
  const MemoryFile memory(bytes);
  InputFile file(memory.path());
  const NameTable names = readNames(file, 3);
  require(names.size() == 3 && names.isConsistent(), "names and nodes differ");
}

/// Reads the costs of a simulated machine.
void readCosts(std::string_view bytes) {
  substrate::virt::Costs costs;
  try {
    costs.read(bytes, "costs");
  } catch (const std::runtime_error& error) {
    requireOneLine(error);
  }
  for (const auto& [name, value] : costs.values()) {
    require(value >= 0 && value <= 1e6, name.c_str());
  }
}

struct Parser {
  std::string_view name;
  void (*read)(std::string_view bytes);
};

/// Parsers of what is not a format of graphs.
constexpr Parser kOthers[] = {
    {"any", readAny},       {"ldbc", readPair}, {"scenario", readScenario},  {"mapped", readMapped},
    {"answer", readAnswer}, {"ids", readIds},   {"names", readNamesOfThree}, {"costs", readCosts},
};

const std::string& parserName() {
  static const std::string name = [] {
    const char* const given = std::getenv("FUZZ_PARSER");
    return std::string(given == nullptr ? "any" : given);
  }();
  return name;
}

/// Returns the parser that FUZZ_PARSER names, or null for a format.
const Parser* otherParser() {
  static const Parser* const found = [] {
    const auto* const at = std::find_if(std::begin(kOthers), std::end(kOthers),
                                        [](const Parser& p) { return p.name == parserName(); });
    return at == std::end(kOthers) ? nullptr : at;
  }();
  return found;
}

void writeSeeds(const std::filesystem::path& folder) {
  for (const Parser& parser : kOthers) {
    std::filesystem::create_directories(folder / parser.name);
  }
  for (const Format& format : formats()) {
    std::filesystem::create_directories(folder / format.name);
    for (const std::string_view parser : {format.name, kOthers[0].name}) {
      if (!format.example.empty()) {
        std::ofstream file(folder / parser / fmt::format("example-{}", format.name),
                           std::ios::binary);
        require((file << format.example).flush().good(), "cannot write the examples");
      }
    }
  }
}

void fuzz(std::string_view bytes) {
  const Parser* const other = otherParser();
  if (other == nullptr) {
    readFormat(MemoryFile(bytes).path(), parserName());
    return;
  }
  try {
    other->read(bytes);
  } catch (const InputError& error) {
    requireOneLine(error);
  }
}

} // namespace
} // namespace galois::inputs

extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/) {
  using namespace galois::inputs;
  if (const char* const folder = std::getenv("FUZZ_SEEDS")) {
    writeSeeds(folder);
    std::exit(0);
  }
  if (otherParser() != nullptr) {
    return 0;
  }
  try {
    formatNamed(parserName());
  } catch (const InputError& error) {
    fmt::print(stderr, "FUZZ_PARSER: {}", error.what());
    for (const Parser& parser : kOthers) {
      fmt::print(stderr, ", {}", parser.name);
    }
    fmt::print(stderr, "\n");
    std::exit(2);
  }
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, size_t size) {
  galois::inputs::fuzz({reinterpret_cast<const char*>(data), size});
  return 0;
}
