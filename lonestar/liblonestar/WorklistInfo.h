/**
 * What one worklist policy says of itself, and what it is told by the application. All that the
 * headers of policies and the operators of applications need of the registry.
 */
#ifndef GALOIS_LONESTAR_WORKLISTINFO_H
#define GALOIS_LONESTAR_WORKLISTINFO_H

#include <string>
#include <vector>

#include "liblonestar/WorklistParameter.h"

namespace lonestar {

/// Which priorities a policy sees.
enum class Shift {
  kNever,   ///< it has none
  kIfGiven, ///< exact ones, shifted only by a --delta on the command line
  kAlways   ///< shifted by --delta, or by what the application prefers
};

/// What `--wl=help` says about a policy.
struct WorklistInfo {
  std::string name;        ///< as `--wl` takes it
  std::string description; ///< one line
  std::string paper;
  std::vector<ParameterUse> parameters;
  Shift shift;
};

/// What the policies' `visit` functions need to know about the application.
struct WorklistSettings {
  unsigned shift = 0;      ///< priorities are shifted right by this many bits
  bool shiftGiven = false; ///< the command line says so, with --delta
};

} // namespace lonestar

#endif
