/** The file of records that all programs here write. */
#pragma once

#include <optional>
#include <vector>

#include "inputs/io/OutputFile.h"
#include "liblonestar/record/ResultRecord.h"

namespace bench {

/// Writes records to the file that --json names. Without the flag it does nothing.
class JsonOutput {
public:
  /// Opens the file, so that an unusable path is reported before the work. @throws InputError
  JsonOutput();
  void add(const lonestar::ResultRecord& record);
  /// Writes all records as an array. @throws InputError
  void write();

private:
  std::optional<galois::inputs::OutputFile> file_;
  std::vector<lonestar::Json> records_;
};

} // namespace bench
