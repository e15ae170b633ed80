// StealableSpan, the word behind a stealing do_all, under the model checker. Every thread describes
// its share in plain data, publishes it, runs its chunks, and steals until no chunk is left. Each
// chunk must run once, on a thread that sees the description of its share.
#include "galois/runtime/loops/StealableSpan.h"
#include "support/CheckedAtomics.h"

using galois::runtime::ChunkSpan;
using galois::test::CheckedAtomics;
using galois::test::CheckedPlain;
using galois::test::explore;

namespace {

template <unsigned Threads, unsigned Chunks>
struct StealEverything : rl::test_suite<StealEverything<Threads, Chunks>, Threads> {
  using Span = galois::runtime::StealableSpan<CheckedAtomics>;

  Span spans[Threads];
  CheckedPlain<unsigned> shares[Threads];
  CheckedPlain<unsigned> runs[Threads][Chunks];

  void thread(unsigned id) {
    shares[id] = 100 + id;
    // Only thread 0 has chunks, so the others must steal, and steal what was stolen before.
    spans[id].publish({id, 0, id == 0 ? Chunks : 0});
    while (true) {
      ChunkSpan chunk;
      while (spans[id].claim(chunk)) {
        run(chunk);
      }
      ChunkSpan loot;
      if (!steal(id, loot)) {
        break;
      }
      spans[id].publish(loot);
    }
  }

  bool steal(unsigned id, ChunkSpan& loot) {
    for (unsigned victim = 0; victim < Threads; ++victim) {
      if (victim != id && spans[victim].steal(loot) == Span::Theft::kTook) {
        return true;
      }
    }
    return false;
  }

  void run(const ChunkSpan& chunk) {
    RL_ASSERT(shares[chunk.origin].get() == 100 + chunk.origin);
    RL_ASSERT(chunk.end == chunk.begin + 1);
    runs[chunk.origin][chunk.begin] += 1U;
  }

  void after() {
    for (unsigned i = 0; i < Chunks; ++i) {
      RL_ASSERT(runs[0][i].get() == 1);
    }
  }
};

} // namespace

int main() {
  const bool good = explore<StealEverything<2, 3>>({3, 10000, 1000}) &&
                    explore<StealEverything<3, 3>>({2, 10000, 1000}) &&
                    explore<StealEverything<3, 5>>({0, 10000, 2000});
  return good ? 0 : 1;
}
