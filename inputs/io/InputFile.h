#ifndef GALOIS_INPUTS_IO_INPUTFILE_H
#define GALOIS_INPUTS_IO_INPUTFILE_H

// A file as a stream of decompressed bytes. Compression is found out from the first bytes, "-" is
// standard input, and concatenated compressed streams read as one, as the command-line tools do it.

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

/// A file open for one reading from front to back. For one thread. Memory: two blocks of 64 KB,
/// and what the decompressor needs.
class InputFile {
public:
  /// Opens `path`, or standard input for "-". Throws InputError when that is impossible or it is a
  /// folder, UsageError when it is an output, too (FileRoles.h).
  explicit InputFile(const std::string& path);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  /// What messages call it: the path, or "standard input".
  const std::string& name() const { return name_; }

  /// How the file is compressed.
  Compression compression() const { return compression_; }

  /// Decompressed bytes in the file, known for plain regular files only.
  std::optional<uint64_t> size() const;

  /// Bytes in the file as they are stored, known for regular files only.
  std::optional<uint64_t> packedSize() const { return rawSize_; }

  /// The first bytes that read() will give, up to 64 KB, fewer only if the file is shorter. Valid
  /// until the next read(). Throws as read() does.
  std::string_view peek();

  /// Reads up to `capacity` decompressed bytes and returns how many; 0 only at the end of the file.
  /// Throws InputError when the system cannot read, or compressed data is corrupt or cut short.
  size_t read(char* to, size_t capacity);

  /// Reads until `capacity` bytes are there or the file ends; returns how many. Throws as read()
  /// does.
  size_t readFully(char* to, size_t capacity);

  /// Shows progress through the file (in compressed bytes) from now on.
  void showProgress(bool enabled);

private:
  size_t readRaw(char* to, size_t capacity);
  size_t readDecoded(char* to, size_t capacity);
  bool refill();

  std::string name_;
  int fd_ = -1;
  bool ownsFd_ = false;
  std::optional<uint64_t> rawSize_; // of regular files
  uint64_t rawPosition_ = 0;
  bool rawEnded_ = false;
  Compression compression_ = Compression::kNone;
  std::unique_ptr<Decoder> decoder_;
  bool betweenStreams_ = false;
  uint64_t streams_ = 0;  // complete compressed streams so far
  std::vector<char> raw_; // bytes from the file that nobody took yet: [rawAt_, rawEnd_)
  const char* rawAt_ = nullptr;
  const char* rawEnd_ = nullptr;
  std::vector<char> peeked_; // decompressed bytes that peek() took: [peekedAt_, size)
  size_t peekedAt_ = 0;
  std::unique_ptr<ProgressMeter> meter_;
};

} // namespace galois::inputs

#endif
