/** How this binary was built, which is part of every result. */
#pragma once

#include <string>

namespace lonestar {

/// The facts about a build.
struct BuildInfo {
  std::string version;  ///< of this project
  std::string type;     ///< CMake's build type
  std::string compiler; ///< name and version
  std::string commit;   ///< twelve digits, and "-dirty" if files differed; "unknown" without git
  std::string preset;   ///< the CMake preset, or "custom"
};

/// Returns the facts about this build.
BuildInfo buildInfo();

} // namespace lonestar
