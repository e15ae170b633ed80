/** `--time-limit`: how long a run may take. What happens then is the program's choice. */
#pragma once

#include <optional>

#include "llvm/Support/CommandLine.h"

namespace lonestar {

/// Reads seconds, such as 30, 30s or 500ms (Duration.h).
class SecondsParser : public llvm::cl::parser<double> {
public:
  explicit SecondsParser(llvm::cl::Option& flag) : llvm::cl::parser<double>(flag) {}
  /// Returns true, and leaves a complaint, if the text is none of these.
  bool parse(llvm::cl::Option& flag, llvm::StringRef name, llvm::StringRef text, double& seconds);
};

extern llvm::cl::opt<double, false, SecondsParser> timeLimitFlag; ///< --time-limit

/// Returns the seconds of --time-limit if it is given.
std::optional<double> timeLimit();

} // namespace lonestar
