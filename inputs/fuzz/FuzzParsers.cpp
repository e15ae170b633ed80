// libFuzzer's entry: whatever bytes a file has, a parser gives something whose parts fit together,
// or an InputError of one line. FUZZ_PARSER names the parser: a format of formats(), or one of
// "any" (the format found out), "scenario", "ldbc" (nodes and edges parted by a zero byte).

#include "inputs/Error.h"
#include "inputs/formats/Coordinates.h"
#include "inputs/formats/Formats.h"
#include "inputs/formats/GridScenario.h"

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
#include <string>
#include <string_view>

namespace galois::inputs {
namespace {

/// Ends the program so that libFuzzer keeps the input.
void require(bool good, const char* what) {
  if (good) return;
  fmt::print(stderr, "{}\n", what);
  std::abort();
}

/// Bytes under a path, without a disk.
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
  for (uint64_t arc = 0; arc < graph.numArcs() && weights.type() == WeightType::kFloat; ++arc) {
    const float weight = Weights::floatOf(weights[arc]);
    require(std::isfinite(weight) && !std::signbit(weight), "a float that may not be");
  }
}

void checkGraph(const Graph& graph) {
  require(graph.offsets.front() == 0 && graph.offsets.back() == graph.numArcs() &&
              std::is_sorted(graph.offsets.begin(), graph.offsets.end()),
          "offsets do not ascend from 0 to the number of arcs");
  require(std::all_of(graph.dst.begin(), graph.dst.end(),
                      [&](uint32_t head) { return head < graph.numNodes(); }),
          "a head is no node");
  require(graph.coords.empty() || graph.coords.size() == graph.numNodes(), "coordinates differ");
  require(graph.ids.empty() || graph.ids.size() == graph.numNodes(), "ids differ");
  if (!graph.weights.empty()) checkWeights(graph);
}

void readFile(const std::string& path, std::string_view parser, const ReadOptions& options) {
  InputFile file(path);
  if (parser == "scenario") {
    readGridScenario(file);
    return;
  }
  const Format& format = formatOfInput(file, parser == "any" ? "" : parser);
  if (format.read == nullptr)
    readCoordinates(file);
  else
    checkGraph(format.read(file, options));
}

/// LDBC's are two files with names.
void readPair(std::string_view bytes, const ReadOptions& options) {
  namespace fs = std::filesystem;
  static const std::string base =
      (fs::temp_directory_path() / fmt::format("galois-fuzz-{}", getpid())).string();
  const size_t parted = std::min(bytes.find('\0'), bytes.size());
  std::ofstream(base + ".v", std::ios::binary) << bytes.substr(0, parted);
  std::ofstream(base + ".e", std::ios::binary) << bytes.substr(std::min(parted + 1, bytes.size()));
  const auto removeBoth = [] {
    fs::remove(base + ".v");
    fs::remove(base + ".e");
  };
  try {
    readFile(base + ".e", "ldbc", options);
  } catch (...) {
    removeBoth();
    throw;
  }
  removeBoth();
}

const std::string& parserName() {
  static const std::string name = [] {
    const char* const given = std::getenv("FUZZ_PARSER");
    return std::string(given == nullptr ? "any" : given);
  }();
  return name;
}

void fuzz(std::string_view bytes) {
  const ReadOptions ways[] = {{},
                              {.weightType = WeightType::kFloat, .relabel = true},
                              {.scale = 1000},
                              {.ignoreWeights = true}};
  for (const ReadOptions& options : ways) {
    try {
      if (parserName() == "ldbc")
        readPair(bytes, options);
      else
        readFile(MemoryFile(bytes).path(), parserName(), options);
    } catch (const InputError& error) {
      const std::string_view what = error.what();
      require(!what.empty() && what.find('\n') == std::string_view::npos, "no message of one line");
    }
  }
}

} // namespace
} // namespace galois::inputs

extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/) {
  using namespace galois::inputs;
  if (parserName() == "any" || parserName() == "scenario") return 0;
  try {
    formatNamed(parserName());
  } catch (const InputError& error) {
    fmt::print(stderr, "FUZZ_PARSER: {}, any, scenario\n", error.what());
    std::exit(2);
  }
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  galois::inputs::fuzz({reinterpret_cast<const char*>(data), size});
  return 0;
}
