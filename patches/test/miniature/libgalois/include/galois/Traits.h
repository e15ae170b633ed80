/** Options of loops. */
#pragma once

#include <tuple>
#include <type_traits>
#include <utility>

#include "galois/worklists/Chunk.h"

namespace galois {

struct loopname_tag {};
struct loopname : loopname_tag {
  const char* value;
  explicit loopname(const char* name = "ANON_LOOP") : value(name) {}
};
struct disable_conflict_detection_tag {};
struct disable_conflict_detection : disable_conflict_detection_tag {};
struct no_stats_tag {};
struct no_stats : no_stats_tag {};
struct steal_tag {};
struct steal : steal_tag {};

struct wl_tag {};
/// As upstream, it keeps references to arguments that are lvalues.
template <typename T, typename... Args>
struct s_wl : wl_tag {
  using type = T;
  std::tuple<Args...> args;
  explicit s_wl(Args&&... values) : args(std::forward<Args>(values)...) {}
};
template <typename T, typename... Args>
s_wl<T, Args...> wl(Args&&... args) {
  return s_wl<T, Args...>(std::forward<Args>(args)...);
}

namespace internal {

/// The position of the first type that derives from Tag; the number of types if there is none.
template <typename Tag, typename... Options>
constexpr unsigned position() {
  unsigned at = 0;
  static_cast<void>(((std::is_base_of_v<Tag, Options> ? true : (++at, false)) || ...));
  return at;
}

} // namespace internal

} // namespace galois
