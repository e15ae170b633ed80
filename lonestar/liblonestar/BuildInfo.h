/** How this binary was built: part of every result. */
#ifndef GALOIS_LONESTAR_BUILDINFO_H
#define GALOIS_LONESTAR_BUILDINFO_H

#include <string>

namespace lonestar {

struct BuildInfo {
  std::string version;  ///< of this project
  std::string type;     ///< CMake's build type
  std::string compiler; ///< name and version
  std::string commit;   ///< twelve digits, "-dirty" when the tree differed; "unknown" without git
  std::string preset;   ///< CMake preset, "custom" without one
};

BuildInfo buildInfo();

} // namespace lonestar

#endif
