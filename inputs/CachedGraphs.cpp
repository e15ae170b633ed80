#include "inputs/CachedGraphs.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <system_error>

namespace galois::inputs {

namespace fs = std::filesystem;

namespace {

constexpr size_t kHashDigits = 16;

bool isCachedName(std::string_view name) {
  return name.ends_with(".cached.gr") || name.ends_with(".cached.ids") ||
         name.ends_with(".cached.names");
}

} // namespace

std::string cachedStart(const std::string& name, std::uint64_t contentHash) {
  return fmt::format("{}.{:0{}x}", name, contentHash, kHashDigits);
}

std::vector<fs::path> cachedGraphs(const fs::path& folder) {
  std::vector<fs::path> found;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    std::error_code ignored;
    if (isCachedName(entry->path().filename().string()) &&
        entry->symlink_status(ignored).type() == fs::file_type::regular) {
      found.push_back(entry->path());
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

void removeOutdated(const fs::path& folder, const std::string& name, std::uint64_t contentHash) {
  const std::string current = cachedStart(name, contentHash);
  for (const fs::path& file : cachedGraphs(folder)) {
    const std::string other = file.filename().string();
    if (!other.starts_with(name + ".") || other.starts_with(current)) {
      continue;
    }
    const size_t digits =
        std::min(other.find_first_not_of("0123456789abcdef", name.size() + 1), other.size()) -
        (name.size() + 1);
    std::error_code ignored;
    if (digits == kHashDigits) {
      fs::remove(file, ignored);
    }
  }
}

fs::path sharedCacheFolder() {
  const char* const home = std::getenv("XDG_CACHE_HOME");
  if (home != nullptr && home[0] == '/') {
    return fs::path(home) / "galois-cps";
  }
  return fmt::format("/tmp/galois-cps-{}", geteuid());
}

} // namespace galois::inputs
