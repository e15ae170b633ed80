#include "inputs/io/InputFile.h"

#include "inputs/Error.h"
#include "inputs/io/AwaitInput.h"
#include "inputs/io/FileRoles.h"
#include "inputs/io/GraphFolder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace galois::inputs {

namespace {
constexpr size_t kReadBlock = 64 * 1024;
constexpr size_t kPeek = kReadBlock;

/// Returns the limit of the decompressor's memory. A few bytes must not be able to request
/// gigabytes, while large files may be compressed with a large window (`zstd --long=31`).
std::uint64_t decoderMemory(std::optional<std::uint64_t> packedSize) {
  constexpr std::uint64_t kSmall = std::uint64_t{16} << 20;
  constexpr std::uint64_t kUsual = std::uint64_t{1} << 27; // the default limit of the zstd command
  constexpr std::uint64_t kMost = std::uint64_t{1} << 32;
  return packedSize && *packedSize < kSmall ? kUsual : kMost;
}
} // namespace

InputFile::InputFile(const std::string& path)
    : name_(path == "-" ? "standard input" : fileOfGraph(path)) {
  noteInput(path == "-" ? path : name_);
  if (path == "-") {
    fd_ = STDIN_FILENO;
  } else {
    fd_ = openToRead(name_.c_str());
    if (fd_ < 0) {
      fail("cannot open {}: {}", name_, std::strerror(errno));
    }
    ownsFd_ = true;
  }
  struct stat info {};
  if (fstat(fd_, &info) == 0 && S_ISREG(info.st_mode)) {
    rawSize_ = static_cast<std::uint64_t>(info.st_size);
  }
  // A constructor that throws runs no destructor, so errors below close the file here.
  try {
    raw_.resize(kReadBlock);
    rawAt_ = rawEnd_ = raw_.data();
    // A pipe may deliver the magic number in two pieces.
    while (rawEnd_ - rawAt_ < 6 && !rawEnded_) {
      rawEnd_ +=
          readRaw(raw_.data() + (rawEnd_ - raw_.data()), kReadBlock - (rawEnd_ - raw_.data()));
    }
    compression_ = compressionOf({rawAt_, static_cast<size_t>(rawEnd_ - rawAt_)});
    decoder_ = makeDecoder(compression_, decoderMemory(rawSize_));
  } catch (...) {
    if (ownsFd_) {
      close(fd_);
    }
    throw;
  }
}

InputFile::~InputFile() {
  if (ownsFd_) {
    close(fd_);
  }
}

std::optional<std::uint64_t> InputFile::size() const {
  return compression_ == Compression::kNone ? rawSize_ : std::nullopt;
}

bool InputFile::readEnd(void* to, size_t size) const {
  const std::uint64_t whole = this->size().value_or(0);
  return whole >= size &&
         pread(fd_, to, size, static_cast<off_t>(whole - size)) == static_cast<ssize_t>(size);
}

void InputFile::showProgress(bool enabled) {
  meter_ = std::make_unique<ProgressMeter>("reading " + name_, rawSize_.value_or(0), enabled);
}

size_t InputFile::readRaw(char* to, size_t capacity) {
  awaitInput(fd_);
  ssize_t got = 0;
  do {
    got = ::read(fd_, to, capacity);
  } while (got < 0 && errno == EINTR);
  if (got < 0) {
    fail("cannot read {}: {}", name_, std::strerror(errno));
  }
  rawEnded_ = got == 0;
  rawPosition_ += static_cast<std::uint64_t>(got);
  if (meter_) {
    meter_->update(rawPosition_);
  }
  return static_cast<size_t>(got);
}

bool InputFile::refill() {
  if (rawAt_ != rawEnd_) {
    return true;
  }
  if (rawEnded_) {
    return false;
  }
  rawAt_ = raw_.data();
  rawEnd_ = rawAt_ + readRaw(raw_.data(), raw_.size());
  return rawAt_ != rawEnd_;
}

size_t InputFile::readDecoded(char* to, size_t capacity) {
  char* out = to;
  char* const outEnd = to + capacity;
  while (out == to) {
    if (!refill()) {
      // Some decoders still hold output after they have read all input, so they get another step.
      if (betweenStreams_) {
        return 0;
      }
      const Decoder::Result last = decoder_->step(rawAt_, rawEnd_, out, outEnd);
      if (last == Decoder::Result::kEnd) {
        betweenStreams_ = true;
      }
      if (out == to && last != Decoder::Result::kEnd) {
        fail("{}: the {} data is cut short; fetch or copy the file again", name_,
             compressionName(compression_));
      }
      continue;
    }
    if (betweenStreams_) {
      // Zero bytes between and after streams are padding, to tar and to xz.
      if (*rawAt_ == '\0') {
        ++rawAt_;
        continue;
      }
      decoder_->restart();
      betweenStreams_ = false;
    }
    switch (decoder_->step(rawAt_, rawEnd_, out, outEnd)) {
    case Decoder::Result::kMore:
      break;
    case Decoder::Result::kEnd:
      betweenStreams_ = true;
      ++streams_;
      break;
    case Decoder::Result::kMemory:
      fail("{}: to unpack it takes more memory than so small a file should; pack it again without "
           "a large window",
           name_);
    case Decoder::Result::kCorrupt:
      fail("{}: the {} data is corrupt {}; fetch or copy the file again", name_,
           compressionName(compression_),
           streams_ == 0 ? fmt::format("near byte {}", rawPosition_ - (rawEnd_ - rawAt_))
                         : std::string("after the end of a complete stream"));
    }
  }
  return static_cast<size_t>(out - to);
}

size_t InputFile::read(char* to, size_t capacity) {
  if (peekedAt_ < peeked_.size()) {
    const size_t count = std::min(capacity, peeked_.size() - peekedAt_);
    std::memcpy(to, peeked_.data() + peekedAt_, count);
    peekedAt_ += count;
    return count;
  }
  if (capacity == 0 || endsAfterPeek_) {
    return 0;
  }
  if (decoder_) {
    return readDecoded(to, capacity);
  }
  if (rawAt_ != rawEnd_) {
    const size_t count = std::min(capacity, static_cast<size_t>(rawEnd_ - rawAt_));
    std::memcpy(to, rawAt_, count);
    rawAt_ += count;
    return count;
  }
  return rawEnded_ ? 0 : readRaw(to, capacity);
}

size_t InputFile::readFully(char* to, size_t capacity) {
  size_t done = 0;
  while (done < capacity) {
    const size_t got = read(to + done, capacity - done);
    if (got == 0) {
      break;
    }
    done += got;
  }
  return done;
}

void InputFile::refuseDamage() {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 30;
  if (compression_ == Compression::kNone || !rawSize_ || endsAfterPeek_) {
    return;
  }
  std::vector<char> ignored(kReadBlock);
  std::uint64_t done = 0;
  for (size_t got = 1; got > 0 && done < kMost; done += got) {
    got = readDecoded(ignored.data(), ignored.size());
  }
}

std::string_view InputFile::peek() {
  if (peeked_.empty()) {
    std::vector<char> first(kPeek);
    first.resize(readFully(first.data(), first.size()));
    peeked_ = std::move(first);
    peekedAt_ = 0;
  }
  return {peeked_.data() + peekedAt_, peeked_.size() - peekedAt_};
}

void InputFile::endAfterPeek() {
  if (peek().size() < kPeek) {
    return; // it is the whole file
  }
  const size_t end = peek().find_last_of("\n\r");
  peeked_.resize(peekedAt_ + (end == std::string_view::npos ? 0 : end + 1));
  endsAfterPeek_ = true;
}

} // namespace galois::inputs
