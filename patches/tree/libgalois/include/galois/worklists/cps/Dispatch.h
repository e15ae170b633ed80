/**
 * Worklist policies by name, so that a program can choose one at run time.
 *
 * `dispatch()` calls a function object with the option `galois::wl<Policy>(...)` of the policy that
 * a name selects. The body is compiled once for each policy. To compile fewer, define
 * GALOIS_CPS_WORKLISTS as a list of names, such as `-DGALOIS_CPS_WORKLISTS='"smq,obim"'`.
 *
 * Policies have the default parameters of the programs of galois-cps. A program that wants others
 * passes `galois::wl<Policy>(indexer, params)` to its loop itself; each policy's header describes
 * its Params.
 */
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "galois/worklists/cps/registry/AllWorklists.h"

#ifndef GALOIS_CPS_WORKLISTS
#define GALOIS_CPS_WORKLISTS "" // all
#endif

namespace galois::cps {

/// How priorities are made coarser. `obim` and `minnow` always shift them to the right. The other
/// policies with priorities do it only if the user gave the shift; those that have buckets take it as
/// the width of their buckets, which they otherwise find themselves.
struct Coarseness {
  unsigned shift = 0; ///< number of bits, 0 to 63
  bool given = false; ///< whether the user asked for it
};

namespace internal {

/// Whether `name` is `policy`, the name of a C++ struct, but for hyphens, points and upper case.
constexpr bool isName(std::string_view name, std::string_view policy) {
  std::size_t at = 0;
  for (const char letter : name) {
    if (letter == '-' || letter == '.') {
      continue;
    }
    if (at == policy.size()) {
      return false;
    }
    const char other = policy[at++];
    if (letter != (other >= 'A' && other <= 'Z' ? other - 'A' + 'a' : other)) {
      return false;
    }
  }
  return at == policy.size();
}

/// Whether a list of names separated by commas is empty or has this policy or a preset of it, whose
/// name has a point after the name of the policy.
constexpr bool isListed(std::string_view names, std::string_view policy) {
  if (names.empty()) {
    return true;
  }
  while (!names.empty()) {
    const std::size_t comma = names.find(',');
    const std::string_view name = names.substr(0, comma);
    if (isName(name, policy) || isName(name.substr(0, name.find('.')), policy)) {
      return true;
    }
    names.remove_prefix(comma == std::string_view::npos ? names.size() : comma + 1);
  }
  return false;
}

/// The description of a policy, and those of its presets.
template <typename Policy>
const std::vector<registry::WorklistInfo>& infosOf() {
  static const std::vector<registry::WorklistInfo> infos = registry::infosOf<Policy>();
  return infos;
}

/// The default parameters of a policy, with the coarseness that it has a use for.
inline registry::WorklistSettings settingsOf(const registry::WorklistInfo& info,
                                             Coarseness coarse) {
  registry::WorklistSettings settings(info);
  if (info.shift == registry::Shift::kAlways ||
      (info.shift != registry::Shift::kNever && coarse.given)) {
    settings.shift = coarse.shift;
  }
  return settings;
}

} // namespace internal

/// Calls `visit(name, description)` for each policy that is compiled, and for its presets. Both live as long as the
/// program.
template <typename Visit>
void forEachPolicy(const Visit& visit) {
#define GALOIS_CPS_WORKLIST(Policy)                                                                \
  if constexpr (internal::isListed(GALOIS_CPS_WORKLISTS, #Policy)) {                               \
    for (const auto& info : internal::infosOf<registry::worklists::Policy>()) {                    \
      visit(info.name.c_str(), info.description.c_str());                                          \
    }                                                                                              \
  }
#include "galois/worklists/cps/registry/BuiltWorklists.def"
#undef GALOIS_CPS_WORKLIST
}

/// Calls `body(option)` with the loop option of the policy of this name. Returns false, and calls
/// nothing, if there is none of this name or it is not compiled.
/// @param indexer  maps a task to an unsigned integer; smaller is more urgent. It must give a task
///                 the same number each time. It is copied.
template <typename Indexer, typename Body>
bool dispatch(std::string_view name, const Indexer& indexer, Coarseness coarse, const Body& body) {
#define GALOIS_CPS_WORKLIST(Policy)                                                                \
  if constexpr (internal::isListed(GALOIS_CPS_WORKLISTS, #Policy)) {                               \
    for (const auto& info : internal::infosOf<registry::worklists::Policy>()) {                    \
      if (info.name == name) {                                                                     \
        registry::worklists::Policy::visit(indexer, internal::settingsOf(info, coarse), body);     \
        return true;                                                                               \
      }                                                                                            \
    }                                                                                              \
  }
#include "galois/worklists/cps/registry/BuiltWorklists.def"
#undef GALOIS_CPS_WORKLIST
  return false;
}

} // namespace galois::cps
