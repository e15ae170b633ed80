/** Writes files that appear under their names only when they are complete, and fields of tables. */
#pragma once

#include <string>
#include <string_view>

namespace galois::runtime {

/// Returns the field, quoted if it contains a character with a meaning in CSV (RFC 4180).
std::string csvField(std::string_view text);

/// Returns whether the path is a device or a pipe. These are written directly, since renaming would
/// replace them.
bool isSpecialFile(const std::string& path);

/// Returns the name under which a file is written before it is renamed to `path`.
std::string temporaryName(const std::string& path);

/// Whether a file has to be there after a loss of power.
enum class Durable : bool { kNo, kYes };

/// Writes the text to the file, which then has no other content. A file that was there before stays
/// as it is if this fails. Returns an error message, or an empty text on success.
/// @param durable  kYes waits until the storage has the content and the name
std::string writeWholeFile(const std::string& path, std::string_view text,
                           Durable durable = Durable::kNo);

} // namespace galois::runtime
