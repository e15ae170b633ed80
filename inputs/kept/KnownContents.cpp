#include "inputs/kept/KnownContents.h"

#include "inputs/Error.h"
#include "inputs/io/ContentHash.h"
#include "inputs/io/FileRoles.h"
#include "inputs/io/OutputFile.h"
#include "inputs/kept/CachedGraphs.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <ctime>
#include <string_view>
#include <system_error>

namespace galois::inputs {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kLarge = 16'000'000; // takes 20 ms to hash

std::string hashOf(const std::vector<std::string>& files) {
  ContentHash hash;
  for (const std::string& file : files) {
    hash.addFile(file);
  }
  return hash.hex();
}

/// Returns whether a file that is changed now gets another time than the one of this state.
bool isSettled(const struct stat& info, const timespec& now) {
  constexpr std::int64_t kTick = 20'000'000;      // a file gets the time of the last timer tick,
  constexpr std::int64_t kCoarse = 3'000'000'000; // or, in some file systems, an even second
  constexpr std::int64_t kSecond = 1'000'000'000;
  const std::int64_t age = (std::int64_t{now.tv_sec} - info.st_ctim.tv_sec) * kSecond +
                           now.tv_nsec - info.st_ctim.tv_nsec;
  return age >= (info.st_ctim.tv_nsec == 0 ? kCoarse : kTick);
}

/// Returns where the content of these files is noted.
fs::path recordOf(const std::vector<std::string>& files, const fs::path& folder) {
  ContentHash paths(20);
  for (const std::string& file : files) {
    std::error_code error;
    paths.add(fs::canonical(file, error).string());
    paths.add(std::string_view("\0", 1));
  }
  const std::string name = fs::path(files.front()).filename().string();
  return folder / fmt::format("{}{}.cached.known", keptStart(name), paths.hex());
}

/// Returns the hash that a record has for files in this state, or "".
std::string knownHash(const fs::path& record, const FilesState& state) {
  std::string why;
  const KeptFile file = KeptFile::open(record, why);
  if (!file) {
    return "";
  }
  const std::string begin = fmt::format("{}{} ", kKnownTitle, state.hash);
  const std::size_t size = state.hash.size(); // both are hashes of one kind
  std::string text(begin.size() + size + 1, '\0');
  const ssize_t got = pread(file.descriptor(), text.data(), text.size(), 0);
  if (got != static_cast<ssize_t>(text.size()) || file.size() != text.size() ||
      !text.starts_with(begin) || text.back() != '\n') {
    return "";
  }
  file.markUsed();
  return text.substr(begin.size(), size);
}

} // namespace

FilesState stateOf(const std::vector<std::string>& files) {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  FilesState state;
  state.settled = true;
  ContentHash hash;
  for (const std::string& file : files) {
    struct stat info {};
    if (stat(file.c_str(), &info) != 0) {
      return {};
    }
    std::error_code error;
    hash.add(fmt::format("{} {} {} {} {}.{} {}.{}\n", fs::canonical(file, error).string(),
                         info.st_dev, info.st_ino, info.st_size, info.st_mtim.tv_sec,
                         info.st_mtim.tv_nsec, info.st_ctim.tv_sec, info.st_ctim.tv_nsec));
    state.bytes += static_cast<std::uint64_t>(info.st_size);
    state.settled = state.settled && isSettled(info, now);
  }
  state.hash = hash.hex();
  return state;
}

Content contentOfFiles(const std::vector<std::string>& files, const fs::path& folder) {
  Content content{"", stateOf(files)};
  const bool record =
      !folder.empty() && content.state.bytes >= kLarge && !content.state.hash.empty();
  const fs::path path = record ? recordOf(files, folder) : fs::path();
  if (record) {
    content.hash = knownHash(path, content.state);
  }
  if (!content.hash.empty()) {
    for (const std::string& file : files) {
      noteInput(file);
    }
    return content;
  }
  content.hash = hashOf(files);
  // What was read has the state from before if it still has it now, and a change would have shown.
  if (record && content.state.settled && stateOf(files).hash == content.state.hash) {
    try {
      OutputFile file(OutputFile::Private{.path = path.string()});
      file.write(fmt::format("{}{} {}\n", kKnownTitle, content.state.hash, content.hash));
      file.commit();
    } catch (const InputError&) { // the next run reads the files again
    }
  }
  return content;
}

bool isStill(const Content& content, const std::vector<std::string>& files) {
  if (content.state.settled && !content.state.hash.empty() &&
      stateOf(files).hash == content.state.hash) {
    return true;
  }
  return hashOf(files) == content.hash;
}

} // namespace galois::inputs
