/** `--time-limit`: how long a run may take. What happens then is the program's choice. */
#ifndef GALOIS_LONESTAR_TIMELIMITFLAG_H
#define GALOIS_LONESTAR_TIMELIMITFLAG_H

#include <optional>
#include <string>

#include "llvm/Support/CommandLine.h"

namespace lonestar {

extern llvm::cl::opt<std::string> timeLimitFlag; ///< --time-limit

/// Returns the seconds of --time-limit if it is given. @throws UsageError
std::optional<double> timeLimit();

} // namespace lonestar

#endif
