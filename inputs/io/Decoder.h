#ifndef GALOIS_INPUTS_IO_DECODER_H
#define GALOIS_INPUTS_IO_DECODER_H

// Decompression as a step function over two byte ranges, one class a library behind it. InputFile
// drives it: reads blocks, restarts it for concatenated streams, and words the errors.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

namespace galois::inputs {

/// How the bytes of a file are packed, told by its first bytes and never by its name.
enum class Compression { kNone, kGzip, kXz, kZstd, kBzip2 };

/// Compression of a file that starts with these bytes; six are enough.
Compression compressionOf(std::string_view firstBytes);

/// "gzip", "xz", "zstd", "bzip2"; "plain" for kNone.
std::string_view compressionName(Compression compression);

/// One stream of compressed data. For one thread.
class Decoder {
public:
  enum class Result {
    kMore,    ///< went on; give it more input or output room
    kEnd,     ///< the stream ended at in.begin(); whatever follows is not part of it
    kCorrupt, ///< the data is not a stream of this kind
    kMemory,  ///< the data wants a dictionary or window beyond the limit
  };

  virtual ~Decoder() = default;

  /// Moves data from `in` to `out`, and both ranges forward past what it used.
  virtual Result step(const char*& in, const char* inEnd, char*& out, char* outEnd) = 0;

  /// Gets ready for another stream, after kEnd.
  virtual void restart() = 0;
};

/// A decoder at the start of a stream, for data that may make it take `memoryLimit` bytes (from
/// 2^10 on; kXz and kZstd, the others take less than 8 MB). Throws std::bad_alloc. Null for kNone.
std::unique_ptr<Decoder> makeDecoder(Compression compression, uint64_t memoryLimit);

} // namespace galois::inputs

#endif
