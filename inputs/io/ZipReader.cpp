#include "inputs/io/ZipReader.h"

#include "inputs/Error.h"

#include <zlib.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <new>

namespace galois::inputs {

namespace {

using std::string_view_literals::operator""sv;

constexpr auto kEntryMark = "PK\x03\x04"sv;
constexpr auto kDirectoryMark = "PK\x01\x02"sv;
constexpr auto kEndMark = "PK\x05\x06"sv; // of an archive without entries
constexpr auto kSizesMark = "PK\x07\x08"sv;
constexpr size_t kHeader = 30; // bytes before the name of an entry, with the mark
constexpr size_t kMark = 4;
constexpr size_t kZipBlock = 64 * 1024;
constexpr std::uint32_t kSeeExtra = 0xffffffff; // in place of a size of 4 bytes

/// Returns the little-endian number at a place of a header.
template <typename Number>
Number numberAt(const char* bytes, size_t place) {
  Number number;
  std::memcpy(&number, bytes + place, sizeof(number));
  return number;
}

// Places in the header of an entry.
constexpr size_t kFlags = 6, kMethod = 8, kChecksum = 14, kPackedSize = 18, kPlainSize = 22,
                 kNameLength = 26, kExtraLength = 28;

} // namespace

std::string_view firstZipEntry(std::string_view firstBytes) {
  if (!firstBytes.starts_with(kEntryMark) || firstBytes.size() < kHeader) {
    return {};
  }
  const auto length = numberAt<std::uint16_t>(firstBytes.data(), kNameLength);
  return firstBytes.size() < kHeader + length ? std::string_view()
                                              : firstBytes.substr(kHeader, length);
}

/// zlib's decoder of data without a header.
class ZipReader::Inflater {
public:
  Inflater() {
    if (inflateInit2(&stream_, -MAX_WBITS) != Z_OK) {
      throw std::bad_alloc();
    }
  }
  ~Inflater() { inflateEnd(&stream_); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  void restart() { inflateReset(&stream_); }

  /// Decodes from `in` to `out` and moves both. Returns Z_OK, Z_STREAM_END, or an error.
  int step(const char*& in, size_t inSize, char*& out, size_t outSize) {
    constexpr size_t kMost = std::numeric_limits<uInt>::max();
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in));
    stream_.avail_in = static_cast<uInt>(std::min(inSize, kMost));
    stream_.next_out = reinterpret_cast<Bytef*>(out);
    stream_.avail_out = static_cast<uInt>(std::min(outSize, kMost));
    const int status = inflate(&stream_, Z_NO_FLUSH);
    in = reinterpret_cast<const char*>(stream_.next_in);
    out = reinterpret_cast<char*>(stream_.next_out);
    return status == Z_BUF_ERROR ? Z_OK : status;
  }

private:
  z_stream stream_{};
};

ZipReader::ZipReader(InputFile& file) : file_(file), block_(kZipBlock) {}

ZipReader::~ZipReader() = default;

bool ZipReader::refill() {
  if (at_ == end_) {
    at_ = 0;
    end_ = file_.readFully(block_.data(), block_.size());
  }
  return at_ < end_;
}

void ZipReader::need(char* to, size_t count) {
  while (count > 0) {
    if (!refill()) {
      fail("{}: the zip archive is cut short; fetch or copy the file again", file_.name());
    }
    const size_t step = std::min(count, end_ - at_);
    std::memcpy(to, block_.data() + at_, step);
    at_ += step;
    to += step;
    count -= step;
  }
}

void ZipReader::readExtra(std::string_view extra, Sizes& sizes) {
  constexpr size_t kFieldHeader = 4;
  constexpr std::uint16_t kZip64 = 1;
  while (extra.size() >= kFieldHeader) {
    const auto kind = numberAt<std::uint16_t>(extra.data(), 0);
    const auto length = numberAt<std::uint16_t>(extra.data(), 2);
    std::string_view field = extra.substr(kFieldHeader, length);
    extra.remove_prefix(std::min(extra.size(), kFieldHeader + length));
    if (kind != kZip64) {
      continue;
    }
    wideSizes_ = true;
    for (std::uint64_t* size : {&sizes.plain, &sizes.packed}) {
      if (*size == kSeeExtra && field.size() >= sizeof(*size)) {
        *size = numberAt<std::uint64_t>(field.data(), 0);
        field.remove_prefix(sizeof(*size));
      }
    }
  }
}

void ZipReader::readHeader() {
  char rest[kHeader - kMark];
  need(rest, sizeof(rest));
  const auto at = [&](size_t place) { return rest + (place - kMark); };
  const auto flags = numberAt<std::uint16_t>(at(kFlags), 0);
  const auto method = numberAt<std::uint16_t>(at(kMethod), 0);
  expectedChecksum_ = numberAt<std::uint32_t>(at(kChecksum), 0);
  sizes_ = {numberAt<std::uint32_t>(at(kPackedSize), 0),
            numberAt<std::uint32_t>(at(kPlainSize), 0)};
  entry_.resize(numberAt<std::uint16_t>(at(kNameLength), 0));
  std::string extra(numberAt<std::uint16_t>(at(kExtraLength), 0), '\0');
  need(entry_.data(), entry_.size());
  // Messages show the name.
  if (std::any_of(entry_.begin(), entry_.end(), [](unsigned char c) { return c < ' '; })) {
    fail("{}: the zip archive is corrupt: the name of an entry is no text; fetch or copy the file "
         "again",
         file_.name());
  }
  need(extra.data(), extra.size());
  wideSizes_ = false;
  readExtra(extra, sizes_);
  constexpr std::uint16_t kEncrypted = 1;
  constexpr std::uint16_t kSizesFollow = 8;
  constexpr std::uint16_t kStored = 0;
  constexpr std::uint16_t kDeflated = 8;
  sizesFollow_ = (flags & kSizesFollow) != 0;
  deflated_ = method == kDeflated;
  if ((flags & kEncrypted) != 0) {
    fail("{}: the zip archive is encrypted; unpack it first", file_.name());
  }
  if (method != kStored && !deflated_) {
    fail("{}: the zip archive is packed by method {}, and only stored and deflated entries are "
         "read; pack it again",
         file_.name(), method);
  }
  if (sizesFollow_ && !deflated_) {
    fail("{}: an entry of the zip archive is stored without its size before it; write the file to "
         "a disk and not to a pipe",
         file_.name());
  }
}

bool ZipReader::next() {
  if (open_) {
    std::vector<char> skipped(kZipBlock);
    while (readFully(skipped.data(), skipped.size()) == skipped.size()) {
    }
  }
  char mark[kMark];
  need(mark, sizeof(mark));
  const std::string_view found(mark, sizeof(mark));
  if (found == kDirectoryMark || found == kEndMark) {
    return false;
  }
  if (found != kEntryMark) {
    fail("{}: the zip archive is corrupt{}{}; fetch or copy the file again", file_.name(),
         entry_.empty() ? "" : " after its entry ", entry_);
  }
  readHeader();
  open_ = true;
  ended_ = false;
  packedRead_ = plainRead_ = 0;
  checksum_ = static_cast<std::uint32_t>(crc32(0, nullptr, 0));
  if (deflated_ && inflater_) {
    inflater_->restart();
  } else if (deflated_) {
    inflater_ = std::make_unique<Inflater>();
  }
  return true;
}

size_t ZipReader::readStored(char* to, size_t capacity) {
  const size_t count = std::min<std::uint64_t>(capacity, sizes_.packed - packedRead_);
  need(to, count);
  packedRead_ += count;
  ended_ = packedRead_ == sizes_.packed;
  return count;
}

size_t ZipReader::readDeflated(char* to, size_t capacity) {
  char* out = to;
  char* const outEnd = to + capacity;
  while (out < outEnd && !ended_) {
    refill(); // There may be output without any more input.
    const char* in = block_.data() + at_;
    const char* const inBefore = in;
    const char* const outBefore = out;
    const int status = inflater_->step(in, end_ - at_, out, static_cast<size_t>(outEnd - out));
    at_ += static_cast<size_t>(in - inBefore);
    packedRead_ += static_cast<std::uint64_t>(in - inBefore);
    ended_ = status == Z_STREAM_END;
    if (status != Z_OK && !ended_) {
      fail("{}: the entry {} of the zip archive is corrupt; fetch or copy the file again",
           file_.name(), entry_);
    }
    if (!ended_ && in == inBefore && out == outBefore) {
      fail("{}: the zip archive is cut short; fetch or copy the file again", file_.name());
    }
  }
  return static_cast<size_t>(out - to);
}

size_t ZipReader::readFully(char* to, size_t capacity) {
  size_t done = 0;
  while (open_ && done < capacity && !ended_) {
    const size_t got = deflated_ ? readDeflated(to + done, capacity - done)
                                 : readStored(to + done, capacity - done);
    for (size_t summed = 0; summed < got;) { // crc32() takes 32 bits of length
      const size_t step = std::min(got - summed, kZipBlock);
      checksum_ = static_cast<std::uint32_t>(crc32(
          checksum_, reinterpret_cast<const Bytef*>(to + done + summed), static_cast<uInt>(step)));
      summed += step;
    }
    done += got;
    plainRead_ += got;
  }
  if (open_ && done < capacity) {
    endEntry();
  }
  return done;
}

void ZipReader::endEntry() {
  open_ = false;
  if (sizesFollow_) {
    // The checksum and two sizes, with or without a mark before them.
    char first[kMark];
    need(first, sizeof(first));
    if (std::string_view(first, sizeof(first)) == kSizesMark) {
      need(first, sizeof(first));
    }
    expectedChecksum_ = numberAt<std::uint32_t>(first, 0);
    char sizes[2 * sizeof(std::uint64_t)];
    if (wideSizes_) {
      need(sizes, sizeof(sizes));
      sizes_ = {numberAt<std::uint64_t>(sizes, 0), numberAt<std::uint64_t>(sizes, 8)};
    } else {
      need(sizes, 2 * sizeof(std::uint32_t));
      sizes_ = {numberAt<std::uint32_t>(sizes, 0), numberAt<std::uint32_t>(sizes, 4)};
    }
  }
  if (packedRead_ != sizes_.packed || plainRead_ != sizes_.plain ||
      checksum_ != expectedChecksum_) {
    fail("{}: the entry {} of the zip archive is corrupt, its size or its checksum is wrong; fetch "
         "or copy the file again",
         file_.name(), entry_);
  }
}

} // namespace galois::inputs
