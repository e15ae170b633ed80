#include "inputs/io/Decoder.h"

#include <bzlib.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <new>

namespace galois::inputs {

namespace {

using namespace std::string_view_literals;

class GzipDecoder final : public Decoder {
public:
  GzipDecoder() {
    constexpr int kGzipOnly = 16;
    if (inflateInit2(&stream_, MAX_WBITS + kGzipOnly) != Z_OK) {
      throw std::bad_alloc();
    }
  }
  ~GzipDecoder() override { inflateEnd(&stream_); }

  Result step(const char*& in, const char* inEnd, char*& out, char* outEnd) override {
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in));
    stream_.avail_in = clampedSize(inEnd - in);
    stream_.next_out = reinterpret_cast<Bytef*>(out);
    stream_.avail_out = clampedSize(outEnd - out);
    const int status = inflate(&stream_, Z_NO_FLUSH);
    in = reinterpret_cast<const char*>(stream_.next_in);
    out = reinterpret_cast<char*>(stream_.next_out);
    if (status == Z_STREAM_END) {
      return Result::kEnd;
    }
    return status == Z_OK || status == Z_BUF_ERROR ? Result::kMore : Result::kCorrupt;
  }
  void restart() override { inflateReset(&stream_); }

private:
  z_stream stream_{};
};

class Bzip2Decoder final : public Decoder {
public:
  Bzip2Decoder() { start(); }
  ~Bzip2Decoder() override { BZ2_bzDecompressEnd(&stream_); }

  Result step(const char*& in, const char* inEnd, char*& out, char* outEnd) override {
    stream_.next_in = const_cast<char*>(in);
    stream_.avail_in = clampedSize(inEnd - in);
    stream_.next_out = out;
    stream_.avail_out = clampedSize(outEnd - out);
    const int status = BZ2_bzDecompress(&stream_);
    in = stream_.next_in;
    out = stream_.next_out;
    if (status == BZ_STREAM_END) {
      return Result::kEnd;
    }
    return status == BZ_OK ? Result::kMore : Result::kCorrupt;
  }
  void restart() override {
    BZ2_bzDecompressEnd(&stream_);
    start();
  }

private:
  void start() {
    stream_ = {};
    if (BZ2_bzDecompressInit(&stream_, 0, 0) != BZ_OK) {
      throw std::bad_alloc();
    }
  }
  bz_stream stream_{};
};

class XzDecoder final : public Decoder {
public:
  explicit XzDecoder(std::uint64_t memoryLimit) : memoryLimit_(memoryLimit) { restart(); }
  ~XzDecoder() override { lzma_end(&stream_); }

  Result step(const char*& in, const char* inEnd, char*& out, char* outEnd) override {
    stream_.next_in = reinterpret_cast<const std::uint8_t*>(in);
    stream_.avail_in = static_cast<size_t>(inEnd - in);
    stream_.next_out = reinterpret_cast<std::uint8_t*>(out);
    stream_.avail_out = static_cast<size_t>(outEnd - out);
    const lzma_ret status = lzma_code(&stream_, LZMA_RUN);
    in = reinterpret_cast<const char*>(stream_.next_in);
    out = reinterpret_cast<char*>(stream_.next_out);
    if (status == LZMA_STREAM_END) {
      return Result::kEnd;
    }
    if (status == LZMA_MEM_ERROR) {
      throw std::bad_alloc();
    }
    if (status == LZMA_MEMLIMIT_ERROR) {
      return Result::kMemory;
    }
    return status == LZMA_OK || status == LZMA_BUF_ERROR ? Result::kMore : Result::kCorrupt;
  }
  void restart() override {
    if (lzma_stream_decoder(&stream_, memoryLimit_, 0) != LZMA_OK) {
      throw std::bad_alloc();
    }
  }

private:
  std::uint64_t memoryLimit_;
  lzma_stream stream_ = LZMA_STREAM_INIT;
};

class ZstdDecoder final : public Decoder {
public:
  explicit ZstdDecoder(std::uint64_t memoryLimit) : context_(ZSTD_createDCtx()) {
    if (context_ == nullptr) {
      throw std::bad_alloc();
    }
    // Frames written with `zstd --long=31` need a window above the default limit.
    constexpr int kLargestWindowLog = 31;
    ZSTD_DCtx_setParameter(
        context_, ZSTD_d_windowLogMax,
        std::min(kLargestWindowLog, static_cast<int>(std::bit_width(memoryLimit)) - 1));
  }
  ~ZstdDecoder() override { ZSTD_freeDCtx(context_); }

  Result step(const char*& in, const char* inEnd, char*& out, char* outEnd) override {
    ZSTD_inBuffer from{in, static_cast<size_t>(inEnd - in), 0};
    ZSTD_outBuffer to{out, static_cast<size_t>(outEnd - out), 0};
    const size_t status = ZSTD_decompressStream(context_, &to, &from);
    in += from.pos;
    out += to.pos;
    if (ZSTD_getErrorCode(status) == ZSTD_error_frameParameter_windowTooLarge) {
      return Result::kMemory;
    }
    if (ZSTD_isError(status) != 0) {
      return Result::kCorrupt;
    }
    return status == 0 ? Result::kEnd : Result::kMore;
  }
  void restart() override { ZSTD_DCtx_reset(context_, ZSTD_reset_session_only); }

private:
  ZSTD_DCtx* context_;
};

} // namespace

Compression compressionOf(std::string_view firstBytes) {
  if (firstBytes.starts_with("\x1f\x8b"sv)) {
    return Compression::kGzip;
  }
  if (firstBytes.starts_with("\xfd"
                             "7zXZ\0"sv)) {
    return Compression::kXz;
  }
  if (firstBytes.starts_with("\x28\xb5\x2f\xfd"sv)) {
    return Compression::kZstd;
  }
  if (firstBytes.size() > 3 && firstBytes.starts_with("BZh"sv) && firstBytes[3] >= '1' &&
      firstBytes[3] <= '9') {
    return Compression::kBzip2;
  }
  return Compression::kNone;
}

std::string_view compressionName(Compression compression) {
  switch (compression) {
  case Compression::kGzip:
    return "gzip";
  case Compression::kXz:
    return "xz";
  case Compression::kZstd:
    return "zstd";
  case Compression::kBzip2:
    return "bzip2";
  case Compression::kNone:
    break;
  }
  return "plain";
}

std::unique_ptr<Decoder> makeDecoder(Compression compression, std::uint64_t memoryLimit) {
  switch (compression) {
  case Compression::kGzip:
    return std::make_unique<GzipDecoder>();
  case Compression::kXz:
    return std::make_unique<XzDecoder>(memoryLimit);
  case Compression::kZstd:
    return std::make_unique<ZstdDecoder>(memoryLimit);
  case Compression::kBzip2:
    return std::make_unique<Bzip2Decoder>();
  case Compression::kNone:
    break;
  }
  return nullptr;
}

} // namespace galois::inputs
