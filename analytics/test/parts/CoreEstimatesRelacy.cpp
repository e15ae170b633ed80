// Core numbers in any order under the model checker: when the threads have no tasks, all estimates
// are the core numbers, and no node had two tasks at a time.
#include "analytics/kcore/CoreEstimates.h"

#include <vector>

#include "CheckedRows.h"
#include "support/CheckedAtomics.h"

using galois::test::CheckedAtomics;
using galois::test::explore;
namespace order = galois::substrate::order;

namespace {

using GraphOf = galois::test::CheckedRows<>;
using Rows = GraphOf::Rows;

/// A graph, its core numbers, and the two nodes whose tasks begin at once.
struct Case {
  Rows rows;
  std::vector<unsigned> cores;
  unsigned first, second;
};

// Two nodes that fall at once; two that make the one between them fall; two whose fall makes nobody's
// core smaller than theirs.
const Case kPathOf4{{{{1}}, {{0}, {2}}, {{1}, {3}}, {{2}}}, {1, 1, 1, 1}, 1, 2};
const Case kPathOf5{{{{1}}, {{0}, {2}}, {{1}, {3}}, {{2}, {4}}, {{3}}}, {1, 1, 1, 1, 1}, 1, 3};
const Case kDiamond{{{{1}, {2}, {3}}, {{0}, {2}, {3}}, {{0}, {1}}, {{0}, {1}}}, {2, 2, 2, 2}, 0, 1};
// Node 0 falls from 3 to 2, because of node 3, which is in a triangle, and node 1. That one falls from
// 2 to 1. Its thread has nothing to subtract if it sees that node 0 has 3; then that one's thread has
// to see that node 1 has 1.
const Case kOvertaken{
    {{{1}, {2}, {3}}, {{0}, {4}}, {{0}}, {{0}, {5}, {6}}, {{1}}, {{3}, {6}}, {{3}, {5}}},
    {1, 1, 1, 2, 1, 2, 2},
    0,
    1};

/// Each of two threads runs the task of one node and all tasks that it makes.
template <const Case& given, unsigned Nodes>
struct Falling : rl::test_suite<Falling<given, Nodes>, 2> {
  CheckedAtomics::Atomic<std::uint64_t> words[Nodes];
  CheckedAtomics::Atomic<unsigned> tasks[Nodes]; ///< of the node, those that have not begun

  struct WordsOf {
    CheckedAtomics::Atomic<std::uint64_t>* words;
    CheckedAtomics::Atomic<std::uint64_t>& operator()(unsigned node) const { return words[node]; }
  };
  using Estimates = kcore::internal::CoreEstimates<GraphOf, WordsOf>;
  const GraphOf graph{given.rows};

  void before() {
    const Estimates estimates(graph, WordsOf{words});
    std::vector<unsigned> lacking;
    for (unsigned node = 0; node < Nodes; ++node) {
      tasks[node].store(0, order::relaxed);
      if (estimates.begin(node) && node != given.first && node != given.second) {
        lacking.push_back(node);
      }
    }
    typename Estimates::Counts counts;
    for (const unsigned node : lacking) { // these have fallen before, and made no tasks
      estimates.settle(node, counts, [](unsigned, unsigned) { RL_ASSERT(false); });
    }
    tasks[given.first].store(1, order::relaxed);
    tasks[given.second].store(1, order::relaxed);
  }

  void thread(unsigned id) {
    const Estimates estimates(graph, WordsOf{words});
    std::vector<unsigned> queue{id == 0 ? given.first : given.second};
    typename Estimates::Counts counts;
    while (!queue.empty()) {
      const unsigned node = queue.back();
      queue.pop_back();
      RL_ASSERT(tasks[node].fetch_sub(1, order::relaxed) == 1);
      estimates.settle(node, counts, [&](unsigned near, unsigned estimate) {
        RL_ASSERT(estimate > 0);
        RL_ASSERT(tasks[near].fetch_add(1, order::relaxed) == 0);
        queue.push_back(near);
      });
    }
  }

  void after() {
    const Estimates estimates(graph, WordsOf{words});
    for (unsigned node = 0; node < Nodes; ++node) {
      RL_ASSERT(estimates.estimate(node) == given.cores[node]);
    }
  }
};

} // namespace

int main() {
  const bool good = explore<Falling<kPathOf4, 4>>({2, 40000, 4000}) &&
                    explore<Falling<kPathOf5, 5>>({0, 40000, 4000}) &&
                    explore<Falling<kDiamond, 4>>({0, 40000, 4000}) &&
                    explore<Falling<kOvertaken, 7>>({0, 80000, 4000});
  return good ? 0 : 1;
}
