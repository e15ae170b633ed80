/**
 * The folder in which programs keep files from which the next run starts sooner, and what is in it:
 *
 *     NAME.<key>.cached.gr              a converted graph (InputGraph.h)
 *     NAME.<key>.<use>.cached.packed    the packed form of a binary .gr (PackedGraph.h)
 *     NAME.<key>.cached.known           the hash of the content of a large input (KnownContents.h)
 *
 * NAME is the file name of the input, shortened if it is long, and a key is a hash of all that
 * decides what is in the file. The folder is $XDG_CACHE_HOME/galois-cps, else .cache/galois-cps in
 * the user's home folder. It belongs to the user, and nobody else can write there. Files in it are
 * readable for the user alone, appear when they are complete, and are removed by the least recent
 * use when they take too much space together.
 *
 * If the user wants it so, the first two kinds are beside the input instead. Others may be able to
 * write there. So a file is used only if it belongs to the user, nobody else can write it, and it
 * is no link.
 */
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace galois::inputs {

/// The first eight bytes of a packed form, "cps-pack" on little-endian machines.
inline constexpr std::uint64_t kPackedMagic = 0x6b6361702d737063;

/// The first line of a file with the hash of an input.
inline constexpr std::string_view kKnownTitle = "galois-cps known content 1\n";

/// Returns the user's cache folder, whether it exists or not.
/// @throws InputError  when neither XDG_CACHE_HOME nor a home folder says where it is, and when the
///                     home folder belongs to somebody else
/// @throws UsageError  when GALOIS_CPS_CACHE_LIMIT is no number (see cacheLimit()), so that a run
///                     says so also if it writes nothing
std::filesystem::path userCacheFolder();

/// Returns userCacheFolder(), and makes it if necessary.
/// @throws InputError  also when it cannot be made, or is not the user's alone
std::filesystem::path openCacheFolder();

/// Returns whether files can be kept in the folder of an input. A folder without any write bit is
/// meant to stay unchanged, even where root could write to it.
bool isWritableFolder(const std::filesystem::path& folder);

/// Returns the beginning of the names of files that are kept for an input: its file name, or as
/// much of it as leaves room for the rest, and a point.
std::string keptStart(const std::string& name);

/// Returns the permissions of a file that is kept beside an input: no more than those of the input,
/// and no more than the user wants new files to have (umask).
unsigned permissionsBeside(const std::filesystem::path& input);

/// A kept file that is open for reading. Copies share it.
class KeptFile {
public:
  /// No file.
  KeptFile() = default;

  /// Opens a file if it is a regular file of the user, no link, and not writable for others.
  /// @param why  receives the reason if there is something of this name that is not used, else ""
  static KeptFile open(const std::filesystem::path& path, std::string& why);

  /// Returns whether there is a file.
  explicit operator bool() const { return file_ != nullptr; }
  /// Returns its descriptor.
  int descriptor() const { return *file_; }
  /// Returns a path that leads to this file as long as it is open, even if its name is gone or has
  /// been given to another file.
  std::string path() const;
  /// Returns its size in bytes.
  std::uint64_t size() const;
  /// Says that the file has been used now. Errors are ignored.
  void markUsed() const;
  /// Returns what keeps the file open.
  std::shared_ptr<void> holder() const { return file_; }

private:
  std::shared_ptr<int> file_; ///< closes the descriptor
};

/// A file that a program of ours has kept.
struct KeptEntry {
  std::filesystem::path path; ///< where it is
  std::uint64_t bytes = 0;    ///< its size
  std::int64_t used = 0;      ///< when it was last used, in ns since 1970
  std::string source;         ///< the input that it was made of, or "" if it does not say so
  std::string recipe;         ///< of a conversion, else ""
};

/// Returns the kept files in a folder, sorted by name. There are none if there is no such folder. A
/// file counts if its content says that it is one and it belongs to the user.
/// @param start  only those whose names start so
std::vector<KeptEntry> keptFiles(const std::filesystem::path& folder, std::string_view start = "");

/// Returns the other regular files whose names end as those of kept files do, sorted: of earlier
/// versions, of other users, damaged, or made by somebody for another purpose.
std::vector<std::filesystem::path> likeKeptFiles(const std::filesystem::path& folder);

/// Returns how many bytes the files in the cache folder may take together: GALOIS_CPS_CACHE_LIMIT,
/// a number that K, M, G or T may follow (powers of 1000); else 20 GB, or a tenth of the space that
/// they take or could take if that is less.
/// @throws UsageError  when the variable is no such number
std::uint64_t cacheLimit(const std::filesystem::path& folder);

/// Removes files from the cache folder, the least recently used first, until there are 4096 at most
/// that take no more than cacheLimit(), and temporary files that a killed program has left over an
/// hour ago. Processes that use a removed file keep it. Errors are ignored.
/// @param besides  is not removed
void limitCache(const std::filesystem::path& folder, const std::filesystem::path& besides);

/// Removes temporary files of one kept file as limitCache() does.
void removeLeftovers(const std::filesystem::path& path);

} // namespace galois::inputs
