/** Runs a function on many threads on few processors, with repeatable random numbers. */
#pragma once

#include <cstdlib>

#include "galois/substrate/Random.h"
#include "galois/substrate/ThreadPool.h"

namespace galois::test {

/// It is intentionally more than the processors that tests usually have.
inline constexpr unsigned kStressThreads = 16;

/// Returns the factor for the amount of work: 1, or GALOIS_STRESS_SCALE for long runs.
inline unsigned stressScale() {
  const char* text = std::getenv("GALOIS_STRESS_SCALE");
  const int scale = text != nullptr ? std::atoi(text) : 1;
  return scale > 0 ? static_cast<unsigned>(scale) : 1;
}

/// Runs body(tid) on `threads` pool threads at once and rethrows the first exception.
template <class Body>
void runThreads(unsigned threads, const Body& body) {
  substrate::getThreadPool().run(threads, [&body] { body(substrate::ThreadPool::getTID()); });
}

/// Runs body(tid, random), where each thread has a generator of its own.
template <class Body>
void runRandomThreads(unsigned threads, const Body& body) {
  runThreads(threads, [&body](unsigned tid) {
    substrate::Random random(substrate::getSeed(), tid);
    body(tid, random);
  });
}

} // namespace galois::test
