#include "inputs/io/Encoder.h"

#include <bzlib.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

#include <cstdint>
#include <new>
#include <utility>

namespace galois::inputs {

namespace {

constexpr std::pair<std::string_view, Compression> kSuffixes[] = {{".gz", Compression::kGzip},
                                                                  {".xz", Compression::kXz},
                                                                  {".zst", Compression::kZstd},
                                                                  {".bz2", Compression::kBzip2}};

class GzipEncoder final : public Encoder {
public:
  GzipEncoder() {
    constexpr int kGzip = 16;
    constexpr int kMemory = 8;
    if (deflateInit2(&stream_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + kGzip, kMemory,
                     Z_DEFAULT_STRATEGY) != Z_OK) {
      throw std::bad_alloc();
    }
  }
  ~GzipEncoder() override { deflateEnd(&stream_); }

  bool step(const char*& in, const char* inEnd, char*& out, char* outEnd, bool last) override {
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in));
    stream_.avail_in = clampedSize(inEnd - in);
    stream_.next_out = reinterpret_cast<Bytef*>(out);
    stream_.avail_out = clampedSize(outEnd - out);
    const int status = deflate(&stream_, last ? Z_FINISH : Z_NO_FLUSH);
    in = reinterpret_cast<const char*>(stream_.next_in);
    out = reinterpret_cast<char*>(stream_.next_out);
    return status == Z_STREAM_END;
  }

private:
  z_stream stream_{};
};

class Bzip2Encoder final : public Encoder {
public:
  Bzip2Encoder() {
    constexpr int kLevel = 9;
    if (BZ2_bzCompressInit(&stream_, kLevel, 0, 0) != BZ_OK) {
      throw std::bad_alloc();
    }
  }
  ~Bzip2Encoder() override { BZ2_bzCompressEnd(&stream_); }

  bool step(const char*& in, const char* inEnd, char*& out, char* outEnd, bool last) override {
    stream_.next_in = const_cast<char*>(in);
    stream_.avail_in = clampedSize(inEnd - in);
    stream_.next_out = out;
    stream_.avail_out = clampedSize(outEnd - out);
    const int status = BZ2_bzCompress(&stream_, last ? BZ_FINISH : BZ_RUN);
    in = stream_.next_in;
    out = stream_.next_out;
    return status == BZ_STREAM_END;
  }

private:
  bz_stream stream_{};
};

class XzEncoder final : public Encoder {
public:
  XzEncoder() {
    if (lzma_easy_encoder(&stream_, LZMA_PRESET_DEFAULT, LZMA_CHECK_CRC64) != LZMA_OK) {
      throw std::bad_alloc();
    }
  }
  ~XzEncoder() override { lzma_end(&stream_); }

  bool step(const char*& in, const char* inEnd, char*& out, char* outEnd, bool last) override {
    stream_.next_in = reinterpret_cast<const std::uint8_t*>(in);
    stream_.avail_in = static_cast<size_t>(inEnd - in);
    stream_.next_out = reinterpret_cast<std::uint8_t*>(out);
    stream_.avail_out = static_cast<size_t>(outEnd - out);
    const lzma_ret status = lzma_code(&stream_, last ? LZMA_FINISH : LZMA_RUN);
    in = reinterpret_cast<const char*>(stream_.next_in);
    out = reinterpret_cast<char*>(stream_.next_out);
    return status == LZMA_STREAM_END;
  }

private:
  lzma_stream stream_ = LZMA_STREAM_INIT;
};

class ZstdEncoder final : public Encoder {
public:
  ZstdEncoder() : context_(ZSTD_createCCtx()) {
    if (context_ == nullptr) {
      throw std::bad_alloc();
    }
  }
  ~ZstdEncoder() override { ZSTD_freeCCtx(context_); }
  ZstdEncoder(const ZstdEncoder&) = delete;
  ZstdEncoder& operator=(const ZstdEncoder&) = delete;

  bool step(const char*& in, const char* inEnd, char*& out, char* outEnd, bool last) override {
    ZSTD_inBuffer input{in, static_cast<size_t>(inEnd - in), 0};
    ZSTD_outBuffer output{out, static_cast<size_t>(outEnd - out), 0};
    const size_t left =
        ZSTD_compressStream2(context_, &output, &input, last ? ZSTD_e_end : ZSTD_e_continue);
    // With valid buffers, running out of memory is the only possible error.
    if (ZSTD_isError(left) != 0) {
      throw std::bad_alloc();
    }
    in += input.pos;
    out += output.pos;
    return last && left == 0;
  }

private:
  ZSTD_CCtx* context_;
};

} // namespace

Compression compressionOfSuffix(std::string_view path) {
  for (const auto& [suffix, compression] : kSuffixes) {
    if (path.ends_with(suffix)) {
      return compression;
    }
  }
  return Compression::kNone;
}

std::string_view withoutCompressedSuffix(std::string_view path) {
  for (const auto& [suffix, compression] : kSuffixes) {
    if (path.ends_with(suffix)) {
      return path.substr(0, path.size() - suffix.size());
    }
  }
  return path;
}

std::unique_ptr<Encoder> makeEncoder(Compression compression) {
  switch (compression) {
  case Compression::kGzip:
    return std::make_unique<GzipEncoder>();
  case Compression::kXz:
    return std::make_unique<XzEncoder>();
  case Compression::kZstd:
    return std::make_unique<ZstdEncoder>();
  case Compression::kBzip2:
    return std::make_unique<Bzip2Encoder>();
  case Compression::kNone:
    break;
  }
  return nullptr;
}

} // namespace galois::inputs
