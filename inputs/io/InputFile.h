/**
 * A file as a stream of decompressed bytes. The first bytes determine the compression, "-" is
 * standard input, and concatenated compressed streams are read as one, as the command-line tools
 * do.
 */
#pragma once

#include "inputs/io/Decoder.h"
#include "inputs/io/ProgressMeter.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace galois::inputs {

/// A file open for one reading from front to back. For one thread. It takes two blocks of 64 KB and
/// the decompressor's memory.
class InputFile {
public:
  /// Opens the file of `path` (fileOfGraph()), or standard input for "-".
  /// @throws InputError when that is impossible
  /// @throws UsageError when the file is also an output (FileRoles.h)
  explicit InputFile(const std::string& path);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  /// Returns the name for messages: the path, or "standard input".
  const std::string& name() const { return name_; }

  /// Returns how the file is compressed.
  Compression compression() const { return compression_; }

  /// Returns the number of decompressed bytes in the file, which is known only for plain regular
  /// files.
  std::optional<std::uint64_t> size() const;

  /// Returns the number of bytes in the file as they are stored, which is known only for regular
  /// files.
  std::optional<std::uint64_t> packedSize() const { return rawSize_; }

  /// Reads the last `size` bytes of a plain regular file, whatever has been read of it, and returns
  /// true. Returns false for other files, and for a file that is shorter.
  bool readEnd(void* to, size_t size) const;

  /// Returns how many bytes a part of the file may have that is held in memory as a whole, such as
  /// a line. Without a limit, a megabyte of compressed data would take gigabytes.
  /// @param few   it may have so many in any case
  /// @param each  and so many more for each byte of the stored file; of a pipe, for each byte read
  std::uint64_t mostOfOnePart(std::uint64_t few, std::uint64_t each) const {
    return few + each * rawSize_.value_or(rawPosition_);
  }

  /// Returns the first bytes that read() will return, up to 64 KB, and fewer only if the file is
  /// shorter. They are valid until the next read(). Throws as read() does.
  std::string_view peek();

  /// Makes the file end with the last complete line of what peek() returns, if it is longer.
  void endAfterPeek();

  /// Reads up to `capacity` decompressed bytes and returns their number, which is 0 only at the end
  /// of the file.
  /// @throws InputError when the system cannot read, or when compressed data is corrupt or cut
  ///         short
  size_t read(char* to, size_t capacity);

  /// Reads until `capacity` bytes have been read or the file ends, and returns their number. Throws
  /// as read() does.
  size_t readFully(char* to, size_t capacity);

  /// Throws InputError if compressed data is damaged further on. Call it before reporting that text
  /// makes no sense: most compressors detect damage only after the text that it has changed. Reads
  /// on to the end of a regular file, but no more than 1 GB, and returns at once for other data.
  void refuseDamage();

  /// Shows progress through the file (in compressed bytes) from now on.
  void showProgress(bool enabled);

private:
  size_t readRaw(char* to, size_t capacity);
  size_t readDecoded(char* to, size_t capacity);
  bool refill();

  std::string name_;
  int fd_ = -1;
  bool ownsFd_ = false;
  std::optional<std::uint64_t> rawSize_; // known for regular files
  std::uint64_t rawPosition_ = 0;
  bool rawEnded_ = false;
  Compression compression_ = Compression::kNone;
  std::unique_ptr<Decoder> decoder_;
  bool betweenStreams_ = false;
  std::uint64_t streams_ = 0; // number of complete compressed streams so far
  std::vector<char> raw_;     // bytes from the file; [rawAt_, rawEnd_) are not decoded yet
  const char* rawAt_ = nullptr;
  const char* rawEnd_ = nullptr;
  bool endsAfterPeek_ = false;
  std::vector<char> peeked_; // decompressed bytes read by peek(); [peekedAt_, size) are left
  size_t peekedAt_ = 0;
  std::unique_ptr<ProgressMeter> meter_;
};

} // namespace galois::inputs
