/**
 * The place and the names of the files in which prepareGraph (InputGraph.h) keeps converted graphs.
 * They lie beside an input NAME, or in the cache folder:
 *
 *     [<hash of the folder>-]NAME.<hash of the content>[.<options>].cached.gr
 *
 * Where nodes have names, one of the options is "named", and the names are beside the graph, in a
 * file that ends in .cached.names (formats/NameFile.h).
 *
 * The packed form of a binary NAME.gr, if a program is to keep it, is beside it or in the cache
 * folder, too (PackedGraph.h):
 *
 *     [<hash of the folder>-]NAME.gr.<use>.cached.packed
 *
 * The name of a conversion contains a hash of the content that was converted, so a file is never out of date. When
 * the input changes, its cached file has another name, and the old files are removed once the new
 * one exists.
 */
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace galois::inputs {

/// Returns the beginning of the names of all files that are made of an input with this content.
/// @param name  file name of the input
std::string cachedStart(const std::string& name, std::uint64_t contentHash);

/// Returns the sorted files in a folder that prepareGraph has made, also in earlier versions. There
/// are none if there is no such folder.
std::vector<std::filesystem::path> cachedGraphs(const std::filesystem::path& folder);

/// Removes from a folder the files made of earlier contents of the input `name`, those whose hash
/// is not `contentHash`. Errors are ignored.
void removeOutdated(const std::filesystem::path& folder, const std::string& name,
                    std::uint64_t contentHash);

/// Returns the folder for inputs whose own folder cannot be written: $XDG_CACHE_HOME/galois-cps,
/// else /tmp/galois-cps-UID, where UID is the user's number. The folder need not exist.
std::filesystem::path sharedCacheFolder();

/// Returns whether files can be kept in a folder. A folder without any write bit is meant to stay
/// unchanged, even where root could write to it.
bool isWritableFolder(const std::filesystem::path& folder);

/// Returns sharedCacheFolder(), and makes it if necessary. In /tmp somebody else could have made it
/// before us, so it must be the user's own and closed to others.
/// @throws InputError  when it is not
std::filesystem::path cacheFolder();

/// Returns the name in the cache folder for a file that has `name` beside the input. It contains a
/// hash of the input's path, because files of the same name can come from different folders.
/// @param place  canonical path of the input
std::string nameInCacheFolder(const std::filesystem::path& place, const std::string& name);

} // namespace galois::inputs
