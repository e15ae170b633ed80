// The greedy matching in any order under the model checker: when the threads have no tasks, partners are
// those of the greedy algorithm, and no node had two tasks at a time.
#include "analytics/greedymatching/Proposals.h"

#include <vector>

#include "CheckedRows.h"
#include "support/CheckedAtomics.h"

using galois::test::CheckedAtomics;
using galois::test::explore;
namespace order = galois::substrate::order;

namespace {

struct Edge {
  unsigned dst;
  unsigned key;
};
using GraphOf = galois::test::CheckedRows<Edge>;
using Rows = GraphOf::Rows;
struct KeysOf {
  std::uint32_t operator()(unsigned /*node*/, const Edge& edge) const { return edge.key; }
};

constexpr unsigned kNobody = 0xffffffff;

/// A graph, its greedy matching, and the nodes that each thread begins with.
struct Case {
  Rows rows;
  std::vector<unsigned> partners;
  std::vector<unsigned> nodes[2];
};

// Two ends of an edge at once; a path whose middle edge is first, and one whose edges are in falling
// order, so that a proposal that is displaced displaces another; equal keys in a triangle.
const Case kEdge{{{{1, 5}}, {{0, 5}}}, {1, 0}, {{0}, {1}}};
const Case kMiddle{{{{1, 2}}, {{0, 2}, {2, 1}}, {{1, 1}, {3, 2}}, {{2, 2}}},
                   {kNobody, 2, 1, kNobody},
                   {{0, 2}, {3, 1}}};
const Case kFalling{
    {{{1, 3}}, {{0, 3}, {2, 2}}, {{1, 2}, {3, 1}}, {{2, 1}}}, {1, 0, 3, 2}, {{0, 1}, {2, 3}}};
const Case kTriangle{
    {{{1, 7}, {2, 7}}, {{0, 7}, {2, 7}}, {{0, 7}, {1, 7}}}, {1, 0, kNobody}, {{2}, {1, 0}}};

/// Each of two threads lets its nodes propose, and all nodes whose proposals it displaces.
template <const Case& given, unsigned Nodes>
struct Proposing : rl::test_suite<Proposing<given, Nodes>, 2> {
  CheckedAtomics::Atomic<std::uint64_t> words[Nodes];
  CheckedAtomics::Atomic<unsigned> tasks[Nodes]; ///< of the node: queued

  struct WordsOf {
    CheckedAtomics::Atomic<std::uint64_t>* words;
    CheckedAtomics::Atomic<std::uint64_t>& operator()(unsigned node) const { return words[node]; }
  };
  using Protocol = greedymatching::internal::Proposals<GraphOf, KeysOf, WordsOf>;
  const GraphOf graph{given.rows};
  const Protocol protocol{graph, KeysOf{}, WordsOf{words}};

  void before() {
    for (unsigned node = 0; node < Nodes; ++node) {
      protocol.begin(node);
      tasks[node].store(1, order::relaxed);
    }
  }

  void thread(unsigned id) {
    std::vector<unsigned> queue(given.nodes[id].rbegin(), given.nodes[id].rend());
    while (!queue.empty()) {
      const unsigned node = queue.back();
      queue.pop_back();
      RL_ASSERT(tasks[node].fetch_sub(1, order::relaxed) == 1);
      unsigned to = kNobody;
      if (const auto displaced = protocol.propose(node, to)) {
        RL_ASSERT(displaced.node != node);
        RL_ASSERT(tasks[displaced.node].fetch_add(1, order::relaxed) == 0);
        queue.push_back(displaced.node);
      }
    }
  }

  void after() {
    for (unsigned node = 0; node < Nodes; ++node) {
      RL_ASSERT(protocol.partner(node) == given.partners[node]);
    }
  }
};

} // namespace

int main() {
  const bool good = explore<Proposing<kEdge, 2>>({3, 20000, 2000}) &&
                    explore<Proposing<kMiddle, 4>>({2, 40000, 4000}) &&
                    explore<Proposing<kFalling, 4>>({2, 40000, 4000}) &&
                    explore<Proposing<kTriangle, 3>>({2, 40000, 4000});
  return good ? 0 : 1;
}
