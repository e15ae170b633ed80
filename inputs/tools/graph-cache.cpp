// graph-cache list|clear [FOLDER...]: lists or removes the graphs that applications have converted
// and kept beside their inputs.

#include "inputs/CachedGraphs.h"
#include "inputs/Error.h"
#include "inputs/Messages.h"
#include "inputs/tools/CommandLine.h"

#include <llvm/Support/CommandLine.h>

#include <cstdio>
#include <system_error>

namespace {

namespace cll = llvm::cl;
namespace fs = std::filesystem;
using namespace galois::inputs;

cll::OptionCategory category("Cache");
cll::opt<std::string> action(cll::Positional, cll::Required, cll::desc("list|clear"),
                             cll::cat(category));
cll::list<std::string> folders(cll::Positional, cll::desc("[FOLDER...]"), cll::cat(category));
cll::opt<bool> quiet("quiet", cll::desc("No text"), cll::cat(category));

const Examples examples{{"graph-cache list", "What is kept for the graphs of this folder"},
                        {"graph-cache clear data", "Removes it for those of the folder data"}};

void work() {
  const bool clear = action == "clear";
  if (!clear && action != "list") {
    failUsage("\"{}\" is nothing to do here: give list or clear", action.getValue());
  }
  std::vector<fs::path> places(folders.begin(), folders.end());
  for (const fs::path& place : places) {
    if (!fs::is_directory(place)) {
      fail("{} is no folder", place.string());
    }
  }
  if (places.empty()) {
    places.emplace_back(".");
  }
  places.push_back(sharedCacheFolder());
  std::uint64_t bytes = 0;
  size_t files = 0;
  for (const fs::path& place : places) {
    for (const fs::path& file : cachedGraphs(place)) {
      std::error_code error;
      const std::uint64_t size = fs::file_size(file, error);
      if (clear) {
        fs::remove(file, error);
      }
      if (error) {
        fail("cannot remove {}: {}", file.string(), error.message());
      }
      if (!quiet) {
        printTo(stdout, "{:>15} {}\n", size, file.string());
      }
      bytes += size;
      ++files;
    }
  }
  if (!quiet) {
    printTo(stdout, "{} file{}, {} bytes{}\n", files, files == 1 ? "" : "s", bytes,
            clear ? ", removed" : "");
  }
}

} // namespace

int main(int argc, char** argv) {
  return toolMain(
      argc, argv, category,
      "graph-cache: graphs that applications have converted and kept\n\n"
      "An application that is given text, or a compressed file, keeps the binary beside\n"
      "it, or in $XDG_CACHE_HOME/galois-cps, else /tmp/galois-cps-<uid>. This lists or\n"
      "removes what is in that folder and in each FOLDER (default: the current one).\n",
      work);
}
