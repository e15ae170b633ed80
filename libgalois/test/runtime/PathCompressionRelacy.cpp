// Path compression under the model checker. Trees are joined in an arbitrary order, as the minimum
// spanning tree does, so an ancestor cannot be recognised by an order of the nodes.
#include "galois/PathCompression.h"

#include "support/CheckedAtomics.h"

using galois::order::relaxed;
using galois::test::CheckedAtomics;
using galois::test::explore;

namespace {

/// A chain: the parent of each node but node 0 is the node before it.
template <unsigned Count>
struct Chain {
  CheckedAtomics::Atomic<unsigned> parents[Count];

  Chain() {
    for (unsigned node = 1; node < Count; ++node) {
      parents[node].store(node - 1, relaxed);
    }
  }
};

template <unsigned Count>
struct Links {
  Chain<Count>& chain;

  unsigned parent(unsigned node) const { return chain.parents[node].load(relaxed); }
  bool moveUp(unsigned node, unsigned& parent, unsigned ancestor) const {
    RL_ASSERT(ancestor < parent); // The nodes form a chain, so this holds.
    return chain.parents[node].compare_exchange_strong(parent, ancestor, relaxed);
  }
};

/// While no thread joins trees, a path that a thread has flattened stays flat, although it is part
/// of other threads' paths.
struct FlattenAll : rl::test_suite<FlattenAll, 2> {
  Chain<5> chain;

  void thread(unsigned id) {
    for (unsigned node : {4 - id, 2 - id}) {
      RL_ASSERT(galois::findAndFlatten(Links<5>{chain}, node) == 0);
    }
  }
  void after() {
    for (auto& parent : chain.parents) {
      RL_ASSERT(parent.load(relaxed) == 0);
    }
  }
};

/// Two threads shorten a path below a root that a third thread joins to another tree.
struct ShortenBelowAJoin : rl::test_suite<ShortenBelowAJoin, 3> {
  Chain<5> chain;

  void before() {
    chain.parents[1].store(1, relaxed);
  } // At first node 1 is the root of a tree of its own.
  void thread(unsigned id) {
    if (id == 2) {
      chain.parents[1].store(0, relaxed);
      return;
    }
    const unsigned root = id == 0 ? galois::findAndFlatten(Links<5>{chain}, 4U)
                                  : galois::findAndHalve(Links<5>{chain}, 4U);
    RL_ASSERT(root < 2);
  }
  void after() {
    for (unsigned node = 1; node < 5; ++node) {
      RL_ASSERT(chain.parents[node].load(relaxed) < node);
    }
    RL_ASSERT(chain.parents[4].load(relaxed) < 2);
  }
};

} // namespace

int main() {
  return explore<FlattenAll>({3, 20000}) && explore<ShortenBelowAJoin>({2, 20000}) ? 0 : 1;
}
