/** The flags that programs on divided graphs have besides those of RunFlags.h and WorklistFlags.h. */
#pragma once

#include <string>

#include "galois/dist/push/NodeParts.h"
#include "galois/dist/push/RankLoop.h"
#include "liblonestar/CommandLine.h"
#include "liblonestar/record/ResultRecord.h"
#include "llvm/Support/CommandLine.h"

namespace dist {

/// How ranks work together (galois/dist/PushRuns.h).
enum class Exec {
  kAsync, ///< each at its own pace
  kSync   ///< in rounds
};

extern llvm::cl::opt<std::string> graphFile; ///< the positional argument
extern llvm::cl::opt<Exec, false, lonestar::ChoiceParser<Exec>> execution; ///< --exec

/// Returns the name of the selected execution, for the record.
std::string executionName();

/// Returns what --buffer, --poll-every and --slack select. @throws lonestar::UsageError
galois::dist::PushOptions pushOptions();

/// Returns --task-cost, the microseconds that a task takes on a simulated host of 1 Gf/s; 0 if ranks
/// are real. @throws lonestar::UsageError
double taskCostMicroseconds();

/// Returns --slack, for the record: a number or "inf".
lonestar::Json slackName();

/// Divides the nodes of the file as --partition says.
/// @param balanced  contiguous parts of the file, one per rank
/// @throws lonestar::UsageError, galois::graphs::GraphError
galois::dist::NodeParts partition(const galois::graphs::internal::GrFile& file,
                                  const galois::dist::NodeParts& balanced);

/// Returns --partition, for the record. @throws lonestar::UsageError for an unknown one
std::string partitionName();

} // namespace dist
