/** A file that appears under its name only when it is complete. */
#pragma once

#include "inputs/io/Encoder.h"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

namespace galois::inputs {

/// A file that is written under a temporary name in the same folder. commit() renames it; without
/// commit() it is removed. A file that is replaced keeps its permissions, and links are followed.
/// "-" is standard output. Devices and pipes are written directly. A name that ends in .gz, .xz,
/// .zst or .bz2 selects that compression. For one thread.
class OutputFile {
public:
  /// Creates the temporary file.
  /// @param compression  replaces the compression that the suffix selects
  /// @param permissions  of a file that does not exist yet; the umask removes some of them
  /// @throws InputError when the folder is missing or cannot be written
  /// @throws UsageError when the file is also an input or another output (FileRoles.h)
  explicit OutputFile(const std::string& path,
                      std::optional<Compression> compression = std::nullopt,
                      mode_t permissions = 0666);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Returns the name for messages: the path, or "standard output".
  const std::string& name() const { return name_; }

  /// Returns the path of the temporary file, or "" where bytes do not go into one as they are:
  /// they are compressed, or written to a device, a pipe or standard output. Other processes may
  /// write into the temporary file before commit().
  std::string temporary() const { return encoder_ ? std::string() : temporary_; }

  /// Appends bytes through a buffer.
  /// @throws InputError when the disk is full or the reader of a pipe has closed it @{
  void write(const void* data, size_t size);
  void write(std::string_view text) { write(text.data(), text.size()); }
  /// @}

  /// Appends a number in decimal. A float has as few digits as identify it. @{
  void writeNumber(std::uint64_t number);
  void writeNumber(std::int32_t number);
  void writeNumber(float number);
  /// @}

  /// Writes the buffer and closes the file, so that commit() only has to rename it. Several files
  /// that belong together are complete before the first of them is renamed. @throws InputError
  void complete();

  /// Completes the file and renames it. @throws InputError; the final name is then unchanged
  void commit();

  /// Completes all files, and renames them in this order when all are complete. A full disk thus
  /// leaves what was there, and a file that is renamed last never appears without the others. Null
  /// pointers are skipped. @throws InputError; those that come later are then unchanged
  static void commitAll(std::initializer_list<OutputFile*> files);

  /// Returns the number of bytes that have been written, before their compression.
  std::uint64_t written() const { return written_; }

  /// A file of the user alone, for what programs keep for themselves.
  struct Private {
    std::string path;     ///< of the file
    unsigned mode = 0600; ///< its permissions
  };
  /// Creates the temporary file of a private file, uncompressed. It has the permissions `mode` from
  /// the beginning or fewer, whatever the umask is. What already has the name, also a link, is
  /// replaced and neither read nor written. It is no output in the sense of FileRoles.h.
  /// @throws InputError when the folder is missing or cannot be written
  explicit OutputFile(const Private& file);

  /// From now on SIGINT, SIGTERM and SIGHUP remove the temporary files of this process before they
  /// end it. Ignored signals (such as SIGHUP under nohup) stay ignored. Call it in main().
  static void removeTemporariesOnSignal();

private:
  void flush(bool last);
  void writeRaw(const char* data, size_t size);
  void closeAndRemove();

  std::string name_;
  std::string path_;      // final name with links resolved; empty when written directly
  std::string temporary_; // empty when written directly
  int fd_ = -1;           // -1 when the file is complete
  int slot_ = -1;         // index of the temporary name in the signal handler's table
  bool ownsFd_ = true;
  std::uint64_t written_ = 0;
  std::vector<char> buffer_;
  std::unique_ptr<Encoder> encoder_; // null: not compressed
  std::vector<char> encoded_;        // room for the encoder's output
};

/// Returns the permissions of a new file that has the content of `input`: nobody may read it who
/// may not read that, or all for "-", a pipe or a device.
mode_t permissionsOfCopy(const std::string& input);

/// Throws as the constructor of OutputFile where the name or the folder of a file shows already
/// that it cannot be written, and creates nothing. It is for outputs that are opened after long
/// work.
void requireWritable(const std::vector<std::string>& paths);

} // namespace galois::inputs
