#include "inputs/CachedGraphs.h"

#include "inputs/Error.h"
#include "inputs/io/ContentHash.h"

#include <fmt/format.h>
#include <sys/stat.h>
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
         name.ends_with(".cached.names") || name.ends_with(".cached.packed");
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

bool isWritableFolder(const fs::path& folder) {
  struct stat info {};
  return stat(folder.c_str(), &info) == 0 && (info.st_mode & 0222) != 0 &&
         access(folder.c_str(), W_OK | X_OK) == 0;
}

fs::path cacheFolder() {
  fs::path folder = sharedCacheFolder();
  std::error_code error;
  fs::create_directories(folder.parent_path(), error);
  mkdir(folder.c_str(), 0700);
  struct stat info {};
  if (lstat(folder.c_str(), &info) != 0 || !S_ISDIR(info.st_mode) || info.st_uid != geteuid() ||
      (info.st_mode & 022) != 0) {
    fail("cannot keep converted graphs in {}: it must be a folder of yours that only you can "
         "write; set "
         "XDG_CACHE_HOME to such a one",
         folder.string());
  }
  return folder;
}

std::string nameInCacheFolder(const fs::path& place, const std::string& name) {
  ContentHash origin;
  origin.add(place.string());
  return fmt::format("{:016x}-{}", origin.value(), name);
}

} // namespace galois::inputs
