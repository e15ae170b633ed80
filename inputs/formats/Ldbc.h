/** The files of an LDBC graph. */
#pragma once

#include <string>
#include <vector>

namespace galois::inputs {

/// Returns the existing files that are read together with this one of an LDBC graph (NAME.v, NAME.e or
/// NAME.properties, possibly compressed). @throws InputError if NAME.properties is wrong, or names a
/// file that is not there
std::vector<std::string> otherFilesOfLdbc(const std::string& path);

} // namespace galois::inputs
