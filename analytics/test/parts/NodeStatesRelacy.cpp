// The colouring of neighbours under the model checker. No two neighbours get the same colour, each
// node gets one, and no thread colours for ever.
//
// There is a limit to what Relacy shows. In Relacy, a compare-exchange that fails sees the last
// value; in C++ it may see an older one. NodeStates.h says why this does no harm.
#include "analytics/color/NodeStates.h"

#include <vector>

#include "CheckedRows.h"
#include "support/CheckedAtomics.h"

using galois::test::CheckedAtomics;
using galois::test::explore;
namespace order = galois::substrate::order;

namespace {

using GraphOf = galois::test::CheckedRows<>;
using Rows = GraphOf::Rows;

const Rows kPair{{{1}}, {{0}}};
const Rows kPath{{{1}}, {{0}, {2}}, {{1}}};
const Rows kTriangle{{{1}, {2}}, {{2}, {0}}, {{0}, {1}}};
const Rows kMiddleLast{{{2}}, {{2}}, {{0}, {1}}};

/// Thread t colours node t, beginning with colour 0. It proceeds to the next colour only if a
/// neighbour has the current one.
template <const Rows& rows, unsigned Nodes>
struct Neighbours : rl::test_suite<Neighbours<rows, Nodes>, Nodes> {
  CheckedAtomics::Atomic<std::uint32_t> words[Nodes];

  struct WordsOf {
    CheckedAtomics::Atomic<std::uint32_t>* words;
    CheckedAtomics::Atomic<std::uint32_t>& operator()(unsigned node) const { return words[node]; }
  };
  using NodeStates = color::internal::NodeStates<GraphOf, WordsOf>;
  const GraphOf graph{rows};

  void before() {
    for (auto& word : words) {
      word.store(~0U, order::relaxed);
    }
  }

  void thread(unsigned id) {
    const NodeStates states(graph, WordsOf{words});
    RL_ASSERT(states.begin(id));
    RL_ASSERT(!states.begin(id));
    for (unsigned color = 0; !states.painted(id);) {
      switch (states.paint(id, color)) {
      case NodeStates::Attempt::kPainted:
        RL_ASSERT(states.painted(id));
        break;
      case NodeStates::Attempt::kTaken:
        ++color;
        break;
      default:
        CheckedAtomics::pause();
      }
    }
  }

  void after() {
    for (unsigned node = 0; node < Nodes; ++node) {
      const unsigned color = words[node].load(order::relaxed);
      RL_ASSERT(color <= rows[node].size());
      for (const auto& edge : rows[node]) {
        RL_ASSERT(words[edge.dst].load(order::relaxed) != color);
      }
    }
  }
};

} // namespace

int main() {
  const bool good = explore<Neighbours<kPair, 2>>({3, 40000, 2000}) &&
                    explore<Neighbours<kPath, 3>>({0, 40000, 4000}) &&
                    explore<Neighbours<kTriangle, 3>>({0, 40000, 4000}) &&
                    explore<Neighbours<kMiddleLast, 3>>({0, 40000, 4000});
  return good ? 0 : 1;
}
