#include "inputs/io/OutputFile.h"

#include "galois/substrate/SignalsBlocked.h"
#include "inputs/Error.h"
#include "inputs/io/FileRoles.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace galois::inputs {

namespace {

constexpr size_t kBuffer = 1 << 20;

/// A name that the signal handler unlinks. It is a fixed array because a handler may not allocate.
/// The flag is set after the name is complete and cleared before the name changes.
struct TemporaryName {
  std::array<char, PATH_MAX> path;
  volatile std::sig_atomic_t used;
};
std::array<TemporaryName, 4> temporaryNames;

int rememberTemporary(const std::string& path) {
  for (size_t slot = 0; slot < temporaryNames.size(); ++slot) {
    TemporaryName& name = temporaryNames[slot];
    if (name.used != 0 || path.size() >= name.path.size()) {
      continue;
    }
    std::memcpy(name.path.data(), path.c_str(), path.size() + 1);
    name.used = 1;
    return static_cast<int>(slot);
  }
  return -1;
}

extern "C" void removeTemporariesAndDie(int signal) {
  for (const TemporaryName& name : temporaryNames) {
    if (name.used != 0) {
      unlink(name.path.data());
    }
  }
  // SA_RESETHAND restored the default action, so this signal ends the process.
  raise(signal);
}

mode_t defaultMode() {
  const mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

[[noreturn]] void failForFolder(const std::string& path) {
  fail("cannot write {}: it is a folder; give a file name in it", path);
}

[[noreturn]] void failInFolder(const std::string& path, int error) {
  fail("cannot write {}: {}; choose a folder that exists and can be written", path,
       std::strerror(error));
}

} // namespace

void requireWritable(const std::vector<std::string>& paths) {
  for (const std::string& path : paths) {
    struct stat info {};
    const bool there = stat(path.c_str(), &info) == 0;
    if (there && S_ISDIR(info.st_mode)) {
      failForFolder(path);
    }
    // Where a file is there already, its name may be a link to another folder.
    const auto folder = std::filesystem::path(path).parent_path();
    if (path != "-" && !there && access(folder.empty() ? "." : folder.c_str(), W_OK | X_OK) != 0) {
      failInFolder(path, errno);
    }
  }
}

void OutputFile::removeTemporariesOnSignal() {
#ifdef __SANITIZE_THREAD__
  // ThreadSanitizer forgets a signal that arrives while its thread enters a blocking call for the
  // first time. Entering one before there is a handler keeps that from happening.
  usleep(0);
#endif
  struct sigaction action {};
  action.sa_handler = removeTemporariesAndDie;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigemptyset(&action.sa_mask);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction before {};
    sigaction(signal, nullptr, &before);
    // An ignored signal stays ignored, such as SIGHUP under nohup.
    if (before.sa_handler != SIG_IGN) {
      sigaction(signal, &action, nullptr);
    }
  }
}

OutputFile::OutputFile(const std::string& path, std::optional<Compression> compression)
    : name_(path), encoder_(makeEncoder(compression.value_or(compressionOfSuffix(path)))) {
  noteOutput(path);
  buffer_.reserve(kBuffer);
  if (encoder_) {
    encoded_.resize(kBuffer);
  }
  if (path == "-") {
    name_ = "standard output";
    fd_ = STDOUT_FILENO;
    ownsFd_ = false;
    return;
  }
  struct stat info {};
  if (stat(path.c_str(), &info) == 0) {
    if (S_ISDIR(info.st_mode)) {
      failForFolder(path);
    }
    if (!S_ISREG(info.st_mode)) {
      fd_ = open(path.c_str(), O_WRONLY | O_CLOEXEC);
      if (fd_ < 0) {
        fail("cannot write {}: {}", path, std::strerror(errno));
      }
      return;
    }
    if (std::filesystem::is_symlink(path)) {
      path_ = std::filesystem::canonical(path).string();
    }
  }
  if (path_.empty()) {
    path_ = path;
  }
  temporary_ = path_ + ".tmp-XXXXXX";
  // A signal between the two calls would leave a file that the handler does not know.
  const galois::substrate::SignalsBlocked untilRemembered{SIGINT, SIGTERM, SIGHUP};
  fd_ = mkostemp(temporary_.data(), O_CLOEXEC);
  if (fd_ < 0) {
    const int error = errno;
    temporary_.clear();
    failInFolder(path, error);
  }
  slot_ = rememberTemporary(temporary_);
  fchmod(fd_, defaultMode());
}

OutputFile::~OutputFile() { closeAndRemove(); }

void OutputFile::closeAndRemove() {
  if (fd_ >= 0 && ownsFd_) {
    close(fd_);
  }
  fd_ = -1;
  if (!temporary_.empty()) {
    unlink(temporary_.c_str());
  }
  temporary_.clear();
  if (slot_ >= 0) {
    temporaryNames[static_cast<size_t>(slot_)].used = 0;
  }
  slot_ = -1;
}

void OutputFile::writeRaw(const char* data, size_t size) {
  while (size > 0) {
    const ssize_t done = ::write(fd_, data, size);
    if (done < 0) {
      if (errno == EINTR) {
        continue;
      }
      fail("cannot write {}: {}", name_, std::strerror(errno));
    }
    data += done;
    size -= static_cast<size_t>(done);
  }
}

/// Writes what is buffered.
/// @param last  whether to end the compressed stream as well
void OutputFile::flush(bool last) {
  if (!encoder_) {
    writeRaw(buffer_.data(), buffer_.size());
  } else {
    const char* in = buffer_.data();
    const char* const inEnd = in + buffer_.size();
    for (bool done = false; !done;) {
      char* out = encoded_.data();
      done = encoder_->step(in, inEnd, out, out + encoded_.size(), last) || (!last && in == inEnd);
      writeRaw(encoded_.data(), static_cast<size_t>(out - encoded_.data()));
    }
  }
  buffer_.clear();
}

void OutputFile::write(const void* data, size_t size) {
  const char* const bytes = static_cast<const char*>(data);
  if (buffer_.size() + size > kBuffer) {
    flush(false);
  }
  if (size > kBuffer && !encoder_) {
    writeRaw(bytes, size);
  } else {
    buffer_.insert(buffer_.end(), bytes, bytes + size);
  }
}

namespace {
template <typename Number>
void appendNumber(OutputFile& file, Number number) {
  constexpr size_t kLongest = 32;
  std::array<char, kLongest> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  file.write(digits.data(), static_cast<size_t>(end - digits.data()));
}
} // namespace

void OutputFile::writeNumber(std::uint64_t number) { appendNumber(*this, number); }
void OutputFile::writeNumber(std::int32_t number) { appendNumber(*this, number); }
void OutputFile::writeNumber(float number) { appendNumber(*this, number); }

void OutputFile::commit() {
  flush(true);
  if (ownsFd_) {
    const int closed = close(fd_);
    fd_ = -1;
    if (closed != 0) {
      fail("cannot write {}: {}", name_, std::strerror(errno));
    }
  }
  if (temporary_.empty()) {
    return;
  }
  if (rename(temporary_.c_str(), path_.c_str()) != 0) {
    fail("cannot write {}: {}", name_, std::strerror(errno));
  }
  temporary_.clear();
  closeAndRemove();
}

} // namespace galois::inputs
