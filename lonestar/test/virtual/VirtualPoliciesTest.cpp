// Runs every policy of the build on simulated machines with many cores. The loop ends, no task is
// lost, and none is delivered twice or after the end was announced. The same machine gives the same
// run again.
#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "Delivered.h"
#include "galois/SharedMemSys.h"
#include "galois/Threads.h"
#include "galois/substrate/VirtualMachine.h"
#include "liblonestar/flags/WorklistFlags.h"

namespace virtual_policies {
namespace {

constexpr std::uint32_t kTasks = 2000;

class VirtualRuns : public ::testing::Test {
protected:
  /// Runs one loop and returns its number of accesses to shared memory.
  static std::uint64_t runOn(unsigned cores, const lonestar::WorklistInfo& info) {
    galois::substrate::virt::Setup setup;
    setup.cores = cores;
    galois::substrate::virt::configure(setup);
    galois::setActiveThreads(cores);
    Delivered delivered(0);
    lonestar::visitWorklist(info, [&](auto tag) {
      delivered = deliver<typename decltype(tag)::type>(kTasks, lonestar::WorklistSettings(info));
    });
    const std::vector<std::uint32_t>& times = delivered.times;
    EXPECT_EQ(times.size(), kTasks);
    EXPECT_EQ(std::count(times.begin(), times.end(), 0u), 0) << "lost by " << info.name;
    EXPECT_EQ(std::count(times.begin(), times.end(), 1u), kTasks) << "repeated by " << info.name;
    EXPECT_EQ(delivered.afterEnd, 0u) << "end announced too early under " << info.name;
    return galois::substrate::virt::describe().events;
  }

  galois::SharedMemSys system_;
};

class VirtualPolicies : public VirtualRuns, public ::testing::WithParamInterface<unsigned> {};

TEST_P(VirtualPolicies, DeliverEachTaskOnce) {
  for (const lonestar::WorklistInfo& info : lonestar::allWorklists()) {
    EXPECT_GT(runOn(GetParam(), info), kTasks) << info.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Cores, VirtualPolicies, ::testing::Values(3u, 17u, 64u, 256u));

TEST_F(VirtualRuns, Repeat) {
  for (const lonestar::WorklistInfo& info : lonestar::allWorklists()) {
    runOn(17, info); // It allocates what the program needs once.
    const std::uint64_t events = runOn(17, info);
    EXPECT_EQ(runOn(17, info), events) << info.name;
  }
}

} // namespace
} // namespace virtual_policies
