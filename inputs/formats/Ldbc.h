/** The files of an LDBC graph. */
#ifndef GALOIS_INPUTS_FORMATS_LDBC_H
#define GALOIS_INPUTS_FORMATS_LDBC_H

#include <string>
#include <vector>

namespace galois::inputs {

/// Returns the existing files that are read together with this one of an LDBC graph (NAME.v or
/// NAME.e, possibly compressed).
std::vector<std::string> otherFilesOfLdbc(const std::string& path);

} // namespace galois::inputs

#endif
