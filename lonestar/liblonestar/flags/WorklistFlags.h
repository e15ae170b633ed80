/**
 * The flags that select a worklist policy and set its parameters: `--wl`, `--delta`, and one flag
 * for each parameter of each policy of the build. All are made from the descriptions in
 * analytics/scheduler/. `--wl-config` names a file with such values, which flags override
 * (WorklistConfig.h). A program that uses nothing of this file does not have these flags.
 */
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "analytics/scheduler/Runs.h"
#include "analytics/scheduler/WorklistRegistry.h"
#include "galois/analytics/Scheduler.h"

namespace lonestar {

/// Returns the policy with this name.
/// @throws UsageError  when there is none; the message suggests the most similar name
const WorklistInfo& findWorklist(const std::string& name);

/// Returns the table that `--wl=help` prints.
std::string worklistTable();

/// Returns the same for programs, which `--wl=json` prints: an array with one object per policy.
nlohmann::ordered_json worklistJson();

/// Returns the policy that `--wl` or `--wl-config` names. Without these flags, and with `--wl=auto`,
/// that is the one that is fastest for the program. Call it before
/// reading the graph, because it also checks the values of all parameters on the command line, and
/// the file of `--wl-config`.
/// @param preferred  see automaticWorklist()
/// @throws UsageError
const WorklistInfo& selectedWorklist(std::string_view preferred = {});

/// Returns whether the command line names a policy, or a file that does. `--wl=auto` names none.
bool worklistGiven();

/// Returns the value of --delta, if the command line itself has the flag. @throws UsageError
std::optional<unsigned> givenShift();

/// Returns the policies that `--wl` names, separated by commas, else that of `--wl-config`, else
/// all, for programs that compare policies. Warns on stderr about parameters on the command line
/// that none of them has.
/// @throws UsageError
std::vector<const WorklistInfo*> selectedWorklists();

/// Sets the default of --delta. Call it before the command line is parsed.
void setDefaultShift(DefaultShift shift);

/// Lets the program use the flag of a parameter for something of its own in some runs, which then
/// call takeParameterFlag(). Call it before the command line is parsed.
/// @param name  of a parameter
/// @param use   for --help, such as "with --table, the file of its targets"
void lendParameterFlag(std::string_view name, const char* use);

/// Returns the text of the flag, if the command line has it. From now on it is not that of the
/// parameter. Call it before selectedWorklist().
std::optional<std::string> takeParameterFlag(std::string_view name);

/// Returns the policy with the parameters that the user gives it: by flags, and where there is no
/// flag, by the file of `--wl-config` if it is for this policy. All else follows from this value.
/// @throws UsageError  for values out of range, also of parameters that other policies have
galois::analytics::Scheduler schedulerOf(const WorklistInfo& info);

/// Returns the settings of the policy for loops that are not in the library. The first call for a
/// policy computes them; later calls return the same object. Not thread-safe.
/// @throws UsageError
const WorklistSettings& worklistSettings(const WorklistInfo& info);

/// Returns the flags of worklist parameters on the command line, such as "--chunk", that none of
/// these policies has. Without policies, --wl and --wl-config are also among them.
std::vector<std::string> worklistFlagsWithoutEffect(const std::vector<const WorklistInfo*>& used);

/// Returns worklistSettings() for the record: an object with the value of every parameter that has an
/// effect, including defaults.
/// @throws UsageError
nlohmann::ordered_json worklistParameters(const WorklistInfo& info);

} // namespace lonestar
