/**
 * The file of `--wl-config`: a worklist policy and values of its parameters, as `scripts/tune`
 * writes it. The format is a part of TOML, in which every line is one statement:
 *
 *     # a comment
 *     wl = "smq"
 *
 *     [params]
 *     steal-prob = "1/8"
 *     steal-size = 16
 */
#ifndef GALOIS_LONESTAR_WORKLISTCONFIG_H
#define GALOIS_LONESTAR_WORKLISTCONFIG_H

#include <string>
#include <vector>

#include "analytics/scheduler/WorklistInfo.h"

namespace lonestar {

/// A policy and values of some of its parameters.
struct WorklistConfig {
  /// A value of one parameter.
  struct Value {
    const Parameter* parameter; ///< one that the policy has
    std::string text;           ///< a text that parse() accepts for it
  };

  const WorklistInfo* worklist = nullptr; ///< the policy; never null after readWorklistConfig()
  std::vector<Value> values;              ///< each parameter at most once

  /// Returns the value of a parameter as text, or null if the file does not have it.
  const std::string* textOf(const Parameter& parameter) const;
};

/// Reads a file of this format ("-": standard input) and checks all of it.
/// @throws UsageError  when it cannot be read, has another format, or names a policy, parameter or
///                     value that does not exist; the message names the line
WorklistConfig readWorklistConfig(const std::string& path);

} // namespace lonestar

#endif
