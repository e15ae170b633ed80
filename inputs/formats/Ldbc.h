#ifndef GALOIS_INPUTS_FORMATS_LDBC_H
#define GALOIS_INPUTS_FORMATS_LDBC_H

#include <string>
#include <vector>

namespace galois::inputs {

/// The files that are read together with this one of an LDBC graph (NAME.v or NAME.e, maybe
/// compressed), as far as they are there.
std::vector<std::string> otherFilesOfLdbc(const std::string& path);

} // namespace galois::inputs

#endif
