/** Loops over a graph take one thread where waking another one takes longer than the loop. */
#pragma once

#include <cstdint>

#include "galois/analytics/Session.h"
#include "galois/substrate/ActiveThreads.h"

namespace lonestar {

/// While it lives, parallel loops of the calling thread have one thread if there are at most
/// Session::kSmallGraph nodes and edges. It is for what is done before and after an algorithm, such as
/// reading a graph and checking an answer, and not for the algorithm, whose number of threads is
/// reported. Beside other programs, waking a thread takes milliseconds.
class OneThreadIfSmall : galois::substrate::OneActiveThread {
public:
  /// @param size  about how many nodes and edges the loops visit
  explicit OneThreadIfSmall(std::uint64_t size) noexcept
      : OneActiveThread(size <= galois::analytics::Session::kSmallGraph) {}
};

} // namespace lonestar
