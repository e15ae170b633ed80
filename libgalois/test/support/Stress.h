/** What stress tests share: many threads on few processors, with repeatable randomness. */
#ifndef GALOIS_TEST_SUPPORT_STRESS_H
#define GALOIS_TEST_SUPPORT_STRESS_H

#include <cstdlib>

#include "galois/substrate/Random.h"
#include "galois/substrate/ThreadPool.h"

namespace galois::test {

/// More threads than the processors that tests usually have, on purpose.
inline constexpr unsigned kStressThreads = 16;

/// How much to do: 1, or GALOIS_STRESS_SCALE for long runs.
inline unsigned stressScale() {
  const char* text = std::getenv("GALOIS_STRESS_SCALE");
  const int scale = text != nullptr ? std::atoi(text) : 1;
  return scale > 0 ? static_cast<unsigned>(scale) : 1;
}

/// Runs body(tid) on `threads` pool threads at once; rethrows the first exception.
template <class Body>
void runThreads(unsigned threads, const Body& body) {
  substrate::getThreadPool().run(threads, [&body] { body(substrate::ThreadPool::getTID()); });
}

/// The same with a generator of its own for each thread: body(tid, random).
template <class Body>
void runRandomThreads(unsigned threads, const Body& body) {
  runThreads(threads, [&body](unsigned tid) {
    substrate::Random random(substrate::getSeed(), tid);
    body(tid, random);
  });
}

} // namespace galois::test

#endif
