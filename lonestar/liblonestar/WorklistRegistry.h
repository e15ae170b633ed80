/**
 * The worklist policies that every application offers as `--wl=<name>`.
 *
 * To add one: write `worklists/<Policy>.h` beside this file, with a struct of that name (see
 * worklists/Smq.h), and add its line below. Applications, `--wl=help`, scripts and tests have it
 * then. The build system reads the lines too: each application's operator is compiled once a
 * policy, in a file of its own. Only what needs the whole list includes this file: a new line then
 * recompiles no other policy (see WorklistInfo.h).
 *
 * A build may leave policies out, for the time that it takes: `cmake -DGALOIS_WORKLISTS="Smq;Obim"`
 * names those that it keeps. Programs then have these and no others.
 */
#ifndef GALOIS_LONESTAR_WORKLISTREGISTRY_H
#define GALOIS_LONESTAR_WORKLISTREGISTRY_H

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "liblonestar/BuiltWorklists.h" // made by the build from the lines below
#include "liblonestar/WorklistInfo.h"

/// One line a policy; the first is what programs run without --wl.
#define LONESTAR_WORKLISTS(X)                                                                      \
  X(SmqBucket)                                                                                     \
  X(Smq)                                                                                           \
  X(SmqSkiplist)                                                                                   \
  X(Obim)                                                                                          \
  X(Pmod)                                                                                          \
  X(Mq)                                                                                            \
  X(MqTlTl)                                                                                        \
  X(MqTlTb)                                                                                        \
  X(MqTbTl)                                                                                        \
  X(MqTbTb)                                                                                        \
  X(Mbq)                                                                                           \
  X(Reld)                                                                                          \
  X(SprayList)                                                                                     \
  X(Hdcps)                                                                                         \
  X(HdcpsSrq)                                                                                      \
  X(HdcpsSrqTdf)                                                                                   \
  X(HdcpsSrqTdfAc)                                                                                 \
  X(Minnow)                                                                                        \
  X(Wasp)                                                                                          \
  X(ChunkFifo)                                                                                     \
  X(ChunkLifo)                                                                                     \
  X(BulkSync)

namespace lonestar {

namespace worklists {
#define LONESTAR_DECLARE(Policy) struct Policy;
LONESTAR_BUILT_WORKLISTS(LONESTAR_DECLARE)
#undef LONESTAR_DECLARE
} // namespace worklists

/// All policies of this build, in the registry's order.
const std::vector<WorklistInfo>& allWorklists();

/// The policy with this name. Throws UsageError, with the nearest name suggested.
const WorklistInfo& findWorklist(const std::string& name);

/// The table that `--wl=help` prints.
std::string worklistTable();

/// The policy that `--wl` names; the first of the registry without the flag. Throws UsageError, for
/// its parameters, too: ask before reading the graph.
const WorklistInfo& selectedWorklist();

/// Whether the command line names a policy.
bool worklistGiven();

/// The --delta of the command line, if there is one. Throws UsageError.
std::optional<unsigned> givenShift();

/// For programs that compare policies: those that `--wl` names, separated by commas, or all without
/// the flag. Warns on stderr about parameters on the command line that none of them has. Throws
/// UsageError.
std::vector<const WorklistInfo*> selectedWorklists();

/// Sets the default of --delta for policies that always shift. Call it before the command line is
/// parsed; without it the default is 0.
void setDefaultShift(unsigned shift);

/// The settings that the command line asks for. Throws UsageError for values out of range.
WorklistSettings worklistSettings(const WorklistInfo& info);

/// The parameters of worklists on the command line ("--chunk") that none of these policies has;
/// with no policies, --wl, too.
std::vector<std::string> worklistFlagsWithoutEffect(const std::vector<const WorklistInfo*>& used);

/// {flag: value} of every parameter that mattered, defaults included. Throws UsageError.
nlohmann::ordered_json worklistParameters(const WorklistInfo& info);

/// Stands for a policy where its type is to be named but not needed.
template <typename Policy>
struct WorklistTag {
  using type = Policy;
};

/// Calls `visitor(WorklistTag<Policy>())` for the policy at the place that `info` has in
/// allWorklists(). The policies' own headers are not needed for this.
template <typename Visitor>
void visitWorklist(const WorklistInfo& info, Visitor&& visitor) {
  const std::size_t wanted = static_cast<std::size_t>(&info - allWorklists().data());
  std::size_t index = 0;
#define LONESTAR_VISIT(Policy)                                                                     \
  if (index++ == wanted) {                                                                         \
    visitor(WorklistTag<worklists::Policy>());                                                     \
    return;                                                                                        \
  }
  LONESTAR_BUILT_WORKLISTS(LONESTAR_VISIT)
#undef LONESTAR_VISIT
}

} // namespace lonestar

#endif
