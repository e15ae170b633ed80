#include "inputs/io/OutputFile.h"

#include "galois/runtime/report/WholeFile.h"
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
#include <utility>

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

[[noreturn]] void failForFolder(const std::string& path) {
  fail("cannot write {}: it is a folder; give a file name in it", path);
}

[[noreturn]] void failToWrite(const std::string& name, int error) {
  fail("cannot write {}: {}", name, std::strerror(error));
}

[[noreturn]] void failInFolder(const std::string& path, int error) {
  fail("cannot write {}: {}; choose a folder that exists and can be written", path,
       std::strerror(error));
}

} // namespace

mode_t permissionsOfCopy(const std::string& input) {
  constexpr mode_t kAll = 0666;
  struct stat info {};
  if (input == "-" || stat(input.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) {
    return kAll;
  }
  mode_t permissions = S_IRUSR | S_IWUSR;
  if ((info.st_mode & S_IRGRP) != 0) {
    permissions |= S_IRGRP | S_IWGRP;
  }
  if ((info.st_mode & S_IROTH) != 0) {
    permissions |= S_IROTH | S_IWOTH;
  }
  return permissions;
}

void requireWritable(const std::vector<std::string>& paths) {
  for (const std::string& path : paths) {
    struct stat info {};
    const bool there = stat(path.c_str(), &info) == 0;
    if (there && S_ISDIR(info.st_mode)) {
      failForFolder(path);
    }
    if (there && access(path.c_str(), W_OK) != 0) {
      failToWrite(path, errno);
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

OutputFile::OutputFile(const std::string& path, std::optional<Compression> compression,
                       mode_t permissions)
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
  std::error_code ignored;
  const bool special = std::filesystem::is_other(path, ignored);
  std::optional<galois::substrate::SignalsBlocked> untilRemembered;
  if (!special) { // a pipe may have to wait for its reader
    // A signal between the two calls would leave a file that the handler does not know.
    untilRemembered.emplace(std::initializer_list<int>{SIGINT, SIGTERM, SIGHUP});
  }
  runtime::PendingFile pending = runtime::openPendingFile(path, permissions);
  if (pending.descriptor < 0) {
    if (pending.error == EISDIR) {
      failForFolder(path);
    }
    if (special || (std::filesystem::exists(path, ignored) && access(path.c_str(), W_OK) != 0)) {
      failToWrite(path, pending.error);
    }
    failInFolder(path, pending.error);
  }
  fd_ = pending.descriptor;
  path_ = std::move(pending.path);
  temporary_ = std::move(pending.temporary);
  if (!temporary_.empty()) {
    slot_ = rememberTemporary(temporary_);
  }
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
      failToWrite(name_, errno);
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
  written_ += size;
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

void OutputFile::complete() {
  if (fd_ < 0) {
    return;
  }
  flush(true);
  const int fd = std::exchange(fd_, -1);
  if (ownsFd_ && close(fd) != 0) {
    failToWrite(name_, errno);
  }
}

void OutputFile::commit() {
  complete();
  if (temporary_.empty()) {
    return;
  }
  if (rename(temporary_.c_str(), path_.c_str()) != 0) {
    failToWrite(name_, errno);
  }
  temporary_.clear();
  closeAndRemove();
}

void OutputFile::commitAll(std::initializer_list<OutputFile*> files) {
  for (OutputFile* const file : files) {
    if (file != nullptr) {
      file->complete();
    }
  }
  const galois::substrate::SignalsBlocked untilAllAreThere{SIGINT, SIGTERM, SIGHUP};
  for (OutputFile* const file : files) {
    if (file != nullptr) {
      file->commit();
    }
  }
}

OutputFile::OutputFile(const Private& file) : name_(file.path), path_(file.path) {
  buffer_.reserve(kBuffer);
  temporary_ = path_ + ".tmp-XXXXXX";
  const galois::substrate::SignalsBlocked untilRemembered{SIGINT, SIGTERM, SIGHUP};
  fd_ = mkostemp(temporary_.data(), O_CLOEXEC); // readable for the user alone
  if (fd_ < 0) {
    const int error = errno;
    temporary_.clear();
    failInFolder(file.path, error);
  }
  slot_ = rememberTemporary(temporary_);
  fchmod(fd_, static_cast<mode_t>(file.mode));
}

} // namespace galois::inputs
