#ifndef GALOIS_INPUTS_IO_ENCODER_H
#define GALOIS_INPUTS_IO_ENCODER_H

// Compression as a step function over two byte ranges, the counterpart of Decoder.h. OutputFile
// drives it.

#include "inputs/io/Decoder.h"

#include <cstddef>
#include <memory>
#include <string_view>

namespace galois::inputs {

/// The compression that a file's suffix asks for (".gz", ".xz", ".zst", ".bz2"); kNone for others.
Compression compressionOfSuffix(std::string_view path);

/// The path or format name without such a suffix.
std::string_view withoutCompressedSuffix(std::string_view path);

/// One compressed stream on its way out. For one thread.
class Encoder {
public:
  virtual ~Encoder() = default;

  /// Moves data from `in` to `out`, and both ranges forward past what it used. With `last`, what is
  /// in `in` ends the stream: to be called until it returns true, which is when all of it is out.
  virtual bool step(const char*& in, const char* inEnd, char*& out, char* outEnd, bool last) = 0;
};

/// An encoder at the start of a stream, at the level that the library's command uses by itself.
/// Throws std::bad_alloc. Null for kNone.
std::unique_ptr<Encoder> makeEncoder(Compression compression);

} // namespace galois::inputs

#endif
