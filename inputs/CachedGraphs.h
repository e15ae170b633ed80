#ifndef GALOIS_INPUTS_CACHEDGRAPHS_H
#define GALOIS_INPUTS_CACHEDGRAPHS_H

// Where prepareGraph (InputGraph.h) keeps what it has converted, and what those files are called.
// Beside an input NAME, and in the cache folder:
//
//   [<hash of the folder>-]NAME.<hash of the content>[.<options>].cached.gr
//
// The name says which content it was made of, so a file is never out of date: when the input
// changes, another name is looked for, and the old files are removed once the new one is there.

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace galois::inputs {

/// The beginning of the names of all files that are made of an input with this content; `name` is
/// that of the input.
std::string cachedStart(const std::string& name, uint64_t contentHash);

/// Files in a folder that prepareGraph has made, also in earlier versions, sorted; none if there is
/// no such folder.
std::vector<std::filesystem::path> cachedGraphs(const std::filesystem::path& folder);

/// Removes from a folder the files made of earlier contents of the input `name`: another one than
/// `contentHash` tells. Errors are ignored.
void removeOutdated(const std::filesystem::path& folder, const std::string& name,
                    uint64_t contentHash);

/// The folder for inputs whose own folder cannot be written: $XDG_CACHE_HOME/galois-cps, else
/// /tmp/galois-cps-<uid>. It need not be there.
std::filesystem::path sharedCacheFolder();

} // namespace galois::inputs

#endif
