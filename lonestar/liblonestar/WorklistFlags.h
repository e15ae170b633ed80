/**
 * The flags that choose a worklist policy and set its parameters: `--wl`, `--delta`, and one flag
 * for each parameter of each policy of the build. All are made from the descriptions in
 * analytics/scheduler/. A program that uses nothing of this file does not have these flags.
 */
#ifndef GALOIS_LONESTAR_WORKLISTFLAGS_H
#define GALOIS_LONESTAR_WORKLISTFLAGS_H

#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "analytics/scheduler/WorklistRegistry.h"
#include "galois/analytics/Scheduler.h"

namespace lonestar {

/// The policy with this name. @throws UsageError  which suggests the nearest name
const WorklistInfo& findWorklist(const std::string& name);

/// The table that `--wl=help` prints.
std::string worklistTable();

/// The same for programs, which `--wl=json` prints: an array with one object per policy.
nlohmann::ordered_json worklistJson();

/// The policy that `--wl` names; without the flag, the first of the build. Call it before reading
/// the graph, because it also checks the values of all parameters on the command line.
/// @throws UsageError
const WorklistInfo& selectedWorklist();

/// Whether the command line names a policy.
bool worklistGiven();

/// The --delta of the command line, if there is one. @throws UsageError
std::optional<unsigned> givenShift();

/// For programs that compare policies: those that `--wl` names, separated by commas, or all without
/// the flag. Warns on stderr about parameters on the command line that none of them has.
/// @throws UsageError
std::vector<const WorklistInfo*> selectedWorklists();

/// Sets the default of --delta for policies that always shift. Call it before the command line is
/// parsed; without it the default is 0.
void setDefaultShift(unsigned shift);

/// The settings that the command line asks for. They are worked out at the first call for a policy;
/// later calls return the same object.
/// @throws UsageError  for values out of range, also of parameters that other policies have
const WorklistSettings& worklistSettings(const WorklistInfo& info);

/// The policy with the parameters that the command line gives it, for algorithms of the library.
/// @throws UsageError
galois::analytics::Scheduler schedulerOf(const WorklistInfo& info);

/// The parameters of worklists on the command line ("--chunk") that none of these policies has.
/// With no policies, also --wl.
std::vector<std::string> worklistFlagsWithoutEffect(const std::vector<const WorklistInfo*>& used);

/// {name: value} of every parameter that mattered, defaults included. @throws UsageError
nlohmann::ordered_json worklistParameters(const WorklistInfo& info);

} // namespace lonestar

#endif
