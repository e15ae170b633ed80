#include "inputs/kept/CachedGraphs.h"

#include "inputs/Error.h"
#include "inputs/formats/ConversionNotes.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <pwd.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <optional>
#include <system_error>
#include <utility>

namespace galois::inputs {

namespace fs = std::filesystem;

namespace {

constexpr const char* kLimitVariable = "GALOIS_CPS_CACHE_LIMIT";
constexpr std::size_t kMostFiles = 4096; // so that looking through them takes milliseconds
constexpr mode_t kOthersWrite = S_IWGRP | S_IWOTH;

bool isKeptName(std::string_view name) {
  return name.ends_with(".cached.gr") || name.ends_with(".cached.packed") ||
         name.ends_with(".cached.known");
}

/// Whether a program of an earlier version gave such names.
bool wasKeptName(std::string_view name) {
  return name.ends_with(".cached.ids") || name.ends_with(".cached.names");
}

/// Returns whether it is the name of a temporary file of a kept file (OutputFile.cpp).
bool isLeftoverName(std::string_view name) {
  constexpr std::string_view kTemporary = ".tmp-XXXXXX";
  if (name.size() < kTemporary.size()) {
    return false;
  }
  const std::string_view end = name.substr(name.size() - kTemporary.size());
  return end.starts_with(".tmp-") && isKeptName(name.substr(0, name.size() - kTemporary.size()));
}

std::int64_t nanosecondsOf(const timespec& time) {
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

/// Calls use(path, name) for what is in a folder, in any order.
template <typename Use>
void forEachIn(const fs::path& folder, const Use& use) {
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    use(entry->path(), entry->path().filename().string());
  }
}

/// How much there is in a folder under the names of kept files, whatever it is. Opens none of it.
struct Space {
  std::uint64_t bytes = 0;
  std::size_t files = 0;
};
Space namedSpace(const fs::path& folder) {
  Space space;
  forEachIn(folder, [&](const fs::path& path, const std::string& name) {
    struct stat info {};
    if (isKeptName(name) && lstat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode)) {
      space.bytes += static_cast<std::uint64_t>(info.st_size);
      ++space.files;
    }
  });
  return space;
}

/// Removes leftovers whose names `matches` returns true for.
template <typename Matches>
void removeOldLeftovers(const fs::path& folder, const Matches& matches) {
  constexpr time_t kOld = 3600; // a program that lives writes more often
  forEachIn(folder, [&](const fs::path& path, const std::string& name) {
    struct stat info {};
    if (isLeftoverName(name) && matches(name) && lstat(path.c_str(), &info) == 0 &&
        S_ISREG(info.st_mode) && info.st_uid == geteuid() &&
        info.st_mtim.tv_sec < time(nullptr) - kOld) {
      unlink(path.c_str());
    }
  });
}

/// Returns the first words of what is wrong with a folder for kept files, or "".
std::string wrongWith(const fs::path& folder) {
  struct stat info {};
  if (lstat(folder.c_str(), &info) != 0) {
    return std::strerror(errno);
  }
  if (!S_ISDIR(info.st_mode)) {
    return S_ISLNK(info.st_mode) ? "it is a link; make it a folder" : "it is no folder";
  }
  if (info.st_uid != geteuid()) {
    return "it belongs to another user; set XDG_CACHE_HOME to a folder of yours";
  }
  if ((info.st_mode & kOthersWrite) != 0) {
    return "others can write there; close it with chmod 700";
  }
  return access(folder.c_str(), R_OK | W_OK | X_OK) == 0 ? "" : std::strerror(errno);
}

/// Makes a folder and those above it, for the user alone.
void makeFolders(const fs::path& folder) {
  if (mkdir(folder.c_str(), 0700) != 0 && errno == ENOENT && folder.has_relative_path()) {
    makeFolders(folder.parent_path());
    mkdir(folder.c_str(), 0700);
  }
}

/// Reads what a kept file says of itself. Returns nothing for other files.
std::optional<KeptEntry> entryOf(const fs::path& path) {
  std::string why;
  const KeptFile file = KeptFile::open(path, why);
  if (!file) {
    return std::nullopt;
  }
  struct stat info {};
  fstat(file.descriptor(), &info);
  KeptEntry entry{path, file.size(),
                  std::max(nanosecondsOf(info.st_atim), nanosecondsOf(info.st_mtim)), "", ""};
  std::array<char, kKnownTitle.size()> first{};
  const ssize_t got = pread(file.descriptor(), first.data(), first.size(), 0);
  const std::string_view start(first.data(), got > 0 ? static_cast<std::size_t>(got) : 0);
  const std::string name = path.filename().string();
  if (name.ends_with(".cached.gr")) {
    try {
      ConversionNotes notes = readNotes(file.descriptor(), nullptr);
      entry.source = std::move(notes.source);
      entry.recipe = std::move(notes.recipe);
      return entry;
    } catch (const InputError&) {
      return std::nullopt;
    }
  }
  const std::string_view packed(reinterpret_cast<const char*>(&kPackedMagic), sizeof(kPackedMagic));
  const bool ours =
      name.ends_with(".cached.packed") ? start.starts_with(packed) : start == kKnownTitle;
  return ours ? std::optional(std::move(entry)) : std::nullopt;
}

/// Returns the limit that the user has set, if any. @throws UsageError
std::optional<std::uint64_t> givenLimit() {
  const char* const given = std::getenv(kLimitVariable);
  if (given == nullptr || given[0] == '\0') {
    return std::nullopt;
  }
  const std::string_view text(given);
  std::uint64_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  const std::string_view unit(read.ptr, static_cast<std::size_t>(given + text.size() - read.ptr));
  constexpr std::string_view kUnits = "KMGT";
  std::uint64_t factor = 1;
  bool known = read.ec == std::errc() && unit.size() <= 1;
  if (known && !unit.empty()) {
    const std::size_t power = kUnits.find(unit[0]);
    known = power != std::string_view::npos;
    for (std::size_t i = 0; known && i <= power; ++i) {
      factor *= 1000;
    }
  }
  if (!known || number > UINT64_MAX / factor) {
    failUsage("{}={}: a number of bytes is needed, which K, M, G or T may follow, such as 20G",
              kLimitVariable, text);
  }
  return number * factor;
}

} // namespace

fs::path userCacheFolder() {
  static_cast<void>(givenLimit());
  const char* const given = std::getenv("XDG_CACHE_HOME");
  if (given != nullptr && given[0] == '/') { // others are to be ignored, says its specification
    return fs::path(given) / "galois-cps";
  }
  const char* home = std::getenv("HOME");
  if (home == nullptr || home[0] != '/') {
    const passwd* const user = getpwuid(geteuid());
    home = user != nullptr ? user->pw_dir : nullptr;
  }
  struct stat info {};
  if (home == nullptr || home[0] != '/' || stat(home, &info) != 0) {
    fail("no home folder is known; set XDG_CACHE_HOME to a folder of yours");
  }
  if (info.st_uid != geteuid()) {
    fail("the home folder {} belongs to another user; set XDG_CACHE_HOME to a folder of yours",
         home);
  }
  return fs::path(home) / ".cache" / "galois-cps";
}

fs::path openCacheFolder() {
  fs::path folder = userCacheFolder();
  makeFolders(folder);
  if (const std::string wrong = wrongWith(folder); !wrong.empty()) {
    fail("{}: {}", folder.string(), wrong);
  }
  return folder;
}

bool isWritableFolder(const fs::path& folder) {
  struct stat info {};
  return stat(folder.c_str(), &info) == 0 && (info.st_mode & 0222) != 0 &&
         access(folder.c_str(), W_OK | X_OK) == 0;
}

unsigned permissionsBeside(const fs::path& input) {
  struct stat info {};
  const mode_t mask = umask(0);
  umask(mask);
  constexpr mode_t kOwn = S_IRUSR | S_IWUSR;
  constexpr mode_t kRead = S_IRUSR | S_IRGRP | S_IROTH;
  return stat(input.c_str(), &info) == 0 ? kOwn | (info.st_mode & kRead & ~mask) : kOwn;
}

std::string keptStart(const std::string& name) {
  constexpr std::size_t kMost = 120; // of 255 bytes that a file name can have
  std::size_t size = std::min(name.size(), kMost);
  const auto continues = [&] { return (static_cast<unsigned char>(name[size]) & 0xc0) == 0x80; };
  while (size < name.size() && size > 0 && continues()) { // not within a character of UTF-8
    --size;
  }
  return name.substr(0, size) + ".";
}

KeptFile KeptFile::open(const fs::path& path, std::string& why) {
  why = "";
  // O_NONBLOCK, because somebody could have put a pipe there.
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (file < 0) {
    why = errno == ENOENT ? "" : errno == ELOOP ? "it is a link" : std::strerror(errno);
    return {};
  }
  struct stat info {};
  if (fstat(file, &info) != 0) {
    why = std::strerror(errno);
  } else if (!S_ISREG(info.st_mode)) {
    why = "it is no regular file";
  } else if (info.st_uid != geteuid()) {
    why = "it belongs to another user";
  } else if ((info.st_mode & kOthersWrite) != 0) {
    why = "others can write it";
  }
  KeptFile kept;
  if (why.empty()) {
    kept.file_ = std::shared_ptr<int>(new int(file), [](const int* descriptor) {
      close(*descriptor);
      delete descriptor;
    });
  } else {
    close(file);
  }
  return kept;
}

std::string KeptFile::path() const { return fmt::format("/proc/self/fd/{}", *file_); }

std::uint64_t KeptFile::size() const {
  struct stat info {};
  return fstat(*file_, &info) == 0 ? static_cast<std::uint64_t>(info.st_size) : 0;
}

void KeptFile::markUsed() const {
  const timespec times[2] = {{0, UTIME_NOW}, {0, UTIME_OMIT}};
  futimens(*file_, times);
}

std::vector<KeptEntry> keptFiles(const fs::path& folder, std::string_view start) {
  std::vector<KeptEntry> found;
  forEachIn(folder, [&](const fs::path& path, const std::string& name) {
    if (!isKeptName(name) || !name.starts_with(start)) {
      return;
    }
    if (auto entry = entryOf(path)) {
      found.push_back(std::move(*entry));
    }
  });
  std::sort(found.begin(), found.end(),
            [](const KeptEntry& a, const KeptEntry& b) { return a.path < b.path; });
  return found;
}

std::vector<fs::path> likeKeptFiles(const fs::path& folder) {
  std::vector<fs::path> found;
  forEachIn(folder, [&](const fs::path& path, const std::string& name) {
    std::error_code ignored;
    if ((wasKeptName(name) || (isKeptName(name) && !entryOf(path))) &&
        fs::symlink_status(path, ignored).type() == fs::file_type::regular) {
      found.push_back(path);
    }
  });
  std::sort(found.begin(), found.end());
  return found;
}

std::uint64_t cacheLimit(const fs::path& folder) {
  if (const auto given = givenLimit()) {
    return *given;
  }
  constexpr std::uint64_t kUsual = 20'000'000'000;
  constexpr std::uint64_t kShare = 10;
  struct statvfs system {};
  if (statvfs(folder.c_str(), &system) != 0) {
    return kUsual;
  }
  const std::uint64_t space = std::uint64_t{system.f_bavail} * system.f_frsize;
  return std::min(kUsual, (space + namedSpace(folder).bytes) / kShare);
}

void limitCache(const fs::path& folder, const fs::path& besides) {
  removeOldLeftovers(folder, [](const std::string&) { return true; });
  const std::uint64_t limit = cacheLimit(folder);
  if (const Space named = namedSpace(folder); named.bytes <= limit && named.files <= kMostFiles) {
    return; // those that are kept take no more
  }
  std::vector<KeptEntry> kept = keptFiles(folder);
  std::size_t files = kept.size();
  std::uint64_t bytes = 0;
  for (const KeptEntry& entry : kept) {
    bytes += entry.bytes;
  }
  std::sort(kept.begin(), kept.end(),
            [](const KeptEntry& a, const KeptEntry& b) { return a.used < b.used; });
  for (const KeptEntry& entry : kept) {
    if (bytes <= limit && files <= kMostFiles) {
      return;
    }
    if (entry.path != besides && unlink(entry.path.c_str()) == 0) {
      bytes -= entry.bytes;
      --files;
    }
  }
}

void removeLeftovers(const fs::path& path) {
  const std::string start = path.filename().string() + ".tmp-";
  removeOldLeftovers(path.parent_path(),
                     [&](const std::string& name) { return name.starts_with(start); });
}

} // namespace galois::inputs
