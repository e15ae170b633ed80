/**
 * fork-bench measures what a fork costs that no other thread takes, in nanoseconds above two plain
 * calls, under each protocol of the fork-join executor. The program is the recursion of the Fibonacci
 * numbers without a cut-off, on one thread, so almost all of the time is that of forks and joins.
 *
 * The variants take turns, and each number is the smallest of several rounds, because disturbances
 * only make a measurement larger. `fork-bench N` computes fib(N), and `fork-bench N VARIANT` runs one
 * variant once, for perf.
 */
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

#include <fmt/format.h>

#include "galois/Galois.h"
#include "galois/Tasks.h"
#include "galois/runtime/forkjoin/Executor_ForkJoin.h"
#include "galois/runtime/forkjoin/ForkJoinReceiver.h"
#include "galois/runtime/forkjoin/ForkJoinSender.h"
#include "galois/runtime/forkjoin/ForkJoinShared.h"
#include "galois/substrate/Clock.h"

namespace {

namespace runtime = galois::runtime;

constexpr unsigned kRounds = 15;
constexpr unsigned kLeastN = 2;
constexpr unsigned kMostN = 45;

[[gnu::noinline]] std::uint64_t called(unsigned n) {
  return n < 2 ? n : called(n - 1) + called(n - 2);
}

template <typename Context>
[[gnu::noinline]] std::uint64_t forked(Context& context, unsigned n) {
  if (n < 2) {
    return n;
  }
  std::uint64_t a = 0, b = 0;
  context.invoke([&](auto& here) { a = forked(here, n - 1); },
                 [&](auto& here) { b = forked(here, n - 2); });
  return a + b;
}

/// By the function that looks up the worker of the thread.
[[gnu::noinline]] std::uint64_t invoked(unsigned n) {
  if (n < 2) {
    return n;
  }
  std::uint64_t a = 0, b = 0;
  galois::parallel_invoke([&] { a = invoked(n - 1); }, [&] { b = invoked(n - 2); });
  return a + b;
}

template <typename Protocol>
std::uint64_t under(unsigned n) {
  static runtime::ForkJoinExecutor<Protocol> executor;
  std::uint64_t value = 0;
  executor.run([&](auto& context) { value = forked(context, n); });
  return value;
}

std::uint64_t underLookUp(unsigned n) {
  std::uint64_t value = 0;
  galois::parallel_invoke([&] { value = invoked(n); }, [] {});
  return value;
}

struct Variant {
  const char* name;
  std::uint64_t (*run)(unsigned n);
  double best; ///< seconds
};

/// Returns the number from 2 to 45 that the text is, or 0.
unsigned parse(const char* text) {
  char* end = nullptr;
  const unsigned long n = std::strtoul(text, &end, 10);
  return *text != '\0' && *text != '-' && *end == '\0' && n >= kLeastN && n <= kMostN
             ? static_cast<unsigned>(n)
             : 0;
}

int measure(int argc, char** argv) {
  std::array<Variant, 6> variants{{{"call", called, 1e30},
                                   {"receiver", under<runtime::Receiver>, 1e30},
                                   {"sender", under<runtime::Sender>, 1e30},
                                   {"chase-lev", under<runtime::ChaseLev>, 1e30},
                                   {"split", under<runtime::Split>, 1e30},
                                   {"parallel_invoke", underLookUp, 1e30}}};
  const unsigned n = argc > 1 ? parse(argv[1]) : 27;
  if (n == 0 || argc > 3) {
    fmt::print(stderr, "fork-bench: usage: fork-bench [N [VARIANT]], with N from {} to {}\n",
               kLeastN, kMostN);
    return 2;
  }
  const galois::SharedMemSys system;
  galois::setActiveThreads(1);
  if (argc == 3) {
    for (const Variant& variant : variants) {
      if (variant.name == std::string(argv[2])) {
        fmt::print("fib({}) = {}\n", n, variant.run(n));
        return 0;
      }
    }
    fmt::print(stderr,
               "fork-bench: no variant {}; take call, receiver, sender, chase-lev, split or "
               "parallel_invoke\n",
               argv[2]);
    return 2;
  }
  const std::uint64_t expected = called(n);
  for (unsigned round = 0; round < kRounds; ++round) {
    for (Variant& variant : variants) {
      const std::uint64_t began = galois::substrate::nowNs();
      const std::uint64_t value = variant.run(n);
      const std::uint64_t took = galois::substrate::nowNs() - began;
      variant.best = std::min(variant.best, static_cast<double>(took) * 1e-9);
      if (value != expected) {
        fmt::print(stderr, "fork-bench: fib({}) is {} and not {} under {}\n", n, expected, value,
                   variant.name);
        return 1;
      }
    }
  }
  // A call for 2 or more forks once, and there are fib(n + 1) - 1 of them.
  const double forks = static_cast<double>(called(n + 1) - 1);
  const double plain = variants[0].best;
  fmt::print("fib({}), {:.0f} forks, best of {} rounds\n", n, forks, kRounds);
  for (const Variant& variant : variants) {
    fmt::print("{:16} {:8.4f} s  {:6.2f} times the calls  {:6.2f} ns per fork above a call\n",
               variant.name, variant.best, variant.best / plain,
               (variant.best - plain) * 1e9 / forks);
  }
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  try {
    const int status = measure(argc, argv);
    if (std::fflush(stdout) != 0) {
      std::perror("fork-bench: cannot write standard output");
      return 1;
    }
    return status;
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "fork-bench: %s\n", problem.what());
    return 1;
  }
}
