#include "galois/substrate/HWTopo.h"

#include <gtest/gtest.h>
#include <sched.h>

#include <algorithm>
#include <set>
#include <stdexcept>
#include <vector>

#include "galois/substrate/ThreadPool.h"
#include "support/Child.h"

namespace substrate = galois::substrate;
using galois::test::runChild;

namespace {

/// Checks what must hold on every machine.
void expectConsistent(const substrate::HWTopoInfo& topo) {
  ASSERT_FALSE(topo.threadTopoInfo.empty());
  EXPECT_EQ(topo.machineTopoInfo.maxThreads, topo.threadTopoInfo.size());
  EXPECT_LE(topo.machineTopoInfo.maxCores, topo.machineTopoInfo.maxThreads);
  std::set<unsigned> contexts, sockets, nodes;
  unsigned maxSocket = 0;
  for (unsigned tid = 0; tid < topo.threadTopoInfo.size(); ++tid) {
    const auto& info = topo.threadTopoInfo[tid];
    EXPECT_EQ(info.tid, tid);
    maxSocket = std::max(maxSocket, info.socket);
    EXPECT_EQ(info.cumulativeMaxSocket, maxSocket);
    EXPECT_LE(info.socketLeader, tid);
    EXPECT_EQ(topo.threadTopoInfo[info.socketLeader].socket, info.socket);
    EXPECT_EQ(topo.threadTopoInfo[info.socketLeader].socketLeader, info.socketLeader);
    contexts.insert(info.osContext);
    sockets.insert(info.socket);
    nodes.insert(info.numaNode);
  }
  EXPECT_EQ(contexts.size(), topo.threadTopoInfo.size());
  EXPECT_EQ(sockets.size(), topo.machineTopoInfo.maxSockets);
  EXPECT_EQ(*sockets.rbegin(),
            topo.machineTopoInfo.maxSockets - 1); // The socket numbers have no gaps.
  EXPECT_EQ(nodes.size(), topo.machineTopoInfo.maxNumaNodes);
}

TEST(HWTopo, DescribesThisMachine) {
  expectConsistent(substrate::getHWTopo());
  const auto& host = substrate::getHostInfo();
  EXPECT_FALSE(host.cpu.empty());
  EXPECT_GT(host.memoryGiB, 0);
  EXPECT_EQ(host.threads, substrate::getHWTopo().machineTopoInfo.maxThreads);
  EXPECT_EQ(host.synthetic, substrate::isSynthetic());
}

TEST(HWTopo, UsesOnlyProcessorsThatWeMayUse) {
  if (substrate::isSynthetic()) {
    GTEST_SKIP();
  }
  cpu_set_t mine;
  ASSERT_EQ(sched_getaffinity(0, sizeof mine, &mine), 0);
  for (const auto& info : substrate::getHWTopo().threadTopoInfo) {
    EXPECT_TRUE(CPU_ISSET(info.osContext, &mine)) << info.osContext;
  }
}

TEST(HWTopo, BindsAndUnbinds) {
  if (substrate::isSynthetic()) {
    GTEST_SKIP();
  }
  const auto& threads = substrate::getHWTopo().threadTopoInfo;
  ASSERT_TRUE(substrate::bindThreadSelf(threads.back().osContext));
  cpu_set_t mine;
  ASSERT_EQ(sched_getaffinity(0, sizeof mine, &mine), 0);
  EXPECT_EQ(CPU_COUNT(&mine), 1);
  EXPECT_TRUE(CPU_ISSET(threads.back().osContext, &mine));
  ASSERT_TRUE(substrate::unbindThreadSelf());
  ASSERT_EQ(sched_getaffinity(0, sizeof mine, &mine), 0);
  EXPECT_EQ(static_cast<unsigned>(CPU_COUNT(&mine)), threads.size());
  EXPECT_FALSE(substrate::bindThreadSelf(100000));
}

TEST(HWTopo, ParsesLists) {
  using List = std::vector<int>;
  EXPECT_EQ(substrate::parseCPUList(""), List{});
  EXPECT_EQ(substrate::parseCPUList("7"), List{7});
  EXPECT_EQ(substrate::parseCPUList("0-3,8"), (List{0, 1, 2, 3, 8}));
  EXPECT_EQ(substrate::parseCPUList("5,2-2,9-10\n"), (List{5, 2, 9, 10}));
  EXPECT_EQ(substrate::parseCPUList(" 5 , 2 - 3\t,7 "), (List{5, 2, 3, 7}));
  EXPECT_EQ(substrate::parseCPUList(" \n"), List{});
  for (const char* bad :
       {"a", "3-", "-3", "5-2", "1,,2", "1,", ",", "1-2-3", "99999999999", "1 2", "1, ", "1 2-3"}) {
    EXPECT_THROW(substrate::parseCPUList(bad), std::invalid_argument) << bad;
  }
}

// The following tests describe other machines, each in a process of its own.

TEST(HWTopoChild, DISABLED_FourSockets) {
  const auto& topo = substrate::getHWTopo();
  expectConsistent(topo);
  EXPECT_TRUE(substrate::isSynthetic());
  EXPECT_EQ(topo.machineTopoInfo.maxThreads, 80u);
  EXPECT_EQ(topo.machineTopoInfo.maxCores, 40u);
  EXPECT_EQ(topo.machineTopoInfo.maxSockets, 4u);
  EXPECT_EQ(topo.machineTopoInfo.maxNumaNodes, 4u);
  for (unsigned tid = 0; tid < 80; ++tid) {
    // The threads fill one socket after the other. The second hardware threads of the cores come
    // last.
    EXPECT_EQ(topo.threadTopoInfo[tid].socket, tid % 40 / 10);
    EXPECT_EQ(topo.threadTopoInfo[tid].numaNode, tid % 40 / 10);
    EXPECT_EQ(topo.threadTopoInfo[tid].socketLeader, tid % 40 / 10 * 10);
  }
  EXPECT_FALSE(substrate::bindThreadSelf(0)); // The processors are not those of this machine.
  EXPECT_EQ(substrate::getHostInfo().cpu, "synthetic");

  auto& pool = substrate::getThreadPool();
  EXPECT_EQ(pool.getMaxUsableThreads(), 80u);
  EXPECT_EQ(pool.getLeaderForSocket(3), 30u);
  EXPECT_EQ(pool.getSocket(81), 0u); // Thread 81 has the place of thread 1.
  EXPECT_EQ(pool.getSocket(115), 3u);
  EXPECT_EQ(pool.getCumulativeMaxSocket(19), 1u);
  EXPECT_EQ(pool.getCumulativeMaxSocket(81), 3u);
  EXPECT_TRUE(pool.isLeader(20));
  EXPECT_FALSE(pool.isLeader(21));
  EXPECT_FALSE(pool.pinned());
}
TEST(HWTopo, FourSockets) {
  EXPECT_EQ(
      runChild("HWTopoChild.DISABLED_FourSockets", "HWLOC_SYNTHETIC='pack:4 numa:1 core:10 pu:2'"),
      0);
}

TEST(HWTopoChild,
     DISABLED_BareProcessors) { // There are no packages and no cores, and one memory node.
  expectConsistent(substrate::getHWTopo());
  EXPECT_EQ(substrate::getHWTopo().machineTopoInfo.maxThreads, 3u);
  EXPECT_EQ(substrate::getHWTopo().machineTopoInfo.maxCores, 3u);
  EXPECT_EQ(substrate::getHWTopo().machineTopoInfo.maxSockets, 1u);
  EXPECT_EQ(substrate::getHWTopo().machineTopoInfo.maxNumaNodes, 1u);
}
TEST(HWTopo, BareProcessors) {
  EXPECT_EQ(runChild("HWTopoChild.DISABLED_BareProcessors", "HWLOC_SYNTHETIC=pu:3"), 0);
}

TEST(HWTopoChild, DISABLED_NodesInsideSockets) {
  const auto& topo = substrate::getHWTopo();
  expectConsistent(topo);
  EXPECT_EQ(topo.machineTopoInfo.maxSockets, 2u);
  EXPECT_EQ(topo.machineTopoInfo.maxNumaNodes, 4u);
}
TEST(HWTopo, NodesInsideSockets) {
  EXPECT_EQ(runChild("HWTopoChild.DISABLED_NodesInsideSockets",
                     "HWLOC_SYNTHETIC='pack:2 group:2 numa:1 core:2 pu:1'"),
            0);
}

TEST(HWTopoChild, DISABLED_OneProcessor) {
  cpu_set_t mine;
  ASSERT_EQ(sched_getaffinity(0, sizeof mine, &mine), 0);
  int last = -1;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(cpu, &mine)) {
      last = cpu;
    }
  }
  CPU_ZERO(&mine);
  CPU_SET(last, &mine);
  ASSERT_EQ(sched_setaffinity(0, sizeof mine, &mine), 0);
  const auto& topo = substrate::getHWTopo();
  expectConsistent(topo);
  ASSERT_EQ(topo.machineTopoInfo.maxThreads, 1u);
  EXPECT_EQ(topo.threadTopoInfo[0].osContext, static_cast<unsigned>(last));
}
// U18: in Galois, the numbers of processors that are offline become entries that are equal to the
// first processor, and processors without a package are all hardware threads of one core.
TEST(HWTopoChild, DISABLED_NumbersWithGaps) {
  const auto& topo = substrate::getHWTopo();
  expectConsistent(topo);
  std::set<unsigned> contexts;
  for (const auto& info : topo.threadTopoInfo) {
    contexts.insert(info.osContext);
  }
  EXPECT_EQ(contexts, (std::set<unsigned>{1, 4, 6, 9}));
  EXPECT_EQ(topo.machineTopoInfo.maxThreads, 4u);
  EXPECT_EQ(topo.machineTopoInfo.maxCores, 4u);
}
TEST(HWTopo, U18_NumbersWithGaps) {
  EXPECT_EQ(runChild("HWTopoChild.DISABLED_NumbersWithGaps",
                     "HWLOC_SYNTHETIC='core:4 pu:1(indexes=1,4,6,9)'"),
            0);
}

TEST(HWTopo, HonoursTheAffinityMask) {
  EXPECT_EQ(runChild("HWTopoChild.DISABLED_OneProcessor"), 0);
}

} // namespace
