/**
 * Compression as a step function over two byte ranges, the counterpart of Decoder.h. OutputFile
 * uses it.
 */
#pragma once

#include "inputs/io/Decoder.h"

#include <cstddef>
#include <memory>
#include <string_view>

namespace galois::inputs {

/// Returns the compression that a file's suffix selects (".gz", ".xz", ".zst", ".bz2"), or kNone.
Compression compressionOfSuffix(std::string_view path);

/// Returns the path or format name without such a suffix.
std::string_view withoutCompressedSuffix(std::string_view path);

/// Encodes one stream of compressed data. For one thread.
class Encoder {
public:
  virtual ~Encoder() = default;

  /// Encodes data from `in` to `out`, and moves the beginning of both ranges past what it used.
  /// @param last  whether the data in `in` ends the stream; call again until the result is true
  /// @return with `last`, whether all output has been written
  virtual bool step(const char*& in, const char* inEnd, char*& out, char* outEnd, bool last) = 0;
};

/// Returns an encoder at the start of a stream, with the default level of the library's command;
/// null for kNone. @throws std::bad_alloc
std::unique_ptr<Encoder> makeEncoder(Compression compression);

} // namespace galois::inputs
