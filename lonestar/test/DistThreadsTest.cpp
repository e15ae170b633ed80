// Shortest paths on divided graphs whose ranks run at the same time: rank 0 has several threads,
// which are those of the pool, and each other rank is a thread of its own. So the threads of a rank,
// its handlers and messages of others meet in every order; under ThreadSanitizer this finds races.
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "../../libdist/test/GrBytes.h"
#include "../../libdist/test/MailTransport.h"
#include "analytics/sssp/SequentialDijkstra.h"
#include "dist/ShortestPathsPart.h"
#include "galois/Galois.h"
#include "galois/dist/PushRuns.h"
#include "graphs/GraphTestSupport.h"

namespace {

using disttest::MailTransport;
using galois::dist::Endpoint;
using galois::dist::NodeParts;
using galois::dist::PartitionedGraph;
using galois::dist::Rank;
using galois::graphs::internal::GrFile;

/// A loop of a rank that is one thread and not the pool's.
template <typename Task>
struct OwnLoop {
  std::vector<Task> tasks;
  void push(const Task& task) { tasks.push_back(task); }
};

constexpr std::uint64_t kNodes = 100;

class DistThreads : public ::testing::Test {
protected:
  DistThreads() {
    graphtest::writeBytes(path_, disttest::grBytes(disttest::randomArcs(kNodes, 500, 7), {}));
  }

  /// Runs the part of a rank.
  template <typename Part, typename Body>
  galois::dist::PushCounts runPart(Endpoint<MailTransport>& endpoint, Part& part,
                                   const galois::dist::PushOptions& options, bool async,
                                   const Body& body) const {
    using Task = typename Part::Task;
    const auto run = [&](const std::vector<Task>& tasks) {
      if (endpoint.rank() == 0) {
        galois::setActiveThreads(threads);
        galois::for_each(galois::iterate(tasks), body, galois::no_stats());
        galois::setActiveThreads(endpoint.ranks() == 1 ? threads : 1);
      } else {
        OwnLoop<Task> own{tasks};
        while (!own.tasks.empty()) {
          const Task task = own.tasks.back();
          own.tasks.pop_back();
          body(task, own);
        }
      }
    };
    return async ? galois::dist::runAsync(endpoint, part, options, run)
                 : galois::dist::runInRounds(endpoint, part, options, run);
  }

  /// Calls fn(ranks, parts, options, async) for a few cases of all kinds. They are few because a
  /// run without rounds has many small loops, which take long with more threads than cores.
  template <typename Fn>
  void forEachCase(const Fn& fn) {
    struct Case {
      unsigned threads;
      Rank ranks;
      bool async;
      Rank columns;
      std::uint64_t slack;
    };
    constexpr std::uint64_t kNever = galois::dist::PushOptions::kNeverHold;
    for (const Case& one :
         {Case{2, 1, true, 1, 1}, Case{2, 3, true, 1, 1}, Case{3, 4, true, 2, 4},
          Case{3, 2, false, 1, 1}, Case{16, 2, true, 1, kNever}, Case{16, 4, false, 2, 1}}) {
      SCOPED_TRACE(testing::Message() << one.threads << " threads, " << one.ranks << " ranks");
      threads = one.threads;
      // Outside loops, other ranks than 0 must not enter the pool.
      galois::setActiveThreads(one.ranks == 1 ? threads : 1);
      galois::dist::PushOptions options;
      options.capacity = 8;
      options.tasksPerLook = 2;
      options.pollEvery = 0;
      options.slack = one.slack;
      fn(one.ranks, NodeParts::balanced(GrFile(path_), one.ranks).inColumns(one.columns), options,
         one.async);
    }
    galois::setActiveThreads(1);
  }

  unsigned threads = 1; ///< of rank 0 in loops
  const galois::SharedMemSys system_;
  graphtest::TempFolder folder_;
  const std::string path_ = folder_.file("graph.gr");
};

TEST_F(DistThreads, Distances) {
  const GrFile file(path_);
  const PartitionedGraph<std::uint32_t> whole(file, NodeParts({0, kNodes}), 0);
  std::vector<std::uint32_t> wanted(kNodes, sssp::kInfinity<std::uint32_t>);
  sssp::sequentialDijkstra(whole, 5u, wanted.data());
  forEachCase([&](Rank ranks, const NodeParts& parts, const auto& options, bool async) {
    disttest::onMailRanks(ranks, [&](MailTransport& transport) {
      Endpoint<MailTransport> endpoint(transport);
      const GrFile own(path_);
      const PartitionedGraph<std::uint32_t> graph(own, parts, endpoint.rank());
      dist::ShortestPathsPart<std::uint32_t, std::uint32_t> part(graph, 1, 3, options);
      part.reset(5);
      runPart(endpoint, part, options, async,
              [&](const auto& task, auto& ctx) { part.relax(task, ctx); });
      for (std::uint32_t node = 0; node < graph.owned(); ++node) {
        ASSERT_EQ(part.distances()[node], wanted[graph.globalOf(node)]);
      }
    });
  });
}

} // namespace
