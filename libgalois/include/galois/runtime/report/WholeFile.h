/**
 * Writes files that appear under their names only when they are complete, and fields of tables.
 *
 * This is the one place that decides how an output replaces what is there. A regular file is written
 * under a temporary name in its folder and then renamed. It keeps its permissions, and a new file
 * gets those that the umask leaves. A symbolic link is followed, so that it stays a link. Devices
 * and pipes are written directly, since renaming would replace them by a regular file.
 */
#pragma once

#include <string>
#include <string_view>

#include <sys/types.h>

namespace galois::runtime {

/// Returns the field, quoted if it contains a character with a meaning in CSV (RFC 4180).
std::string csvField(std::string_view text);

/// A file that is open for writing, and the name that it gets when it is complete.
struct PendingFile {
  int descriptor = -1;   ///< -1 if the file cannot be written
  int error = 0;         ///< errno of that
  std::string path;      ///< the file to replace, after all links; empty where written directly
  std::string temporary; ///< the name until then; empty where written directly
};

/// Opens a file for writing. The caller closes the descriptor, and renames or unlinks `temporary`.
/// The temporary file is a new one, which no link under its name leads elsewhere, and nobody may
/// read it who may not read the final file.
/// @param permissions  of a file that does not exist yet; the umask removes some of them
PendingFile openPendingFile(const std::string& path, mode_t permissions = 0666);

/// Returns the name of a file without what openPendingFile() appends; other names as they are. A
/// process that is killed leaves such a file.
std::string withoutTemporarySuffix(const std::string& name);

/// Whether a file has to be there after a loss of power.
enum class Durable : bool { kNo, kYes };

/// Writes the text to the file, which then has no other content. A file that was there before stays
/// as it is if this fails. Returns an error message, or an empty text on success.
/// @param durable  kYes waits until the storage has the content and the name
std::string writeWholeFile(const std::string& path, std::string_view text,
                           Durable durable = Durable::kNo);

} // namespace galois::runtime
