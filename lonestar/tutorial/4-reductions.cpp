/**
 * Results that all threads contribute to: sums, maxima, reductions of one's own, and bags. The
 * example finds the prime numbers below a million.
 */
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <utility>
#include <vector>

#include "Tutorial.h"
#include "galois/Bag.h"
#include "galois/Galois.h"
#include "galois/Reduction.h"

namespace {

constexpr unsigned kEnd = 1000000;

bool isPrime(unsigned n) {
  for (unsigned d = 2; d * d <= n; ++d) {
    if (n % d == 0) {
      return false;
    }
  }
  return n >= 2;
}

/// The check: a sieve, on one thread.
std::vector<unsigned> sieve() {
  std::vector<bool> composite(kEnd, false);
  std::vector<unsigned> primes;
  for (std::uint64_t n = 2; n < kEnd; ++n) {
    if (!composite[n]) {
      primes.push_back(static_cast<unsigned>(n));
      for (std::uint64_t multiple = n * n; multiple < kEnd; multiple += n) {
        composite[multiple] = true;
      }
    }
  }
  return primes;
}

} // namespace

int main(int argc, char** argv) {
  const unsigned threads =
      tutorial::threadsOf(argc, argv, "tutorial-4-reductions", "reductions and bags");
  galois::SharedMemSys runtime;
  galois::setActiveThreads(threads, galois::kOversubscribe);

  // Each thread has a value of its own, so an update costs no more than that of a local variable.
  // reduce() combines the values; call it after the loop.
  galois::GAccumulator<unsigned> count;
  galois::GReduceMax<unsigned> largest;

  // A reduction of one's own: how to combine two values, and the value that changes nothing. Here
  // the values are the number of primes that end in 1 and in 9.
  using Ends = std::pair<unsigned, unsigned>;
  auto ends = galois::make_reducible(
      [](Ends a, const Ends& b) {
        return Ends{a.first + b.first, a.second + b.second};
      },
      [] {
        return Ends{0, 0};
      });

  // A bag that all threads push to. Its elements have no order. One can loop over it as over a
  // container.
  galois::InsertBag<unsigned> primes;

  galois::do_all(
      galois::iterate(0u, kEnd),
      [&](unsigned n) {
        if (isPrime(n)) {
          count += 1;
          largest.update(n);
          ends.update(Ends{n % 10 == 1, n % 10 == 9});
          primes.push(n);
        }
      },
      galois::steal()); // large numbers take longer, so the threads' shares are not equal

  galois::GAccumulator<std::uint64_t> sum;
  galois::do_all(galois::iterate(primes), [&](unsigned prime) { sum += prime; });

  const Ends byEnd = ends.reduce();
  std::printf("%u primes, the largest is %u, %u end in 1 and %u in 9\n", count.reduce(),
              largest.reduce(), byEnd.first, byEnd.second);
  std::printf("they add up to %llu\n", static_cast<unsigned long long>(sum.reduce()));

  std::vector<unsigned> found(primes.begin(), primes.end());
  std::sort(found.begin(), found.end());
  const std::vector<unsigned> expected = sieve();
  std::uint64_t total = 0;
  Ends expectedEnds{0, 0};
  for (const unsigned prime : expected) {
    total += prime;
    expectedEnds.first += prime % 10 == 1;
    expectedEnds.second += prime % 10 == 9;
  }
  return tutorial::finish(found == expected && count.reduce() == expected.size() &&
                          largest.reduce() == expected.back() && sum.reduce() == total &&
                          byEnd == expectedEnds);
}
