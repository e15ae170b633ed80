#include "inputs/InputGraph.h"

#include "inputs/CachedGraphs.h"
#include "inputs/Error.h"
#include "inputs/formats/Formats.h"
#include "inputs/formats/GrIds.h"
#include "inputs/formats/Ldbc.h"
#include "inputs/formats/NameFile.h"
#include "inputs/io/ContentHash.h"
#include "inputs/io/FileRoles.h"
#include "inputs/io/GraphFolder.h"
#include "inputs/transform/Transformations.h"

#include "galois/graphs/FileGraph.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace galois::inputs {

namespace {

namespace fs = std::filesystem;

/// Part of every hash. Increment it when readers make a different graph from the same bytes, so
/// that files kept by earlier versions are no longer used.
constexpr std::string_view kReaders = "4";

void checkIsFile(const std::string& path) {
  struct stat info {};
  if (stat(path.c_str(), &info) != 0) {
    fail("cannot open {}: {}", path, std::strerror(errno));
  }
  if (!S_ISREG(info.st_mode)) {
    fail("{} is not a regular file and cannot be read twice; convert it first: graph-convert {} "
         "OUT.gr",
         path, path);
  }
}

/// Returns the part of a cached file's name that describes the options and the type of the weights.
std::string tagOf(const PrepareOptions& options, WeightType type) {
  std::string tag;
  if (!options.from.empty()) {
    tag += "." + options.from;
  }
  if (options.symmetrize) {
    tag += ".symmetric";
  }
  if (options.unweighted) {
    tag += ".unweighted";
  }
  if (options.weights) {
    tag += fmt::format(".uniform-{}-{}-seed{}", options.weights->low, options.weights->high,
                       options.weights->seed);
  }
  if (type == WeightType::kFloat) {
    tag += ".float";
  } else if (type == WeightType::kSigned) {
    tag += ".signed";
  }
  if (options.edgeBytes == 8 || (options.edgeBytes == 4 && type == WeightType::kFloat)) {
    tag += fmt::format(".{}", options.edgeBytes);
  }
  if (options.keepIds) {
    tag += ".keep-ids";
  }
  if (options.names) {
    tag += ".names";
  }
  if (options.columns.any()) {
    ContentHash hash; // a name may have any characters
    for (const auto* const name :
         {&options.columns.source, &options.columns.target, &options.columns.weight}) {
      hash.add(name->has_value() ? fmt::format("{} {}", (*name)->size(), **name) : "-");
    }
    tag += fmt::format(".columns-{:016x}", hash.value());
  }
  return tag;
}

/// Returns a hash of the contents of all files that are read with the input.
std::uint64_t contentOf(const std::string& path, const Format& format) {
  ContentHash hash;
  hash.add(kReaders);
  hash.addFile(path);
  if (format.name == "ldbc") {
    for (const std::string& other : otherFilesOfLdbc(path)) {
      hash.addFile(other);
    }
  }
  if (const std::string names = namesPathOf(path);
      format.name == "gr" && fs::is_regular_file(names)) {
    hash.addFile(names);
  }
  return hash.value();
}

Graph convert(const std::string& path, const PrepareOptions& options) {
  InputFile input(path);
  input.showProgress(options.progress);
  ReadOptions read;
  read.ignoreWeights = options.unweighted || options.weights.has_value();
  read.weightType = options.weightType;
  read.keepIds = options.keepIds;
  read.names = options.names;
  read.columns = options.columns;
  read.usable = options.usable;
  Graph graph = readGraphFile(input, options.from, read);
  Transformations transformations;
  transformations.symmetrize = options.symmetrize;
  transformations.weights = options.weights;
  if (transformations.weights) {
    transformations.weights->type = textWeights(read);
  }
  apply(transformations, graph);
  return graph;
}

/// Writes the names of the graph's nodes beside a binary file. Does nothing for a graph without any.
void writeNamesBeside(const Graph& graph, const std::string& binary) {
  if (!graph.names.empty()) {
    OutputFile names(namesPathOf(binary));
    writeNames(graph, names);
    names.commit();
  }
}

/// Writes the graph that was read from `path`. Errors name that file, because the user does not
/// know `binary`.
void write(const Graph& graph, const std::string& path, const std::string& binary,
           const PrepareOptions& options) {
  OutputFile output(binary);
  try {
    formatNamed("gr").write(graph, output,
                            {.edgeBytes = options.edgeBytes, .usable = options.usable});
  } catch (const InputError& error) {
    const std::string_view text = error.what();
    if (!text.starts_with(output.name() + ": ")) {
      throw;
    }
    fail("{}{}", path, text.substr(output.name().size()));
  }
  output.commit();
}

/// Returns what nodes are called, and takes that from the graph. @param path  names the graph in messages
NodeIdMap namesOf(Graph& graph, const std::string& path) {
  return graph.names.empty() ? NodeIdMap(std::move(graph.ids), path)
                             : NodeIdMap(std::move(graph.names));
}

/// Returns the same for a binary file and what is beside it.
NodeIdMap namesOf(const std::string& binary, const std::string& path) {
  std::vector<std::uint64_t> ids = readGrIds(binary);
  return ids.empty() ? NodeIdMap(namesOfGr(binary)) : NodeIdMap(std::move(ids), path);
}

/// Returns what is wrong with a kept file, or "" if programs can use it.
/// @param path  what was converted
/// @param hasNames  whether names belong to the file
/// @param names  receives what nodes are called
std::string damageOf(const std::string& kept, const std::string& path, bool hasNames,
                     NodeIdMap& names) {
  try {
    graphs::FileGraph graph;
    graph.fromFile(kept);
    graph.checkDestinations();
    const auto layout = graphs::layoutOf({1, graph.edgeSize(), graph.size(), graph.sizeEdges()});
    names = namesOf(kept, path);
    const bool longer = layout && fs::file_size(kept) > grIdsOffset(*layout);
    if (longer && names.ids().empty()) {
      return fmt::format("'{}' is corrupt: what follows its edge data is not the ids of its nodes",
                         kept);
    }
    if (hasNames != !names.names().empty()) {
      return fmt::format("the names of the nodes of '{}' are not in {}", kept, namesPathOf(kept));
    }
  } catch (const std::runtime_error& error) { // of either library, or of the file system
    return error.what();
  }
  return "";
}

/// Writes a file without a name, which disappears when no process has it open any more.
PreparedGraph keepNowhere(Graph& graph, const std::string& path, const PrepareOptions& options) {
  std::error_code error;
  const fs::path folder = fs::temp_directory_path(error);
  std::string name = ((error ? "/tmp" : folder) / "galois-cps-XXXXXX").string();
  const int reserved = mkostemp(name.data(), O_CLOEXEC);
  if (reserved < 0) {
    fail("cannot write {}: {}; set TMPDIR", name, std::strerror(errno));
  }
  close(reserved);
  int file = -1;
  try {
    write(graph, path, name, options);
    file = open(name.c_str(), O_RDONLY | O_CLOEXEC);
  } catch (...) {
    unlink(name.c_str());
    throw;
  }
  unlink(name.c_str());
  if (file < 0) {
    fail("cannot open {}: {}", name, std::strerror(errno));
  }
  return {fmt::format("/proc/self/fd/{}", file),
          graph.weights.type(),
          "",
          std::shared_ptr<void>(nullptr, [file](void*) { close(file); }),
          namesOf(graph, path),
          std::move(graph.notes)};
}

} // namespace

PreparedGraph prepareGraph(const std::string& given, const PrepareOptions& asked) {
  const std::string path = fileOfGraph(given);
  if (asked.unweighted && asked.weights) {
    failUsage("give new weights or ask for none, not both");
  }
  PrepareOptions options = asked;
  if (asked.weightsUnused) {
    options.weights.reset();
  }
  checkIsFile(path);
  InputFile input(path);
  const bool changes = options.weights || options.symmetrize || options.unweighted;
  const Format& format = formatOfInput(input, options.from);
  const bool binary = format.name == "gr";
  if (!changes && !options.columns.any() && input.compression() == Compression::kNone && binary) {
    return {path, options.weightType, "", nullptr, namesOf(path, path)};
  }
  options.unweighted |= options.weightsUnused;

  const fs::path place = fs::canonical(path);
  const std::uint64_t hash = contentOf(path, format);
  // The types that the weights can turn out to have. There is a file name for each.
  std::vector<WeightType> types{options.weightType.value_or(WeightType::kInteger)};
  if (!options.weightType && format.isBinary && !options.weights && !options.unweighted) {
    types.push_back(WeightType::kFloat);
  }
  std::vector<std::pair<WeightType, bool>> kinds; // with and without names
  for (const WeightType type : types) {
    kinds.insert(kinds.end(), {{type, false}, {type, true}});
  }
  std::optional<Graph> graph;
  const auto need = [&] {
    if (graph) {
      return;
    }
    // The content is hashed before and after reading, so that what was read is what was hashed.
    graph = convert(path, options);
    if (contentOf(path, format) != hash) {
      fail("{} changed while it was read; try again when it is complete", path);
    }
  };
  const auto make = [&](const fs::path& folder, const std::string& name) -> PreparedGraph {
    const auto pathOf = [&](WeightType type, bool hasNames) {
      return (folder / fmt::format("{}{}{}.cached.gr", cachedStart(name, hash),
                                   tagOf(options, type), hasNames ? ".named" : ""))
          .string();
    };
    std::string remark;
    for (const auto& [type, hasNames] : kinds) {
      const std::string cached = pathOf(type, hasNames);
      if (!fs::is_regular_file(cached)) {
        continue;
      }
      NodeIdMap names;
      const std::string damage = damageOf(cached, path, hasNames, names);
      if (!damage.empty()) {
        remark = fmt::format("A kept conversion was damaged and has been made again: {}", damage);
        continue;
      }
      noteInput(cached);
      return {cached, type, "", nullptr, std::move(names)};
    }
    need();
    if (!graph->notes.empty()) {
      return keepNowhere(*graph, path, options);
    }
    const WeightType type = types.size() == 1 ? types.front() : graph->weights.type();
    const std::string cached = pathOf(type, !graph->names.empty());
    writeNamesBeside(*graph, cached);
    write(*graph, path, cached, options);
    removeOutdated(folder, name, hash);
    return {cached, type, remark, nullptr, namesOf(*graph, path)};
  };
  try {
    if (!options.cache) {
      need();
      return keepNowhere(*graph, path, options);
    }
    const std::string name = place.filename().string();
    if (isWritableFolder(place.parent_path())) {
      try {
        return make(place.parent_path(), name);
      } catch (const InputError&) {
        // The disk may be full only there, so another folder is tried. If the graph could not even
        // be read, no other folder helps.
        if (!graph) {
          throw;
        }
      }
    }
    return make(cacheFolder(), nameInCacheFolder(place, name));
  } catch (const std::bad_alloc&) {
    fail("out of memory while reading {}; converting a graph takes some 20 bytes per arc", path);
  }
}

} // namespace galois::inputs
