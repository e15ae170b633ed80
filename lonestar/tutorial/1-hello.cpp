/**
 * Starts the runtime system, runs a function once on each thread, and then a loop whose iterations
 * are shared among the threads.
 */
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "Tutorial.h"
#include "galois/Galois.h"

int main(int argc, char** argv) {
  const unsigned threads =
      tutorial::threadsOf(argc, argv, "tutorial-1-hello", "threads and a parallel loop");

  // One object per program. Make it first: it sets up the runtime system, and its destructor prints
  // the statistics of loops that have a name.
  galois::SharedMemSys runtime;

  // Loops run on one thread until this call. Without the second argument the number stops at that
  // of the processors.
  galois::setActiveThreads(threads, galois::kOversubscribe);

  // on_each() calls the function once on each thread and returns when all calls have returned. Each
  // thread writes its own element, so there is no data race.
  std::vector<unsigned> greetings(threads, 0);
  galois::on_each([&](unsigned thread, unsigned total) { greetings[thread] = total; });
  const auto hellos = std::count(greetings.begin(), greetings.end(), threads);
  std::printf("%d threads said hello\n", static_cast<int>(hellos));

  // do_all() calls the function once for each number of the range. Threads get the numbers in
  // portions, in no particular order. So no call may need the result of another one.
  constexpr std::uint64_t kNumbers = 1000000;
  std::vector<std::uint64_t> squares(kNumbers);
  galois::do_all(galois::iterate(std::uint64_t{0}, kNumbers),
                 [&](std::uint64_t i) { squares[i] = i * i; });

  // iterate() also takes a container. Options come last, in any order: with steal(), a thread that
  // has finished its share takes part of another thread's share.
  galois::do_all(
      galois::iterate(squares), [](std::uint64_t& square) { square += 1; }, galois::steal(),
      galois::chunk_size<64>());

  std::uint64_t sum = 0;
  for (const std::uint64_t square : squares) {
    sum += square;
  }
  std::printf("the squares, each plus 1, add up to %llu\n", static_cast<unsigned long long>(sum));

  const std::uint64_t last = kNumbers - 1;
  const std::uint64_t expected = last * (last + 1) * (2 * last + 1) / 6 + kNumbers;
  return tutorial::finish(hellos == static_cast<long>(threads) && sum == expected);
}
