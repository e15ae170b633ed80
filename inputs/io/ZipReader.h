/**
 * The entries of a zip archive, one after the other, in the order in which they are stored. The
 * archive is read from front to back, so it may come from a pipe; its directory at the end, which
 * only repeats what stands before each entry, is not read.
 *
 *     ZipReader zip(file);
 *     while (zip.next()) {
 *       use(zip.entry(), zip.read(...));
 *     }
 *
 * Entries are stored or deflated. Sizes and checksums are checked. Memory: 128 KB and zlib's.
 *
 * Why not libarchive: it would add libxml2, nettle, lz4 and libacl to every program and package, which
 * have zlib already, and its messages do not say what would be right.
 */
#pragma once

#include "inputs/io/InputFile.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace galois::inputs {

/// Returns the name of the first entry of a zip archive that starts with these bytes; "" if they are
/// no archive, or if the name is cut short.
std::string_view firstZipEntry(std::string_view firstBytes);

/// Reads an archive. For one thread. All functions throw InputError when the archive is damaged, cut
/// short, or packed in a way that is not read (encrypted, or by another method).
class ZipReader {
public:
  /// Starts before the first entry. The file must outlive the reader.
  explicit ZipReader(InputFile& file);
  ~ZipReader();
  ZipReader(const ZipReader&) = delete;
  ZipReader& operator=(const ZipReader&) = delete;

  /// Moves to the next entry, past what is left of this one. Returns false after the last one.
  bool next();

  /// Returns the name of this entry.
  const std::string& entry() const { return entry_; }

  /// Reads until `capacity` bytes of this entry have been read or it ends, and returns their number.
  size_t readFully(char* to, size_t capacity);

private:
  class Inflater;
  struct Sizes {
    std::uint64_t packed = 0, plain = 0;
  };

  void readExtra(std::string_view extra, Sizes& sizes);
  void readHeader();
  void endEntry();
  void need(char* to, size_t count);
  bool refill();
  size_t readStored(char* to, size_t capacity);
  size_t readDeflated(char* to, size_t capacity);

  InputFile& file_;
  std::string entry_;
  std::vector<char> block_;
  size_t at_ = 0, end_ = 0; // block_[at_, end_) is not used yet
  std::unique_ptr<Inflater> inflater_;
  bool deflated_ = false;
  bool sizesFollow_ = false; // after the data, and not before it
  bool wideSizes_ = false;
  bool open_ = false;  // there is an entry, and its end has not been reached
  bool ended_ = false; // the data of the entry has been read
  Sizes sizes_;
  std::uint64_t packedRead_ = 0, plainRead_ = 0;
  std::uint32_t expectedChecksum_ = 0, checksum_ = 0;
};

} // namespace galois::inputs
