// The greedy independent set in any order under the model checker: when the threads have no tasks, the
// set is the greedy one, no node had two tasks at a time, and every node has had its task.
#include "analytics/mis/NodeDecisions.h"

#include <vector>

#include "CheckedRows.h"
#include "support/CheckedAtomics.h"

using galois::test::CheckedAtomics;
using galois::test::explore;
namespace order = galois::substrate::order;

namespace {

using GraphOf = galois::test::CheckedRows<>;
using Rows = GraphOf::Rows;

struct ById {
  bool precedes(unsigned a, unsigned b) const { return a < b; }
};

/// A graph, its greedy set in the order of the numbers, and the tasks that each thread begins with.
struct Case {
  Rows rows;
  std::vector<bool> members;
  std::vector<unsigned> tasks[2];
};

// One node for which another waits while it is decided; two nodes that wait for one that is told that it
// is out, so that a link leads to a link; nodes that are told so while they wait; a chain in which a
// woken node wakes the next.
const Case kEdge{{{{1}}, {{0}}}, {true, false}, {{0}, {1}}};
const Case kBroom{
    {{{1}}, {{0}, {2}, {3}}, {{1}}, {{1}}}, {true, false, true, true}, {{1, 0}, {2, 3}}};
const Case kTriangle{{{{1}, {2}}, {{0}, {2}}, {{0}, {1}}}, {true, false, false}, {{1, 0}, {2}}};
const Case kPath{
    {{{1}}, {{0}, {2}}, {{1}, {3}}, {{2}}}, {true, false, true, false}, {{3, 1}, {2, 0}}};

/// Each of two threads runs its tasks, the first ones first, and all tasks that these make.
template <const Case& given, unsigned Nodes>
struct Deciding : rl::test_suite<Deciding<given, Nodes>, 2> {
  CheckedAtomics::Atomic<std::uint32_t> words[Nodes];
  CheckedAtomics::Plain<std::uint32_t> links[Nodes];
  CheckedAtomics::Atomic<unsigned> tasks[Nodes]; ///< of the node: queued

  struct WordsOf {
    CheckedAtomics::Atomic<std::uint32_t>* words;
    CheckedAtomics::Atomic<std::uint32_t>& operator()(unsigned node) const { return words[node]; }
  };
  struct LinksOf {
    CheckedAtomics::Plain<std::uint32_t>* links;
    CheckedAtomics::Plain<std::uint32_t>& operator()(unsigned node) const { return links[node]; }
  };
  using Decisions = mis::internal::NodeDecisions<GraphOf, ById, WordsOf, LinksOf>;
  const GraphOf graph{given.rows};
  const ById byId{};
  const Decisions decisions{graph, byId, WordsOf{words}, LinksOf{links}};

  void before() {
    for (unsigned node = 0; node < Nodes; ++node) {
      decisions.begin(node);
      tasks[node].store(1, order::relaxed);
    }
  }

  void thread(unsigned id) {
    std::vector<unsigned> queue(given.tasks[id].rbegin(), given.tasks[id].rend());
    while (!queue.empty()) {
      const unsigned node = queue.back();
      queue.pop_back();
      // The task is no longer counted when its node may be woken, which can be before it returns.
      RL_ASSERT(tasks[node].fetch_sub(1, order::relaxed) == 1);
      const auto outcome = decisions.decide(node, true, [&](unsigned woken) {
        RL_ASSERT(tasks[woken].fetch_add(1, order::relaxed) == 0);
        queue.push_back(woken);
      });
      RL_ASSERT(outcome != Decisions::kBlocked);
    }
  }

  void after() {
    for (unsigned node = 0; node < Nodes; ++node) {
      RL_ASSERT(decisions.isDecided(node));
      RL_ASSERT(decisions.isMember(node) == given.members[node]);
      RL_ASSERT(tasks[node].load(order::relaxed) == 0);
    }
  }
};

} // namespace

int main() {
  const bool good = explore<Deciding<kEdge, 2>>({3, 20000, 2000}) &&
                    explore<Deciding<kBroom, 4>>({2, 40000, 4000}) &&
                    explore<Deciding<kTriangle, 3>>({2, 40000, 4000}) &&
                    explore<Deciding<kPath, 4>>({2, 40000, 4000});
  return good ? 0 : 1;
}
