/**
 * A table on its way to its file. Rows are appended to FILE.part, and FILE.part.json says how many
 * of them are complete, and of which table. So a run may end at any time, and the next one for the
 * same table goes on. Like every output, the file appears under its name when it is complete.
 */
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "liblonestar/record/ResultRecord.h"

namespace tables {

using lonestar::Json;

/// What a table is written as.
enum class Format { kCsv, kTsv, kNpy, kNpz };

/// Throws where the build leaves out what writes tables.
/// @throws lonestar::UsageError
void requireTables();

/// Returns "csv" and so on.
const char* nameOf(Format format);

/// The rows of one table that are finished. For one thread.
class TableFile {
public:
  /// Opens the rows that are there, or begins.
  /// @param path    of the complete file
  /// @param table   what the table is; rows are used only if it is the same
  /// @param rows    how many there will be
  /// @param totals  what state() is where there are no rows
  /// @throws lonestar::AppError      when rows of another table are there, or when the file cannot
  ///                                 be written
  /// @throws lonestar::UsageError    when the name is that of a device or a pipe
  /// @throws galois::inputs::UsageError  when it is also an input
  TableFile(std::string path, Json table, std::size_t rows, Json totals);
  ~TableFile();
  TableFile(const TableFile&) = delete;
  TableFile& operator=(const TableFile&) = delete;

  /// Returns how many rows are kept.
  std::size_t done() const { return done_; }
  /// Returns what keep() was given with them.
  const Json& state() const { return state_; }
  /// Returns the name of the file with the rows.
  const std::string& part() const { return part_; }

  /// Appends bytes, through a buffer.
  /// @throws lonestar::AppError  when the disk is full
  void write(const void* data, std::size_t size);
  void write(std::string_view text) { write(text.data(), text.size()); }

  /// Keeps what has been appended: so many rows more.
  /// @param state  for the next run
  /// @throws lonestar::AppError
  void keep(std::size_t rows, Json state);

  /// Gives the file its name, or removes the rows, which are in another file now. @{
  void commit();
  void remove(); /// @}

private:
  [[noreturn]] void failToWrite(int error) const;
  void flush();
  void resume();

  const std::string path_, part_, about_;
  const Json table_;
  const std::size_t rows_;
  std::size_t done_ = 0;
  std::uint64_t bytes_ = 0; ///< of the rows that are kept
  std::uint64_t written_ = 0;
  Json state_;
  int fd_ = -1;
  bool committed_ = false;
  std::string buffer_;
};

} // namespace tables
