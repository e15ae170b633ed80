/**
 * Prefetches what the tasks of a batch need while earlier tasks of the batch run, if the loop has
 * the option galois::prefetch.
 *
 * The option has two or three hints. Each task gets `far` when kFar tasks are to run before it, and
 * `near` when kNear are. The third hint, `close`, may read what the first two have fetched. It is
 * given in groups of kClose tasks, between two parts of a batch, and only if the option asks for
 * it. The first tasks of a batch get their hints together, before any of them runs.
 *
 * Hints do not change which tasks run, or their order. In a loop without the option every function
 * here is empty.
 */
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <utility>

#include "galois/Traits.h"
#include "galois/substrate/CompilerSpecific.h"
#include "galois/worklists/Concept.h"

namespace galois::runtime {

/// Whether a loop's options contain a third prefetch hint.
template <typename Options>
constexpr bool hasCloseHint() {
  if constexpr (has_trait<prefetch_tag, Options>()) {
    using Hints = std::decay_t<decltype(get_trait_value<prefetch_tag>(std::declval<Options&>()))>;
    return !std::is_same_v<decltype(Hints::close), NoHint>;
  } else {
    return false;
  }
}

/// Stateless; every function may be called by any thread, as the hints may. The functions are
/// always inlined: GCC drops a call to a function that only prefetches, because it has no side
/// effect.
/// @tparam T        task
/// @tparam Options  the tuple of loop options
template <typename T, typename Options>
struct PrefetchPipeline {
  static constexpr bool kActive = has_trait<prefetch_tag, Options>();
  static constexpr bool kHasClose = hasCloseHint<Options>();

  static constexpr std::size_t kFar = 16;
  static constexpr std::size_t kNear = 8;
  static constexpr std::size_t kClose = 2;

  /// Whether a batch of `count` tasks runs in parts of kClose tasks, with giveClose() before each.
  static bool wantsParts([[maybe_unused]] const Options& options,
                         [[maybe_unused]] std::size_t count) noexcept {
    if constexpr (kHasClose) {
      return count > kClose && get_trait_value<prefetch_tag>(options).closely;
    } else {
      return false;
    }
  }

  /// Gives the hints of the first tasks of a batch, before any of them runs.
  GALOIS_ATTRIBUTE_ALWAYS_INLINE static void begin([[maybe_unused]] const Options& options,
                                                   [[maybe_unused]] const T* batch,
                                                   [[maybe_unused]] std::size_t count) {
    if constexpr (kActive) {
      const auto& hints = get_trait_value<prefetch_tag>(options);
      for (std::size_t i = 0; i < std::min(kFar, count); ++i) {
        hints.far(batch[i]);
      }
      for (std::size_t i = 0; i < std::min(kNear, count); ++i) {
        hints.near(batch[i]);
      }
    }
  }

  /// Gives the hints of later tasks of a batch, before task `i` runs.
  GALOIS_ATTRIBUTE_ALWAYS_INLINE static void advance([[maybe_unused]] const Options& options,
                                                     [[maybe_unused]] const T* batch,
                                                     [[maybe_unused]] std::size_t i,
                                                     [[maybe_unused]] std::size_t count) {
    if constexpr (kActive) {
      const auto& hints = get_trait_value<prefetch_tag>(options);
      if (i + kFar < count) {
        hints.far(batch[i + kFar]);
      }
      if (i + kNear < count) {
        hints.near(batch[i + kNear]);
      }
    }
  }

  /// Gives the third hint of the tasks of the running part and of the next one, if wantsParts().
  /// @param begin  the first task of the running part
  /// @param given  number of tasks of the batch that have had the hint
  /// @return the new number
  GALOIS_ATTRIBUTE_ALWAYS_INLINE static std::size_t
  giveClose([[maybe_unused]] const Options& options, [[maybe_unused]] const T* batch,
            [[maybe_unused]] std::size_t begin, [[maybe_unused]] std::size_t count,
            std::size_t given) {
    if constexpr (kHasClose) {
      const std::size_t end = wantsParts(options, count) ? (begin / kClose + 2) * kClose : 0;
      for (; given < std::min(end, count); ++given) {
        get_trait_value<prefetch_tag>(options).close(batch[given]);
      }
    }
    return given;
  }

  /// Gives both hints of the task that a policy without batches will probably return next, while
  /// the current one runs.
  /// @param handle  of the policy; without peek() nothing happens
  template <typename Handle>
  GALOIS_ATTRIBUTE_ALWAYS_INLINE static void peekNext([[maybe_unused]] const Options& options,
                                                      [[maybe_unused]] Handle& handle) {
    if constexpr (kActive && worklists::kHasPeek<Handle>) {
      if (const T* next = handle.peek()) {
        const auto& hints = get_trait_value<prefetch_tag>(options);
        hints.far(*next);
        hints.near(*next);
      }
    }
  }
};

} // namespace galois::runtime
