/** The files of an LDBC graph. */
#pragma once

#include <string>
#include <vector>

namespace galois::inputs {

/// Returns the existing files that are read together with this one of an LDBC graph (NAME.v or
/// NAME.e, possibly compressed).
std::vector<std::string> otherFilesOfLdbc(const std::string& path);

} // namespace galois::inputs
