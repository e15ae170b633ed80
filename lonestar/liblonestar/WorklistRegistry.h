/**
 * The worklist policies that every application offers as `--wl=<name>`.
 *
 * To add one: write `worklists/<Policy>.h` beside this file, with a struct of that name (see
 * worklists/Smq.h), and add its line below. Applications, `--wl=help`, scripts and tests have it
 * then. The build system reads the lines too: each application's operator is compiled once a
 * policy, in a file of its own.
 */
#ifndef GALOIS_LONESTAR_WORKLISTREGISTRY_H
#define GALOIS_LONESTAR_WORKLISTREGISTRY_H

#include <cstddef>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "liblonestar/WorklistParameter.h"

/// One line a policy, most recommended first.
#define LONESTAR_WORKLISTS(X)                                                                      \
  X(Smq)                                                                                           \
  X(SmqBucket)                                                                                     \
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
LONESTAR_WORKLISTS(LONESTAR_DECLARE)
#undef LONESTAR_DECLARE
} // namespace worklists

/// Which priorities a policy sees.
enum class Shift {
  Never,   ///< it has none
  IfGiven, ///< exact ones, shifted only by a --delta on the command line
  Always   ///< shifted by --delta, or by what the application prefers
};

/// What `--wl=help` says about a policy.
struct WorklistInfo {
  std::string name;        ///< as `--wl` takes it
  std::string description; ///< one line
  std::string paper;
  std::vector<ParameterUse> parameters;
  Shift shift;
};

/// What the policies' `visit` functions need to know about the application.
struct WorklistSettings {
  unsigned shift = 0;      ///< priorities are shifted right by this many bits
  bool shiftGiven = false; ///< the command line says so, with --delta
};

/// All policies, in the registry's order.
const std::vector<WorklistInfo>& allWorklists();

/// The policy with this name. Throws UsageError, with the nearest name suggested.
const WorklistInfo& findWorklist(const std::string& name);

/// The table that `--wl=help` prints.
std::string worklistTable();

/// The policy that `--wl` names; the first of the registry without the flag. Throws UsageError.
const WorklistInfo& selectedWorklist();

/// For programs that compare policies: those that `--wl` names, separated by commas, or all without
/// the flag. Throws UsageError.
std::vector<const WorklistInfo*> selectedWorklists();

/// Sets the default of --delta for policies that always shift. Call it before the command line is
/// parsed; without it the default is 0.
void setDefaultShift(unsigned shift);

/// The settings that the command line asks for. Warns on stderr about parameters on the command
/// line that this policy does not have. Throws UsageError for values out of range.
WorklistSettings worklistSettings(const WorklistInfo& info);

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
  LONESTAR_WORKLISTS(LONESTAR_VISIT)
#undef LONESTAR_VISIT
}

} // namespace lonestar

#endif
