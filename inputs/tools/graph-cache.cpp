// graph-cache list|clear [FOLDER...]: lists or removes the graphs that applications have converted
// and kept in the user's cache folder, or in other folders.

#include "inputs/Error.h"
#include "inputs/io/Messages.h"
#include "inputs/kept/CachedGraphs.h"
#include "inputs/tools/CommandLine.h"

#include <llvm/Support/CommandLine.h>

#include <cstdio>
#include <system_error>
#include <utility>

namespace {

namespace cll = llvm::cl;
namespace fs = std::filesystem;
using namespace galois::inputs;

cll::OptionCategory category("Cache");
cll::opt<std::string> action(cll::Positional, cll::Required, cll::desc("list|clear"),
                             cll::cat(category));
cll::list<std::string> folders(cll::Positional, cll::desc("[FOLDER...]"), cll::cat(category));
cll::opt<bool> quiet("quiet", cll::desc("No text"), cll::cat(category));

const Examples examples{
    {"graph-cache list", "What is kept in your cache folder, and its limit"},
    {"graph-cache clear", "Removes it"},
    {"graph-cache clear data", "Removes what --cache=beside has kept in the folder data"}};

/// Prints a line, unless no text is wanted.
template <typename... Values>
void print(fmt::format_string<Values...> format, Values&&... values) {
  if (!quiet) {
    printTo(stdout, format, std::forward<Values>(values)...);
  }
}

/// Returns the folders that the command line names, or else the user's cache folder.
std::vector<fs::path> places() {
  std::vector<fs::path> all(folders.begin(), folders.end());
  for (const fs::path& place : all) {
    if (!fs::is_directory(place)) {
      fail("{} is no folder", place.string());
    }
  }
  if (all.empty()) {
    all.push_back(userCacheFolder());
  }
  return all;
}

void work() {
  const bool clear = action == "clear";
  if (!clear && action != "list") {
    failUsage("\"{}\" is nothing to do here: give list or clear", action.getValue());
  }
  std::uint64_t bytes = 0;
  std::size_t files = 0, others = 0;
  for (const fs::path& place : places()) {
    for (const KeptEntry& entry : keptFiles(place)) {
      std::error_code error;
      if (clear && !fs::remove(entry.path, error) && error) {
        fail("cannot remove {}: {}", entry.path.string(), error.message());
      }
      const std::string source = entry.source.empty() ? "" : fmt::format(" of {}", entry.source);
      print("{:>15} {}{}\n", entry.bytes, entry.path.string(), source);
      bytes += entry.bytes;
      ++files;
    }
    for (const fs::path& path : likeKeptFiles(place)) {
      print("{:>15} {} is left alone\n", "", path.string());
      ++others;
    }
  }
  print("{} file{}, {} bytes{}\n", files, files == 1 ? "" : "s", bytes, clear ? ", removed" : "");
  if (others > 0) {
    print("{} left alone: only the name says so, and it may be of an earlier version, of another "
          "user, damaged, or yours; remove with rm what you do not need\n",
          others);
  }
  if (folders.empty() && !clear) {
    print("All kept there may take {} bytes together (GALOIS_CPS_CACHE_LIMIT)\n",
          cacheLimit(userCacheFolder()));
  }
}

} // namespace

int main(int argc, char** argv) {
  return toolMain(
      argc, argv, category,
      "graph-cache: graphs that applications have converted and kept\n\n"
      "An application that is given text, or a compressed file, keeps the binary in your\n"
      "cache folder, which is $XDG_CACHE_HOME/galois-cps, else ~/.cache/galois-cps, or\n"
      "beside the input with --cache=beside. This lists or removes what is in your cache\n"
      "folder, or in each FOLDER instead. A file of yours counts if its content says that\n"
      "an application has kept it. GALOIS_CPS_CACHE_LIMIT=20G says how much your cache\n"
      "folder may hold; the least recently used files go first.\n",
      work);
}
