/**
 * The flags of checkpoints of a search on several ranks (dist/search/Checkpoints.h), and the signal
 * that asks for one. Only programs that use this file have these flags.
 */
#pragma once

#include <optional>

#include "galois/dist/search/Checkpoints.h"
#include "liblonestar/record/ResultRecord.h"

namespace lonestar {

/// Returns where and when checkpoints are written, without what is searched, or nothing without
/// --checkpoint. From then on SIGUSR1 asks for a checkpoint. Warnings go to the standard error output.
/// @param simulated  whether the machine is virtual, where there are none
/// @throws UsageError
std::optional<galois::dist::CheckpointOptions> checkpointOptions(bool simulated);

/// Returns what these flags say, for the comparison of ranks.
Json checkpointSettings();

/// Returns the section `checkpoint` of the record.
Json checkpointSection(const galois::dist::CheckpointReport& report);

} // namespace lonestar
