#include "liblonestar/record/BuildInfo.h"

// Written by BuildCommit.cmake at build time, and only when the commit changed, so that a commit
// recompiles this file alone.
#include "BuildCommit.h"

namespace lonestar {

BuildInfo buildInfo() {
#if defined(__clang__)
  const std::string compiler = std::string("clang ") + __clang_version__;
#elif defined(__GNUC__)
  const std::string compiler = std::string("g++ ") + __VERSION__;
#else
  const std::string compiler = "unknown";
#endif
  return {GALOIS_BUILD_VERSION, GALOIS_BUILD_TYPE, compiler, GALOIS_BUILD_COMMIT,
          GALOIS_BUILD_PRESET};
}

} // namespace lonestar
