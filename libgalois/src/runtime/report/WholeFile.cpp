#include "galois/runtime/report/WholeFile.h"

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include "galois/gIO.h"

namespace galois::runtime {

std::string csvField(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
    return std::string(text);
  }
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') {
      quoted += '"';
    }
    quoted += c;
  }
  return quoted + '"';
}

namespace {

constexpr std::string_view kTemporary = ".tmp-"; // six hexadecimal digits follow
constexpr std::size_t kTemporaryDigits = 6;

/// Returns the file to which links lead, which need not exist.
std::string targetOf(const std::string& path) {
  constexpr int kMostLinks = 40; // as the system
  std::filesystem::path target(path);
  std::error_code error;
  for (int i = 0; i < kMostLinks; ++i) {
    const std::filesystem::path next = std::filesystem::read_symlink(target, error);
    if (error) { // no link, or nothing
      break;
    }
    target = target.parent_path() / next;
  }
  return target.string();
}

/// Creates a file beside `target` and writes its name to `name`. Returns the descriptor, or -1.
int createBeside(const std::string& target, mode_t permissions, std::string& name) {
  constexpr int kTries = 1000;
  constexpr std::uint64_t kDigits = 0xffffff;
  auto number = static_cast<std::uint64_t>(
      std::chrono::steady_clock::now().time_since_epoch().count() ^ ::getpid());
  for (int i = 0; i < kTries; ++i) {
    name = fmt::format("{}{}{:06x}", target, kTemporary,
                       (number + static_cast<unsigned>(i)) & kDigits);
    const int descriptor =
        ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, permissions);
    if (descriptor >= 0 || errno != EEXIST) {
      return descriptor;
    }
  }
  return -1;
}

/// Gives a file the owner and the permissions of the one that it replaces, as far as it may.
void becomeLike(const struct stat& before, int descriptor) {
  constexpr mode_t kPermissions = 0777;
  constexpr mode_t kOfGroup = 0070;
  mode_t mode = before.st_mode & kPermissions;
  struct stat now {};
  if (::fstat(descriptor, &now) == 0 &&
      (now.st_uid != before.st_uid || now.st_gid != before.st_gid) &&
      ::fchown(descriptor, before.st_uid, before.st_gid) != 0 && now.st_gid != before.st_gid &&
      ::fchown(descriptor, static_cast<uid_t>(-1), before.st_gid) != 0) {
    mode &= ~kOfGroup; // the group is another one
  }
  ::fchmod(descriptor, mode);
}

/// Waits until the storage has the names of the files beside `path`, if it can tell.
void syncFolder(const std::string& path) {
  const std::string folder = std::filesystem::path(path).parent_path().string();
  const int descriptor = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY);
  if (descriptor >= 0) {
    ::fsync(descriptor);
    ::close(descriptor);
  }
}

} // namespace

PendingFile openPendingFile(const std::string& path, mode_t permissions) {
  constexpr mode_t kOwnerOnly = 0600;
  PendingFile file;
  struct stat before {};
  const bool exists = ::stat(path.c_str(), &before) == 0;
  if (!exists && errno == ELOOP) {
    file.error = ELOOP;
    return file;
  }
  if (exists && !S_ISREG(before.st_mode)) {
    // A folder cannot be opened for writing, which says what is wrong.
    file.descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
  } else if (exists && ::access(path.c_str(), W_OK) != 0) {
    file.error = errno; // who protects a file does not want it replaced
    return file;
  } else {
    file.path = targetOf(path);
    file.descriptor = createBeside(file.path, exists ? kOwnerOnly : permissions, file.temporary);
  }
  if (file.descriptor < 0) {
    file.error = errno;
    file.temporary.clear();
  } else if (exists && !file.temporary.empty()) {
    becomeLike(before, file.descriptor);
  }
  return file;
}

std::string withoutTemporarySuffix(const std::string& name) {
  const std::size_t at = name.rfind(kTemporary);
  const bool has =
      at != std::string::npos && name.size() == at + kTemporary.size() + kTemporaryDigits &&
      name.find_first_not_of("0123456789abcdef", at + kTemporary.size()) == std::string::npos;
  return has ? name.substr(0, at) : name;
}

std::string writeWholeFile(const std::string& path, std::string_view text, Durable durable) {
  const PendingFile pending = openPendingFile(path);
  if (pending.descriptor < 0) {
    errno = pending.error;
    return gErrnoText();
  }
  std::string error;
  std::FILE* const file = ::fdopen(pending.descriptor, "w");
  if (file == nullptr) {
    error = gErrnoText();
    ::close(pending.descriptor);
  } else {
    bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
    if (durable == Durable::kYes) {
      written = written && std::fflush(file) == 0 && ::fsync(::fileno(file)) == 0;
    }
    error = written ? "" : gErrnoText();
    if (std::fclose(file) != 0 && error.empty()) {
      error = gErrnoText();
    }
  }
  if (pending.temporary.empty()) {
    return error;
  }
  if (error.empty() && std::rename(pending.temporary.c_str(), pending.path.c_str()) != 0) {
    error = gErrnoText();
  }
  if (!error.empty()) {
    ::unlink(pending.temporary.c_str());
  } else if (durable == Durable::kYes) {
    syncFolder(pending.path);
  }
  return error;
}

} // namespace galois::runtime
