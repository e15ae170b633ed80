// Calls of the library that end early, by the suite of support/EndsEarly.h, and algorithms of the library
// for which memory runs out under each scheduler.
#include <algorithm>
#include <cstdint>
#include <new>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "RandomGraphs.h"
#include "galois/Galois.h"
#include "galois/Tasks.h"
#include "galois/analytics/Astar.h"
#include "galois/analytics/Bfs.h"
#include "galois/analytics/Color.h"
#include "galois/analytics/Mst.h"
#include "galois/analytics/Pagerank.h"
#include "galois/analytics/RunOptions.h"
#include "galois/analytics/Scheduler.h"
#include "galois/analytics/Session.h"
#include "galois/analytics/Sssp.h"
#include "support/CountedHeap.h"
#include "support/EndsEarly.h"

namespace galois::test {
namespace {

constexpr unsigned kItems = EntryPoint::kItems;

template <typename Work>
void runInSession(const Work& work) {
  analytics::RunOptions options;
  options.threads = getActiveThreads();
  analytics::Session::get().run(options, work);
}

const EntryPoint kEntryPoints[] = {
    {"loop", 16, true,
     [](Containers& use) {
       runInSession([&] { do_all(iterate(0U, kItems), use, steal(), chunk_size<16>()); });
     }},
    {"group", 1, true,
     [](Containers& use) {
       runInSession([&] {
         task_group tasks;
         for (unsigned i = 0; i < kItems; ++i) {
           tasks.run([&use, i] { use(i); });
         }
         tasks.wait();
       });
     }},
    {"call in a call", 256, true,
     [](Containers& use) {
       runInSession([&] {
         const Containers inside;
         runInSession([&] { do_all(iterate(0U, kItems), use); });
       });
     }},
};

/// One allocation of a call fails: the first, a later one, and so on. The call throws or gives its
/// answer, and the next one gives the right answer.
class SessionWithoutMemory : public testing::TestWithParam<std::string> {
protected:
  /// @param run  returns the part of the answer that does not depend on the schedule
  template <typename Run>
  void outlives(const char* name, const Run& run) {
    for (const unsigned threads : {1U, 2U}) {
      analytics::RunOptions options = onThreads(threads);
      options.scheduler = analytics::Scheduler(GetParam());
      const auto right = run(options);
      bool failed = true;
      for (int failing = 0; failed; failing += 1 + failing / 8) {
        failed = false;
        CountedHeap::failAfter(failing);
        try {
          EXPECT_EQ(run(options), right) << name;
        } catch (const std::bad_alloc&) {
          failed = true;
        }
        CountedHeap::failAfter(-1);
      }
      EXPECT_EQ(run(options), right) << name;
    }
  }

  SharedMemSys system_; // calls run here and now
};

TEST_P(SessionWithoutMemory, EachAlgorithmThrowsAndTheNextCallIsRight) {
  using namespace analytics;
  const Arrays arrays = grid(12);
  const auto weighted = arrays.graph<std::uint32_t>();
  const auto plain = Graph<void>::borrow(std::span<const std::uint64_t>(arrays.offsets),
                                         std::span<const Node>(arrays.targets));
  outlives("sssp", [&](const RunOptions& options) {
    const auto found = sssp(weighted, Node{0}, {.algorithm = SsspPlan::kWorklist}, options);
    return std::vector<std::uint64_t>(found.distances.begin(), found.distances.end());
  });
  outlives("bfs", [&](const RunOptions& options) {
    const auto found = bfs(plain, Node{0}, {.algorithm = BfsPlan::kWorklist}, options);
    return std::vector<std::uint64_t>(found.levels.begin(), found.levels.end());
  });
  outlives("astar", [&](const RunOptions& options) {
    return Astar(weighted).query(0, arrays.nodes() - 1, options).distance;
  });
  outlives("mst", [&](const RunOptions& options) {
    return mst(weighted, {.algorithm = MstPlan::kWorklist}, options).weight();
  });
  outlives("pagerank", [&](const RunOptions& options) {
    return pagerank(plain, {.algorithm = PagerankPlan::kWorklist}, options).ranks.size();
  });
  outlives("color", [&](const RunOptions& options) {
    const auto colors = color(plain, {.algorithm = ColorPlan::kWorklist}, options);
    return verifyColor(plain, std::span(colors.colors));
  });
}

INSTANTIATE_TEST_SUITE_P(Schedulers, SessionWithoutMemory,
                         testing::ValuesIn(analytics::schedulerNames()), [](const auto& tested) {
                           std::string name = tested.param;
                           std::replace_if(
                               name.begin(), name.end(),
                               [](char sign) { return sign == '-' || sign == '.'; }, '_');
                           return name;
                         });

INSTANTIATE_TEST_SUITE_P(Session, EndsEarly, allEnds(kEntryPoints), nameOfEnds);

} // namespace
} // namespace galois::test
