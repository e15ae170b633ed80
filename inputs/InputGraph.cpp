#include "inputs/InputGraph.h"

#include "inputs/Error.h"
#include "inputs/formats/ConversionNotes.h"
#include "inputs/formats/Formats.h"
#include "inputs/formats/GrIds.h"
#include "inputs/formats/Ldbc.h"
#include "inputs/formats/NameFile.h"
#include "inputs/io/FileRoles.h"
#include "inputs/io/GraphFolder.h"
#include "inputs/kept/CachedGraphs.h"
#include "inputs/kept/KnownContents.h"
#include "inputs/kept/Recipe.h"
#include "inputs/transform/Transformations.h"

#include "galois/graphs/FileGraph.h"
#include "galois/substrate/ShellWord.h"

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

void checkIsFile(const std::string& path) {
  struct stat info {};
  if (stat(path.c_str(), &info) != 0) {
    fail("cannot open {}: {}", path, std::strerror(errno));
  }
  if (!S_ISREG(info.st_mode)) {
    fail("{} is not a regular file and cannot be read twice; convert it first: graph-convert {} "
         "OUT.gr",
         path, substrate::shellWord(path));
  }
}

/// Returns all files that are read with the input, which is the first.
std::vector<std::string> filesOf(const std::string& path, const Format& format) {
  std::vector<std::string> files{path};
  if (format.name == "ldbc") {
    const std::vector<std::string> others = otherFilesOfLdbc(path);
    files.insert(files.end(), others.begin(), others.end());
  }
  if (std::string names = namesPathOf(path); format.name == "gr" && fs::is_regular_file(names)) {
    files.push_back(std::move(names));
  }
  return files;
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
  read.roads = options.roads;
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

/// Writes the graph that was read from `path`. Errors name that file, because the user does not
/// know the other.
void writeGr(const Graph& graph, const std::string& path, OutputFile& output,
             const PrepareOptions& options) {
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
}

/// Returns what nodes are called and where they are, and takes that from the graph.
/// @param path  names the graph in messages
NodeIdMap namesOf(Graph& graph, const std::string& path) {
  NodeIdMap names = graph.names.empty() ? NodeIdMap(std::move(graph.ids), path)
                                        : NodeIdMap(std::move(graph.names));
  names.setCoordinates(std::move(graph.coords));
  return names;
}

/// Returns the same for a binary file and what is beside it.
NodeIdMap namesOf(const std::string& binary, const std::string& path) {
  std::vector<std::uint64_t> ids = readGrIds(binary);
  return ids.empty() ? NodeIdMap(namesOfGr(binary)) : NodeIdMap(std::move(ids), path);
}

/// Returns what is wrong with the graph in a kept file and its notes, or "".
/// @param notes, nodes, said  receive what the file says; `said` its notes for people
/// @param input               what was converted
std::string damageOf(const KeptFile& file, const std::string& recipe, ConversionNotes& notes,
                     NodeIdMap& nodes, std::vector<std::string>& said, const std::string& input) {
  const std::string path = file.path();
  try {
    Graph kept;
    notes = readNotes(file.descriptor(), &kept);
    if (notes.recipe != recipe) {
      return "it has another recipe";
    }
    graphs::FileGraph graph;
    graph.fromFile(path);
    graph.checkDestinations();
    if (!kept.names.empty() && kept.names.size() != graph.size()) {
      return fmt::format("it has {} names of {} nodes", kept.names.size(), graph.size());
    }
    if (!kept.coords.empty() && kept.coords.size() != graph.size()) {
      return fmt::format("it has {} coordinates of {} nodes", kept.coords.size(), graph.size());
    }
    kept.ids = readGrIds(path);
    if (kept.ids.size() != notes.ids) {
      return "the ids of its nodes are not there";
    }
    nodes = namesOf(kept, input);
    said = std::move(kept.notes);
    return "";
  } catch (const std::runtime_error& error) { // of either library, or of the file system
    std::string text = error.what();
    if (const std::size_t at = text.find(path); at != std::string::npos) {
      text.replace(at, path.size(), "it"); // the name in /proc helps nobody
    }
    return text;
  }
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
    OutputFile output(OutputFile::Private{.path = name});
    writeGr(graph, path, output, options);
    output.commit();
    file = open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
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

/// Returns a number of bytes that a .gr with this graph has at least.
std::uint64_t leastSize(const Graph& graph) {
  const std::uint64_t weight = graph.weights.empty() ? 0 : graph.weights.bytes();
  return graph.numNodes() * sizeof(std::uint64_t) +
         graph.numArcs() * (sizeof(std::uint32_t) + weight);
}

/// One conversion of one input.
class Conversion {
public:
  Conversion(const std::string& path, const PrepareOptions& options, const Format& format)
      : path_(path), options_(options), format_(format), place_(fs::canonical(path)) {}

  PreparedGraph prepare() {
    if (!options_.cache) {
      graph_ = convert(path_, options_);
      return keepNowhere(*graph_, path_, options_);
    }
    std::string why;
    fs::path users;
    try {
      users = openCacheFolder();
    } catch (const UsageError&) {
      throw;
    } catch (const InputError& error) {
      why = error.what();
    }
    const std::vector<std::string> files = filesOf(path_, format_);
    content_ = contentOfFiles(files, users);
    const std::string name = place_.filename().string();
    recipe_ = recipeOf(options_, name, format_.name, content_.hash);
    start_ = keptStart(name);

    std::vector<fs::path> folders;
    if (options_.cacheBeside) {
      folders.push_back(place_.parent_path());
    }
    if (!users.empty()) {
      folders.push_back(users);
    }
    for (const fs::path& folder : folders) {
      if (auto found = find(folder)) {
        return std::move(*found);
      }
      if (!isWritableFolder(folder)) {
        why = why.empty() ? folder.string() + " cannot be written" : why;
        continue;
      }
      read(files);
      try {
        return keep(folder, folder == users);
      } catch (const UsageError&) {
        throw;
      } catch (const InputError& error) { // the next folder may have room
        why = error.what();
      }
    }
    read(files);
    PreparedGraph prepared = keepNowhere(*graph_, path_, options_);
    prepared.warning = fmt::format("the converted graph is not kept: {}; --no-cache converts it "
                                   "each time without this line",
                                   why);
    return prepared;
  }

private:
  fs::path keptIn(const fs::path& folder) const {
    return folder / fmt::format("{}{}.cached.gr", start_, keyOf(recipe_));
  }

  /// Returns the kept file in a folder, if there is one that can be used.
  std::optional<PreparedGraph> find(const fs::path& folder) {
    const fs::path kept = keptIn(folder);
    std::string why;
    const KeptFile file = KeptFile::open(kept, why);
    if (!file) {
      if (!why.empty()) {
        remark_ = fmt::format("A kept conversion is not used: {}: {}", kept.string(), why);
      }
      return std::nullopt;
    }
    ConversionNotes notes;
    NodeIdMap nodes;
    std::vector<std::string> said;
    const std::string damage = damageOf(file, recipe_, notes, nodes, said, path_);
    if (!damage.empty()) {
      remark_ = fmt::format("A kept conversion was damaged and has been made again: {}: {}",
                            kept.string(), damage);
      return std::nullopt;
    }
    noteInput(kept);
    file.markUsed();
    return prepared(file, kept, notes.weights, std::move(nodes), std::move(said));
  }

  PreparedGraph prepared(const KeptFile& file, const fs::path& kept, WeightType weights,
                         NodeIdMap names, std::vector<std::string> notes) const {
    return {.path = file.path(),
            .weights = weights,
            .remark = remark_,
            .unnamed = file.holder(),
            .names = std::move(names),
            .notes = std::move(notes),
            .kept = kept.string()};
  }

  /// Reads the graph, unless that is done. What was read is what was hashed before.
  void read(const std::vector<std::string>& files) {
    if (graph_) {
      return;
    }
    graph_ = convert(path_, options_);
    if (!isStill(content_, files)) {
      fail("{} changed while it was read; try again when it is complete", path_);
    }
    type_ = options_.weightType;
    if (!type_) {
      const bool found =
          format_.isBinary && !options_.weights && !options_.unweighted; // by the values
      type_ = found ? graph_->weights.type() : WeightType::kInteger;
    }
  }

  /// Writes the graph to a folder. @throws InputError
  PreparedGraph keep(const fs::path& folder, bool users) {
    const fs::path kept = keptIn(folder);
    OutputFile::Private place{.path = kept.string()};
    if (users) {
      const std::uint64_t limit = cacheLimit(folder);
      if (const std::uint64_t size = leastSize(*graph_); size > limit) {
        fail("it takes {} MB or more, and all that is kept in {} may take {} MB together "
             "(GALOIS_CPS_CACHE_LIMIT)",
             size / 1'000'000, folder.string(), limit / 1'000'000);
      }
    } else {
      place.mode = permissionsBeside(place_);
      removeLeftovers(kept);
    }
    OutputFile output(place);
    writeGr(*graph_, path_, output, options_);
    writeNotes({.recipe = recipe_,
                .source = place_.string(),
                .weights = *type_,
                .ids = graph_->ids.size()},
               *graph_, output);
    output.commit();
    std::string why;
    const KeptFile file = KeptFile::open(kept, why);
    if (!file) {
      fail("{}: {}", kept.string(), why.empty() ? "it has been removed" : why);
    }
    noteInput(kept);
    removeOutdated(folder, users);
    if (users) {
      limitCache(folder, kept);
    }
    return prepared(file, kept, *type_, namesOf(*graph_, path_), graph_->notes);
  }

  /// Removes what was made of this input when it had another content.
  void removeOutdated(const fs::path& folder, bool users) const {
    for (const KeptEntry& entry : keptFiles(folder, start_)) {
      // Beside the input it is known by its name, wherever the folder was then.
      const bool same = users ? entry.source == place_.string()
                              : fs::path(entry.source).filename() == place_.filename();
      if (!entry.recipe.empty() && same && contentOfRecipe(entry.recipe) != content_.hash) {
        std::error_code ignored;
        fs::remove(entry.path, ignored);
        for (const KeptEntry& packed : keptFiles(folder, entry.path.filename().string() + ".")) {
          fs::remove(packed.path, ignored); // of the graph that is removed
        }
      }
    }
  }

  const std::string& path_;
  const PrepareOptions& options_;
  const Format& format_;
  const fs::path place_;
  Content content_;
  std::string recipe_, start_, remark_;
  std::optional<Graph> graph_;
  std::optional<WeightType> type_;
};

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

  Conversion conversion(path, options, format);
  try {
    return conversion.prepare();
  } catch (const std::bad_alloc&) {
    fail("out of memory while reading {}; converting a graph takes some 20 bytes per arc", path);
  }
}

} // namespace galois::inputs
