/**
 * The hash of the content of an input. A large input is not read for it again as long as nothing
 * says that it has changed.
 */
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace galois::inputs {

/// What the system says of some files, by which a change of one of them shows: of each the path,
/// device, inode number and size, and when its contents and its inode were last changed. Programs
/// cannot choose the last one.
struct FilesState {
  std::string hash;        ///< of all this; empty if one is missing
  std::uint64_t bytes = 0; ///< the size of all together
  /// Whether a change after this moment would leave another state. That is not so right after a
  /// change, since clocks of file systems advance in steps.
  bool settled = false;
};

/// Returns the state of some files.
FilesState stateOf(const std::vector<std::string>& files);

/// The content of some files at some moment.
struct Content {
  std::string hash; ///< a cryptographic one (io/ContentHash.h)
  FilesState state; ///< of the files before they were read
};

/// Returns the content of some files. Takes it from the folder if it is known there for files in
/// the state in which they are, and otherwise reads them. The hash of files of 16 MB or more,
/// together, is then kept in the folder. Errors in keeping it are ignored.
/// @param folder  of kept files, or empty
/// @throws InputError  when a file cannot be read
/// @throws UsageError  when one is an output (FileRoles.h)
Content contentOfFiles(const std::vector<std::string>& files, const std::filesystem::path& folder);

/// Returns whether the files still have this content. Reads them unless their state shows it.
bool isStill(const Content& content, const std::vector<std::string>& files);

} // namespace galois::inputs
