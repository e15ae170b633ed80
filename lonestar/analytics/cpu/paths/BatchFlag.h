/** The flag --source-batch: how the searches from several sources share the threads. */
#pragma once

#include "BatchPlan.h"

namespace sssp {

/// Returns the value of the flag.
Batch givenBatch();

} // namespace sssp
