#include "inputs/InputGraph.h"

#include "inputs/formats/Formats.h"
#include "inputs/transform/Transformations.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <new>
#include <optional>
#include <string>
#include <vector>

namespace galois::inputs {

namespace {

namespace fs = std::filesystem;

bool sameTime(const timespec& a, const timespec& b) {
  return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

struct stat statOf(const std::string& path) {
  struct stat info {};
  if (stat(path.c_str(), &info) != 0) fail("cannot open {}: {}", path, std::strerror(errno));
  if (S_ISDIR(info.st_mode)) fail("{} is a folder; give a graph file", path);
  if (!S_ISREG(info.st_mode))
    fail("{} is not a regular file and cannot be read twice; convert it first: graph-convert {} "
         "OUT.gr",
         path, path);
  return info;
}

/// The part of a cached file's name that says what was done to the graph and what weights became.
std::string tagOf(const PrepareOptions& options, WeightType type) {
  std::string tag;
  if (!options.from.empty()) tag += "." + options.from;
  if (options.symmetrize) tag += ".symmetric";
  if (options.unweighted) tag += ".unweighted";
  if (options.weights)
    tag += fmt::format(".uniform-{}-{}-seed{}", options.weights->low, options.weights->high,
                       options.weights->seed);
  if (type == WeightType::kFloat) tag += ".float";
  if (options.edgeBytes == 8) tag += ".8";
  if (!options.keepIds) tag += ".ids";
  return tag;
}

/// A folder without any write bit is meant to stay as it is, even when root could write to it.
bool isWritableFolder(const fs::path& folder) {
  struct stat info {};
  return stat(folder.c_str(), &info) == 0 && (info.st_mode & 0222) != 0 &&
         access(folder.c_str(), W_OK | X_OK) == 0;
}

/// FNV-1a; tells files of one name in different folders apart.
uint64_t hashOf(const std::string& text) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (const unsigned char c : text) hash = (hash ^ c) * 0x100000001b3u;
  return hash;
}

/// A folder of ours for cached files, made if need be. In /tmp anybody could have made it before
/// us, so it must be ours and closed to others.
fs::path cacheFolder() {
  const char* const home = std::getenv("XDG_CACHE_HOME");
  fs::path folder;
  std::error_code error;
  if (home != nullptr && home[0] == '/') {
    folder = fs::path(home) / "galois-cps";
    fs::create_directories(folder, error);
  } else {
    folder = fmt::format("/tmp/galois-cps-{}", geteuid());
    mkdir(folder.c_str(), 0700);
  }
  struct stat info {};
  if (lstat(folder.c_str(), &info) != 0 || !S_ISDIR(info.st_mode) || info.st_uid != geteuid() ||
      (info.st_mode & 022) != 0)
    fail("cannot keep converted graphs in {}: it must be a folder of yours that only you can "
         "write; set "
         "XDG_CACHE_HOME to such a one",
         folder.string());
  return folder;
}

bool isFresh(const std::string& cached, const struct stat& input) {
  struct stat made {};
  return stat(cached.c_str(), &made) == 0 && sameTime(made.st_mtim, input.st_mtim);
}

Graph convert(InputFile& input, const PrepareOptions& options, const struct stat& before) {
  input.showProgress(options.progress);
  ReadOptions read;
  read.ignoreWeights = options.unweighted || options.weights.has_value();
  read.weightType = options.weightType;
  read.keepIds = options.keepIds;
  Graph graph = readGraphFile(input, options.from, read);
  Transformations transformations;
  transformations.symmetrize = options.symmetrize;
  transformations.weights = options.weights;
  if (transformations.weights) transformations.weights->type = textWeights(read);
  apply(transformations, graph);

  const struct stat after = statOf(input.name());
  if (after.st_size != before.st_size || !sameTime(after.st_mtim, before.st_mtim))
    fail("{} changed while it was read; try again when it is complete", input.name());
  return graph;
}

void keep(const Graph& graph, const std::string& cached, const PrepareOptions& options,
          const struct stat& input) {
  OutputFile output(cached);
  formatNamed("gr").write(graph, output, {.edgeBytes = options.edgeBytes});
  output.setModified(input.st_mtim.tv_sec, input.st_mtim.tv_nsec);
  output.commit();
}

} // namespace

PreparedGraph prepareGraph(const std::string& path, const PrepareOptions& asked) {
  if (asked.unweighted && asked.weights) failUsage("give new weights or ask for none, not both");
  PrepareOptions options = asked;
  if (asked.weightsUnused) options.weights.reset();
  const struct stat info = statOf(path);
  InputFile input(path);
  const bool changes = options.weights || options.symmetrize || options.unweighted;
  const bool binary = formatOfInput(input, options.from).name == "gr";
  if (!changes && input.compression() == Compression::kNone && binary)
    return {path, options.weightType};
  options.unweighted |= options.weightsUnused;

  const fs::path place = fs::canonical(path);
  // What the weights can turn out to be; then there is a name for each.
  std::vector<WeightType> types{options.weightType.value_or(WeightType::kInteger)};
  if (!options.weightType && binary && !options.weights && !options.unweighted)
    types.push_back(WeightType::kFloat);
  std::optional<Graph> graph;
  auto make = [&](const std::string& start) -> PreparedGraph {
    const auto named = [&](WeightType type) {
      return fmt::format("{}.{}{}.cached.gr", start, info.st_size, tagOf(options, type));
    };
    for (const WeightType type : types)
      if (isFresh(named(type), info)) return {named(type), type};
    if (!graph) graph = convert(input, options, info);
    const WeightType type = types.size() == 1 ? types.front() : graph->weights.type();
    keep(*graph, named(type), options, info);
    return {named(type), type};
  };
  try {
    if (isWritableFolder(place.parent_path())) {
      try {
        return make(place.string());
      } catch (const InputError&) {
        // The disk may be full there and not elsewhere; a graph that cannot be read is one nowhere.
        if (!graph) throw;
      }
    }
    return make((cacheFolder() /
                 fmt::format("{:016x}-{}", hashOf(place.string()), place.filename().string()))
                    .string());
  } catch (const std::bad_alloc&) {
    fail("out of memory while reading {}; a graph takes some 20 bytes an arc while it is converted",
         path);
  }
}

} // namespace galois::inputs
