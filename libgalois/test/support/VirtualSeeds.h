/**
 * Tests under seeded schedules of the simulated machine. GALOIS_TEST_SEED=N repeats one seed, and
 * GALOIS_TEST_LONG=1 tries thousands instead of hundreds.
 */
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Threads.h"
#include "galois/substrate/EnvCheck.h"
#include "galois/substrate/VirtualMachine.h"
#include "support/LongTests.h"

namespace galois::test {

/// Costs with which cores are held up at any access to shared memory, and weak exchanges and
/// try-locks fail for no reason.
inline constexpr char kMishaps[] = "mishap 0.02 share\nweak-failure 0.1 share\n";
/// Costs with which one thread stops, for longer than the others need.
inline constexpr char kStall[] = "stall-chance 0.001 share\n";

/// Calls test(threads) for the seeds of this run, on a machine with the given costs.
/// @param less   the factor by which longer tests reduce the number of seeds
/// @param cores  the numbers of cores from which seeds choose
template <typename Test>
void forEachSeed(const std::string& costs, Test&& test, int less = 1,
                 const std::vector<unsigned>& cores = {2, 3, 4}) {
  int first = 1, seeds = 200, only = 0;
  if (longTests()) {
    seeds = 5000;
  }
  seeds /= less;
  if (substrate::EnvCheck("GALOIS_TEST_SEED", only)) {
    first = only;
    seeds = 1;
  }
  for (int seed = first; seed < first + seeds; ++seed) {
    substrate::virt::Setup setup;
    setup.cores = cores[static_cast<unsigned>(seed) % cores.size()];
    setup.seed = static_cast<std::uint64_t>(seed);
    setup.costs = costs;
    substrate::virt::configure(setup);
    setActiveThreads(setup.cores);
    SCOPED_TRACE("to repeat, set GALOIS_TEST_SEED=" + std::to_string(seed));
    test(setup.cores);
    if (::testing::Test::HasFailure()) {
      return;
    }
  }
}

} // namespace galois::test
