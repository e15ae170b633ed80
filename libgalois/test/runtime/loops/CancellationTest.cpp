// Loops end early when their computation is cancelled, and throw. Containers that are alive then are
// destroyed all the same, also in parallel.
#include "galois/substrate/Cancellation.h"

#include <atomic>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "galois/Galois.h"
#include "galois/LargeArray.h"
#include "galois/PerThreadContainer.h"
#include "galois/graphs/LC_CSR_Graph.h"
#include "galois/graphs/LC_Morph_Graph.h"
#include "galois/graphs/MorphGraph.h"
#include "galois/gslist.h"
#include "galois/worklists/Obim.h"

namespace galois {
namespace {

using substrate::Cancellation;
using substrate::Cancelled;

class CancellationTest : public ::testing::TestWithParam<unsigned> {
protected:
  void SetUp() override {
    Cancellation::reset();
    setActiveThreads(GetParam());
  }
  void TearDown() override { Cancellation::reset(); }

  /// Runs a loop that pushes a task for each task, and so ends only when it is cancelled.
  template <typename Worklist>
  static void runEndless() {
    std::atomic<unsigned> tasks{0};
    std::vector<unsigned> initial(10);
    std::iota(initial.begin(), initial.end(), 0u);
    EXPECT_THROW(for_each(
                     iterate(initial),
                     [&](unsigned task, auto& context) {
                       if (++tasks == 5000) {
                         Cancellation::request();
                       }
                       context.push(task + 1);
                     },
                     wl<Worklist>(), disable_conflict_detection(), loopname("Endless")),
                 Cancelled);
    EXPECT_GE(tasks, 5000u);
  }

  SharedMemSys system_;
};

TEST_P(CancellationTest, EndsForEachWithEachKindOfWorklist) {
  runEndless<worklists::PerSocketChunkFIFO<16>>(); // takes batches
  Cancellation::reset();
  struct Indexer {
    unsigned operator()(unsigned task) const { return task / 8; }
  };
  runEndless<worklists::OrderedByIntegerMetric<Indexer>>();
}

TEST_P(CancellationTest, EndsAlgorithmsOfManyLoopsBetweenTheirLoops) {
  unsigned rounds = 0;
  EXPECT_THROW(
      {
        for (;; ++rounds) {
          if (rounds == 3) {
            Cancellation::request();
          }
          do_all(
              iterate(0u, 100u), [](unsigned) {}, no_stats());
        }
      },
      Cancelled);
  EXPECT_EQ(rounds, 3u);
}

TEST_P(CancellationTest, LeavesLaterLoopsAlone) {
  Cancellation::request();
  EXPECT_THROW(on_each([](unsigned, unsigned) {}), Cancelled);
  Cancellation::reset();
  std::atomic<unsigned> sum{0};
  do_all(
      iterate(0u, 100u), [&](unsigned i) { sum += i; }, no_stats());
  EXPECT_EQ(sum, 4950u);
}

/// An element of a container. All elements together count how many of them are alive.
using Element = std::shared_ptr<int>;

/// Containers, and how a loop of many threads fills them. fill() adds copies of `element`, at least
/// one on each active thread. @{
struct FilledBag {
  InsertBag<Element> bag;
  void fill(const Element& element) {
    on_each([&](unsigned, unsigned) { bag.push(element); });
  }
};
struct FilledBagOfSmallBlocks {
  InsertBag<Element, 256> bag;
  void fill(const Element& element) {
    do_all(
        iterate(0, 1000), [&](int) { bag.push(element); }, no_stats());
  }
};
struct FilledMorphGraph {
  graphs::MorphGraph<Element, Element, false> graph;
  void fill(const Element& element) {
    on_each([&](unsigned, unsigned) {
      auto* last = graph.createNode(element);
      graph.addNode(last);
      for (int i = 0; i < 10; ++i) {
        auto* node = graph.createNode(element);
        graph.addNode(node);
        graph.addMultiEdge(last, node, MethodFlag::UNPROTECTED, element);
        last = node;
      }
    });
  }
};
struct FilledLcMorphGraph {
  graphs::LC_Morph_Graph<Element, Element> graph;
  void fill(const Element& element) {
    on_each([&](unsigned, unsigned) {
      auto* first = graph.createNode(1, element);
      auto* second = graph.createNode(1, element);
      graph.addMultiEdge(first, second, MethodFlag::UNPROTECTED, element);
    });
  }
};
struct FilledArray {
  LargeArray<Element> array;
  void fill(const Element& element) {
    array.allocateInterleaved(1000);
    for (std::size_t i = 0; i < array.size(); ++i) {
      array.constructAt(i, element);
    }
  }
};
/// Its move assignment, which is noexcept, destroys the elements.
struct OverwrittenArray : FilledArray {
  ~OverwrittenArray() { array = LargeArray<Element>(); }
};
struct FilledCsrGraph {
  graphs::LC_CSR_Graph<Element, void> graph;
  void fill(const Element& element) {
    graph.allocateFrom(100, 0);
    graph.constructNodes();
    for (auto node : graph) {
      graph.getData(node) = element;
    }
  }
};
struct FilledVectors {
  PerThreadVector<Element> vectors;
  void fill(const Element& element) {
    on_each([&](unsigned, unsigned) { vectors.get().push_back(element); });
  }
};
struct FilledList {
  concurrent_gslist<Element> list;
  void fill(const Element& element) {
    on_each([&](unsigned, unsigned) { list.push_front(element); });
  }
};
/// @}

template <typename Filled>
class ContainersOf : public testing::Test {
protected:
  void SetUp() override { Cancellation::reset(); }
  void TearDown() override { Cancellation::reset(); }

  /// Fills a container and then runs `loop`, which throws `Thrown`, on each number of threads.
  template <typename Thrown, typename Loop>
  void destroyedWhen(const Loop& loop) {
    for (const unsigned threads : {1u, 2u, 5u}) {
      setActiveThreads(threads, kOversubscribe);
      const auto element = std::make_shared<int>(0);
      EXPECT_THROW(
          {
            Filled filled;
            filled.fill(element);
            EXPECT_GT(element.use_count(), 1);
            loop();
          },
          Thrown);
      EXPECT_EQ(element.use_count(), 1) << threads << " threads";
      Cancellation::reset();
    }
  }

  SharedMemSys system_;
};

using Containers =
    testing::Types<FilledBag, FilledBagOfSmallBlocks, FilledMorphGraph, FilledLcMorphGraph,
                   FilledArray, OverwrittenArray, FilledCsrGraph, FilledVectors, FilledList>;
TYPED_TEST_SUITE(ContainersOf, Containers);

TYPED_TEST(ContainersOf, ACancelledLoopAreDestroyed) {
  this->template destroyedWhen<Cancelled>([] {
    Cancellation::request();
    on_each([](unsigned, unsigned) {});
  });
}

TYPED_TEST(ContainersOf, ALoopThatThrowsAreDestroyed) {
  this->template destroyedWhen<std::out_of_range>([] {
    do_all(
        iterate(0, 100), [](int) { throw std::out_of_range("in an operator"); }, no_stats());
  });
}

/// Both at once: the exception passes while everything is cancelled.
TYPED_TEST(ContainersOf, ALoopThatThrowsWhileItIsCancelledAreDestroyed) {
  this->template destroyedWhen<std::out_of_range>([] {
    do_all(
        iterate(0, 100),
        [](int) {
          Cancellation::request();
          throw std::out_of_range("in an operator");
        },
        no_stats());
  });
}

INSTANTIATE_TEST_SUITE_P(Threads, CancellationTest, ::testing::Values(1, 2, 5));

} // namespace
} // namespace galois
