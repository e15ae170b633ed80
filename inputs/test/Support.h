/**
 * What the tests of this folder share: a temporary folder and files in it, graphs as plain lists of
 * arcs, and the message of an error.
 */
#pragma once

#include "inputs/Error.h"
#include "inputs/Graph.h"
#include "inputs/formats/Formats.h"
#include "inputs/io/OutputFile.h"
#include "inputs/names/NameTable.h"
#include "support/TempFolder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <sys/wait.h>
#include <tuple>
#include <utility>
#include <vector>

namespace galois::inputs::test {

using Names = std::vector<std::string>;

/// Returns the names in a table, in the order of the nodes.
inline Names namesOf(const NameTable& table) {
  Names names;
  for (std::uint64_t node = 0; node < table.size(); ++node) {
    names.emplace_back(table[node]);
  }
  return names;
}

/// Returns the names of a graph's nodes, all of which or none have one.
inline Names namesOf(const Graph& graph) {
  EXPECT_TRUE(graph.names.empty() || graph.names.size() == graph.numNodes());
  EXPECT_TRUE(graph.ids.empty());
  return namesOf(graph.names);
}

using Folder = galois::test::TempFolder;

/// An empty cache folder for programs and for this process, as long as it exists.
class CacheHome : public Folder {
public:
  CacheHome() {
    const char* const before = std::getenv("XDG_CACHE_HOME");
    before_ = before != nullptr ? before : "";
    setenv("XDG_CACHE_HOME", path().c_str(), 1);
  }
  ~CacheHome() { setenv("XDG_CACHE_HOME", before_.c_str(), 1); }
  CacheHome(const CacheHome&) = delete;
  CacheHome& operator=(const CacheHome&) = delete;

  /// Returns the folder in it where files are kept.
  std::filesystem::path kept() const { return path() / "galois-cps"; }

  /// Returns the sorted names of kept files.
  std::vector<std::string> keptNames() const {
    std::vector<std::string> all;
    std::error_code none;
    for (const auto& entry : std::filesystem::directory_iterator(kept(), none)) {
      all.push_back(entry.path().filename().string());
    }
    std::sort(all.begin(), all.end());
    return all;
  }

private:
  std::string before_;
};

/// Tests keep nothing in the cache folder of whoever runs them.
inline const CacheHome cacheOfTests;

inline std::string contentOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

/// One arc: tail, head, weight (0 without weights).
using Arc = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>;
using Arcs = std::vector<Arc>;

/// Returns the arcs of a graph in its order.
inline Arcs arcsOf(const Graph& graph) {
  Arcs arcs;
  for (std::uint64_t node = 0; node < graph.numNodes(); ++node) {
    for (std::uint64_t arc = graph.offsets[node]; arc < graph.offsets[node + 1]; ++arc) {
      arcs.emplace_back(node, graph.dst[arc], graph.weights.empty() ? 0 : graph.weights[arc]);
    }
  }
  return arcs;
}

inline Arcs sorted(Arcs arcs) {
  std::sort(arcs.begin(), arcs.end());
  return arcs;
}

/// Reads a graph from text in a file of that name.
inline Graph parse(const std::string& content, const std::string& from = "",
                   const ReadOptions& options = {}, const std::string& name = "graph.txt") {
  const Folder folder;
  InputFile file(folder.write(name, content));
  return readGraphFile(file, from, options);
}

/// Writes a graph into a file, and returns the path.
inline std::string writeGraph(const std::string& path, const Graph& graph, std::string_view format,
                              const WriteOptions& options = {}) {
  OutputFile file(path);
  formatNamed(format).write(graph, file, options);
  file.commit();
  return path;
}

/// Returns what a file has into which a graph is written.
inline std::string written(const Graph& graph, std::string_view format,
                           const WriteOptions& options = {}) {
  const Folder folder;
  return contentOf(writeGraph(folder / "out", graph, format, options));
}

/// Returns the message of the InputError that `work` throws, which must be one line. Fails the test
/// if it throws none.
template <typename Work>
std::string messageOf(Work&& work) {
  try {
    work();
  } catch (const InputError& error) {
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
    return error.what();
  }
  ADD_FAILURE() << "no InputError was thrown";
  return {};
}

/// Returns the message of the error in parsing this text.
inline std::string parseError(const std::string& content, const std::string& from = "") {
  return messageOf([&] { parse(content, from); });
}

/// The result of a shell command.
struct CommandResult {
  int status = -1;
  std::string output; ///< stdout and stderr together
};

inline CommandResult runCommand(const std::string& command) {
  CommandResult result;
  FILE* const pipe = popen(("(" + command + ") 2>&1").c_str(), "r");
  if (pipe == nullptr) {
    return result;
  }
  std::array<char, 4096> block;
  for (size_t got = 0; (got = fread(block.data(), 1, block.size(), pipe)) > 0;) {
    result.output.append(block.data(), got);
  }
  const int status = pclose(pipe);
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

/// Tests a program of tools/ as users run it, in a folder of its own.
class ToolTest : public testing::Test {
protected:
  explicit ToolTest(std::string tool) : tool_(std::move(tool)) {}

  /// @param before  the start of the command line, for instance `cat in |`
  CommandResult run(const std::string& arguments, const std::string& before = "") const {
    return runCommand("cd " + folder.path().string() + " && " + before + " " GALOIS_BIN_DIR "/" +
                      tool_ + " " + arguments);
  }

  /// Expects this exit status and one line that contains `message`.
  void expectError(const std::string& arguments, int status, const std::string& message) const {
    const CommandResult result = run(arguments);
    EXPECT_EQ(result.status, status) << arguments;
    EXPECT_THAT(result.output, testing::HasSubstr(message));
    EXPECT_EQ(std::count(result.output.begin(), result.output.end(), '\n'), 1) << result.output;
  }

  const Folder folder;

private:
  std::string tool_;
};

/// Returns the folder of real graphs: $GALOIS_SHARED_INPUTS, or ../shared/inputs beside the
/// repository.
inline std::string sharedInputs() {
  const char* const given = std::getenv("GALOIS_SHARED_INPUTS");
  return given != nullptr ? given : GALOIS_REPOSITORY "/../shared/inputs";
}

} // namespace galois::inputs::test
