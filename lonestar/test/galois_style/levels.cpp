/**
 * Counts nodes by their distance, in the style of programs written for Galois: a function returns a
 * reference to what a reduction has counted, though the reduction ends with it. And the order in
 * which one thread takes tasks from a LIFO.
 */
#include <cstddef>
#include <deque>
#include <iostream>
#include <limits>
#include <memory>
#include <vector>

#include "Lonestar/BoilerPlate.h"
#include "galois/Galois.h"
#include "galois/Reduction.h"

namespace cll = llvm::cl;

static cll::opt<unsigned> size("size", cll::desc("number of nodes"), cll::init(20000));

/// The nodes per distance. The function that merges returns its first argument.
struct CountLevels {
  static std::deque<std::size_t>& count(const std::vector<unsigned>& distances) {
    auto counts = galois::make_reducible(
        [](std::deque<std::size_t>& all,
           std::deque<std::size_t>&& some) -> std::deque<std::size_t>& {
          if (all.size() < some.size()) {
            all.resize(some.size());
          }
          for (std::size_t i = 0; i < some.size(); ++i) {
            all[i] += some[i];
          }
          return all;
        },
        [] { return std::deque<std::size_t>(); });
    galois::do_all(galois::iterate(distances), [&](unsigned distance) {
      auto& own = counts.getLocal();
      if (own.size() <= distance) {
        own.resize(distance + 1);
      }
      ++own[distance];
    });
    return counts.reduce();
  }
};

/// A type without copies, merged by a function that returns a reference to one of its arguments.
static bool longest(const std::vector<unsigned>& distances) {
  using Text = std::unique_ptr<unsigned>;
  const auto merge = [](Text& a, Text&& b) -> Text& { return *a < *b ? b : a; };
  auto greatest = galois::make_reducible(merge, [] { return std::make_unique<unsigned>(0); });
  galois::do_all(galois::iterate(distances),
                 [&](unsigned distance) { greatest.update(std::make_unique<unsigned>(distance)); });
  return *greatest.reduce() == distances.size() % 97 + 99;
}

/// One thread takes the youngest task first, also of those that it has just pushed.
static bool isLifo() {
  using LIFO = galois::worklists::PerSocketChunkLIFO<2>;
  const unsigned threads = galois::getActiveThreads();
  galois::setActiveThreads(1);
  std::vector<int> order;
  galois::for_each(
      galois::iterate({1, 2, 3, 4, 5}),
      [&](int task, auto& ctx) {
        order.push_back(task);
        if (task < 10) {
          ctx.push(task + 10);
        }
      },
      galois::wl<LIFO>(), galois::disable_conflict_detection());
  galois::setActiveThreads(threads);
  return order == std::vector<int>{5, 15, 4, 14, 3, 13, 2, 12, 1, 11};
}

int main(int argc, char** argv) {
  galois::SharedMemSys G;
  LonestarStart(argc, argv, "levels", "Nodes by their distance", nullptr, nullptr);
  std::vector<unsigned> distances;
  std::vector<std::size_t> expected(100 + size % 97, 0);
  for (unsigned n = 0; n < size; ++n) {
    distances.push_back(n % static_cast<unsigned>(expected.size()));
    ++expected[distances.back()];
  }
  const auto& counts = CountLevels::count(distances);
  const std::vector<char> other(1000, 'x'); // takes memory that was freed
  const bool counted = std::vector<std::size_t>(counts.begin(), counts.end()) == expected;
  if (!counted || !longest(distances) || !isLifo() || other[0] != 'x') {
    std::cerr << "Verification failed.\n";
    return 1;
  }
  std::cout << counts.size() << " levels\nVerification successful.\n";
  return 0;
}
