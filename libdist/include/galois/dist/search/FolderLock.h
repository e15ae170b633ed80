/**
 * A lock on a folder, which one job at a time may have. It is a file in the folder, locked by
 * flock(), so that it is free again when its process has ended in whatever way. Where the file
 * system has no such locks, everybody gets it.
 */
#pragma once

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace galois::dist {

/// The lock on a folder, as one process sees it. For one thread.
class FolderLock {
public:
  FolderLock() = default;
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;
  ~FolderLock() { release(); }

  /// Takes the lock. @return what is wrong, in one line, or an empty text
  std::string take(const std::filesystem::path& folder) {
    release();
    path_ = folder / "lock";
    for (;;) {
      file_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
      if (file_ < 0) {
        return "no files can be made in " + folder.string() + ": " + std::strerror(errno);
      }
      const bool taken = ::flock(file_, LOCK_EX | LOCK_NB) == 0;
      if (!taken && errno == EWOULDBLOCK) {
        close();
        return "another job is using " + folder.string() + "; give each job a folder of its own";
      }
      if (std::string wrong = mark(); !wrong.empty()) {
        close();
        return wrong;
      }
      // The one who had it before may have deleted the file in between.
      struct stat own {
      }, now{};
      if (::fstat(file_, &own) == 0 && ::stat(path_.c_str(), &now) == 0 &&
          own.st_ino == now.st_ino && own.st_dev == now.st_dev) {
        return "";
      }
      close();
    }
  }

  /// Deletes the file, which this process still has.
  void remove() {
    if (file_ >= 0) {
      ::unlink(path_.c_str());
      close();
    }
  }

  /// Gives the lock back; the file stays.
  void release() { close(); }

private:
  static constexpr std::string_view kMark = "galois lock 1\n";

  /// Writes the first line, if the file is new. @return what is wrong if it is somebody else's
  std::string mark() const {
    char first[kMark.size() + 1] = "";
    const ssize_t size = ::pread(file_, first, kMark.size(), 0);
    if (size == 0) {
      if (::pwrite(file_, kMark.data(), kMark.size(), 0) != static_cast<ssize_t>(kMark.size())) {
        return "cannot write " + path_.string() + ": " + std::strerror(errno);
      }
      return "";
    }
    return size == static_cast<ssize_t>(kMark.size()) && first == kMark
               ? ""
               : path_.string() + " is not a lock of ours; give --checkpoint a folder of its own";
  }

  void close() {
    if (file_ >= 0) {
      ::close(std::exchange(file_, -1));
    }
  }

  std::filesystem::path path_;
  int file_ = -1;
};

} // namespace galois::dist
