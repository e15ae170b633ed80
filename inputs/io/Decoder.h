/**
 * Decompression as a step function over two byte ranges, with one class per library behind it.
 * InputFile uses it: it reads blocks, restarts the decoder for concatenated streams, and reports
 * errors.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string_view>

namespace galois::inputs {

/// The compression of a file, which its first bytes determine and never its name.
enum class Compression { kNone, kGzip, kXz, kZstd, kBzip2 };

/// Returns the compression of a file that starts with these bytes. Six bytes are enough.
Compression compressionOf(std::string_view firstBytes);

/// Returns "gzip", "xz", "zstd", "bzip2", or "plain" for kNone.
std::string_view compressionName(Compression compression);

/// Decodes one stream of compressed data at a time. For one thread.
class Decoder {
public:
  /// How a step ended.
  enum class Result {
    kMore,    ///< made progress; give it more input or more room for output
    kEnd,     ///< the stream ended at in.begin(); what follows is not part of it
    kCorrupt, ///< the data is not a stream of this kind
    kMemory,  ///< the data needs a dictionary or window beyond the limit
  };

  virtual ~Decoder() = default;

  /// Decodes data from `in` to `out`, and moves the beginning of both ranges past what it used.
  virtual Result step(const char*& in, const char* inEnd, char*& out, char* outEnd) = 0;

  /// Prepares for another stream, after kEnd.
  virtual void restart() = 0;
};

/// Returns a decoder at the start of a stream; null for kNone. @throws std::bad_alloc
/// @param memoryLimit  number of bytes that the data may make kXz and kZstd allocate, from 2^10 on;
///                     the others take less than 8 MB
std::unique_ptr<Decoder> makeDecoder(Compression compression, std::uint64_t memoryLimit);

/// Limits a size to what fits in unsigned int, in which zlib and bzip2 count.
inline unsigned clampedSize(std::ptrdiff_t size) {
  return static_cast<unsigned>(
      std::min<std::ptrdiff_t>(size, std::numeric_limits<unsigned>::max()));
}

} // namespace galois::inputs
