/**
 * The file of `--wl-config`: a worklist policy and values of its parameters, as `scripts/tune`
 * writes it. It is JSON:
 *
 *     {"about": "any text", "wl": "smq", "params": {"steal-prob": "1/8", "steal-size": 16}}
 *
 * "about" and "params" may be missing.
 */
#pragma once

#include <string>

#include "galois/analytics/Scheduler.h"

namespace lonestar {

/// Reads a file of this format ("-": standard input) and checks all of it.
/// @throws UsageError  when it cannot be read, has another format, or names a policy, parameter or
///                     value that does not exist
galois::analytics::Scheduler readWorklistConfig(const std::string& path);

} // namespace lonestar
