#ifndef GALOIS_INPUTS_IO_OUTPUTFILE_H
#define GALOIS_INPUTS_IO_OUTPUTFILE_H

#include "inputs/io/Encoder.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace galois::inputs {

/// A file that appears under its name only when it is complete: written under a temporary name in
/// the same folder, renamed by commit(), removed again without it. "-" is standard output; devices
/// and pipes are written directly. A name that ends in .gz, .xz, .zst or .bz2 is compressed so. For
/// one thread.
class OutputFile {
public:
  /// Creates the temporary file. `compression` overrules the suffix. Throws InputError when the
  /// folder is missing or not writable, UsageError when the file is an input or another output, too
  /// (FileRoles.h).
  explicit OutputFile(const std::string& path,
                      std::optional<Compression> compression = std::nullopt);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// What messages call it: the path, or "standard output".
  const std::string& name() const { return name_; }

  /// Appends bytes; buffered. Throws InputError when the disk is full or the reader of a pipe is
  /// gone.
  void write(const void* data, size_t size);
  void write(std::string_view text) { write(text.data(), text.size()); }

  /// Appends a number in decimal, a float in as few digits as tell it from others.
  void writeNumber(uint64_t number);
  void writeNumber(int32_t number);
  void writeNumber(float number);

  /// Writes what is buffered, closes, renames. Throws InputError; the final name is then untouched.
  void commit();

  /// From now on SIGINT, SIGTERM and SIGHUP remove the temporary files of this process before they
  /// end it; those that are ignored (as SIGHUP under nohup) stay ignored. For main().
  static void removeTemporariesOnSignal();

private:
  void flush(bool last);
  void writeRaw(const char* data, size_t size);
  void closeAndRemove();

  std::string name_;
  std::string path_;      // final name, links resolved; empty when written directly
  std::string temporary_; // empty when written directly
  int fd_ = -1;
  int slot_ = -1; // where the signal handler finds the temporary name
  bool ownsFd_ = true;
  std::vector<char> buffer_;
  std::unique_ptr<Encoder> encoder_; // none: plain
  std::vector<char> encoded_;        // room for its output
};

} // namespace galois::inputs

#endif
