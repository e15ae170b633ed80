// The explorer on litmus tests: as many executions as are published, or as the definition of the
// memory model allows.
//
// Published: Kokologiannakis, Lahav, Sagonas and Vafeiadis ["Effective stateless model checking for
// C/C++ concurrency", POPL 2018] count the executions of some, and the counts of the others follow
// from the text of RC11: all choices of what each read returns and of the order of writes, but for
// the forbidden ones that the comments name. countByDefinition() counts them again, and those of
// random tests.
#include "explorer/Litmus.h"

#include <cstdio>
#include <random>
#include <string>

using namespace galois::test::explorer;

namespace {

constexpr auto kRlx = std::memory_order_relaxed;
constexpr auto kAcq = std::memory_order_acquire;
constexpr auto kRel = std::memory_order_release;
constexpr auto kAr = std::memory_order_acq_rel;
constexpr auto kSc = std::memory_order_seq_cst;

Step r(unsigned location, std::memory_order order = kRlx) {
  return {Step::What::kRead, location, order};
}
Step w(unsigned location, std::memory_order order = kRlx) {
  return {Step::What::kWrite, location, order};
}
Step u(unsigned location, std::memory_order order = kRlx) {
  return {Step::What::kUpdate, location, order};
}
Step f(std::memory_order order) { return {Step::What::kFence, 0, order}; }
constexpr unsigned x = 0;
constexpr unsigned y = 1;

constexpr std::uint64_t kMostChoices = 20000;

struct Known {
  const char* name;
  Litmus test;
  std::uint64_t executions;
};

const std::vector<Known> kKnown = {
    // Store buffering: each read returns one of two values, and only SC forbids that both are old.
    {"SB", {{w(x), r(y)}, {w(y), r(x)}}, 4},
    {"SB, release and acquire", {{w(x, kRel), r(y, kAcq)}, {w(y, kRel), r(x, kAcq)}}, 4},
    {"SB, SC", {{w(x, kSc), r(y, kSc)}, {w(y, kSc), r(x, kSc)}}, 3},
    {"SB, one read not SC", {{w(x, kSc), r(y, kSc)}, {w(y, kSc), r(x, kAcq)}}, 4},
    {"SB, SC fences", {{w(x), f(kSc), r(y)}, {w(y), f(kSc), r(x)}}, 3},
    {"SB, one SC fence", {{w(x), f(kSc), r(y)}, {w(y), f(kAr), r(x)}}, 4},
    // Three threads in a ring: 8 choices, all old is forbidden under SC.
    {"SB of 3, SC", {{w(0, kSc), r(1, kSc)}, {w(1, kSc), r(2, kSc)}, {w(2, kSc), r(0, kSc)}}, 7},
    // Message passing: the flag is seen and the data are not, which release and acquire forbid.
    {"MP", {{w(x), w(y)}, {r(y), r(x)}}, 4},
    {"MP, release and acquire", {{w(x), w(y, kRel)}, {r(y, kAcq), r(x)}}, 3},
    {"MP, no release", {{w(x), w(y)}, {r(y, kAcq), r(x)}}, 4},
    {"MP, no acquire", {{w(x), w(y, kRel)}, {r(y), r(x)}}, 4},
    {"MP, fences", {{w(x), f(kRel), w(y)}, {r(y), f(kAcq), r(x)}}, 3},
    {"MP, a fence and an acquire", {{w(x), f(kRel), w(y)}, {r(y, kAcq), r(x)}}, 3},
    {"MP, SC", {{w(x, kSc), w(y, kSc)}, {r(y, kSc), r(x, kSc)}}, 3},
    // Load buffering: RC11 forbids that both reads see what comes after the other.
    {"LB", {{r(x), w(y)}, {r(y), w(x)}}, 3},
    {"LB, release and acquire", {{r(x, kAcq), w(y, kRel)}, {r(y, kAcq), w(x, kRel)}}, 3},
    // Independent reads of independent writes: only SC forbids that the readers disagree.
    {"IRIW", {{w(x)}, {w(y)}, {r(x), r(y)}, {r(y), r(x)}}, 16},
    {"IRIW, release and acquire",
     {{w(x, kRel)}, {w(y, kRel)}, {r(x, kAcq), r(y, kAcq)}, {r(y, kAcq), r(x, kAcq)}},
     16},
    {"IRIW, SC", {{w(x, kSc)}, {w(y, kSc)}, {r(x, kSc), r(y, kSc)}, {r(y, kSc), r(x, kSc)}}, 15},
    {"IRIW, SC fences", {{w(x)}, {w(y)}, {r(x), f(kSc), r(y)}, {r(y), f(kSc), r(x)}}, 15},
    // Two orders of writes at either location; SC forbids that both threads come first at the second.
    {"2+2W", {{w(x), w(y)}, {w(y), w(x)}}, 4},
    {"2+2W, release", {{w(x, kRel), w(y, kRel)}, {w(y, kRel), w(x, kRel)}}, 4},
    {"2+2W, SC", {{w(x, kSc), w(y, kSc)}, {w(y, kSc), w(x, kSc)}}, 3},
    {"2+2W, SC fences", {{w(x), f(kSc), w(y)}, {w(y), f(kSc), w(x)}}, 3},
    // Coherence: the second read is not older than the first one (4 - 1); with two writers, there
    // are 2 orders, in each of which two reads of 3 values may be 6 pairs.
    {"CoRR", {{w(x)}, {r(x), r(x)}}, 3},
    {"CoRR, two writers", {{w(x)}, {w(x)}, {r(x), r(x)}}, 12},
    {"CoWR", {{w(x), r(x)}, {w(x)}}, 3},
    {"CoRW", {{r(x), w(x)}, {w(x)}}, 3},
    {"CoWW", {{w(x), w(x)}, {r(x)}}, 3},
    // Causality over two threads: 8 choices; if both flags are seen, then so are the data.
    {"WRC", {{w(x)}, {r(x), w(y)}, {r(y), r(x)}}, 8},
    {"WRC, release and acquire",
     {{w(x, kRel)}, {r(x, kAcq), w(y, kRel)}, {r(y, kAcq), r(x, kAcq)}},
     7},
    {"WRC, SC", {{w(x, kSc)}, {r(x, kSc), w(y, kSc)}, {r(y, kSc), r(x, kSc)}}, 7},
    // A release sequence goes on through an update of another thread: the flag has 3 values in
    // either of 2 orders; an acquire that reads the update after the release sees the data.
    {"release sequence", {{w(x), w(y, kRel)}, {u(y)}, {r(y, kAcq), r(x)}}, 9},
    // It does not go on through another write of the releasing thread (C++20).
    {"no release sequence", {{w(x), w(y, kRel), w(y)}, {r(y, kAcq), r(x)}}, 5},
    // R and S: a write that is read, or comes after another one.
    {"S, release and acquire", {{w(x), w(y, kRel)}, {r(y, kAcq), w(x)}}, 3},
    {"R, SC", {{w(x, kSc), w(y, kSc)}, {w(y, kSc), r(x, kSc)}}, 3},
    {"R, SC fences", {{w(x), f(kSc), w(y)}, {w(y), f(kSc), r(x)}}, 3},
    // Updates of one word come one after the other, in any order: n!
    {"2 updates", {{u(x)}, {u(x)}}, 2},
    {"3 updates", {{u(x)}, {u(x)}, {u(x)}}, 6},
    {"4 updates", {{u(x)}, {u(x)}, {u(x)}, {u(x)}}, 24},
    // Two updates per thread keep their order: 4! / (2! 2!) and 6! / (2! 2! 2!).
    {"2 threads of 2 updates", {{u(x), u(x)}, {u(x), u(x)}}, 6},
    {"3 threads of 2 updates", {{u(x), u(x)}, {u(x), u(x)}, {u(x), u(x)}}, 90},
    // n writers of one word, n!; and a reader of each, which has n + 1 choices.
    {"3 writers", {{w(x)}, {w(x)}, {w(x)}}, 6},
    {"3 writers and a reader", {{w(x)}, {w(x)}, {w(x)}, {r(x)}}, 24},
};

Litmus randomTest(std::mt19937& random) {
  const auto below = [&random](unsigned n) { return static_cast<unsigned>(random() % n); };
  const unsigned threads = 2 + below(3);
  const unsigned locations = 2 + below(2);
  const unsigned most = 8 / threads + (threads == 2 ? 0 : 1);
  const bool fences = below(2) == 0;
  constexpr std::memory_order kReads[] = {kRlx, kAcq, kSc, kSc};
  constexpr std::memory_order kWrites[] = {kRlx, kRel, kSc, kSc};
  constexpr std::memory_order kUpdates[] = {kRlx, kAcq, kRel, kAr, kSc};
  constexpr std::memory_order kFences[] = {kAcq, kRel, kAr, kSc, kSc};
  Litmus test(threads);
  for (auto& steps : test) {
    for (unsigned i = 1 + below(most); i > 0; --i) {
      const unsigned location = below(locations);
      switch (below(fences ? 9 : 7)) {
      case 0:
      case 1:
      case 2:
        steps.push_back(r(location, kReads[below(4)]));
        break;
      case 3:
      case 4:
      case 5:
        steps.push_back(w(location, kWrites[below(4)]));
        break;
      case 6:
        steps.push_back(u(location, kUpdates[below(5)]));
        break;
      default:
        steps.push_back(f(kFences[below(5)]));
        break;
      }
    }
  }
  return test;
}

std::string text(const Litmus& test) {
  std::string text;
  for (const auto& steps : test) {
    for (const Step& step : steps) {
      text += "RWUF"[static_cast<int>(step.what)];
      text +=
          std::to_string(step.location) + '.' + std::to_string(static_cast<int>(step.order)) + ' ';
    }
    text += "| ";
  }
  return text;
}

bool agrees(const std::string& name, const Litmus& test, std::uint64_t expected) {
  const Outcome outcome = exploreLitmus(test);
  if (outcome.complete && outcome.executions == expected && outcome.blocked == 0) {
    return true;
  }
  std::printf("%s: %llu executions instead of %llu; %llu blocked\n%s", name.c_str(),
              static_cast<unsigned long long>(outcome.executions),
              static_cast<unsigned long long>(expected),
              static_cast<unsigned long long>(outcome.blocked), outcome.fault.c_str());
  return false;
}

} // namespace

int main(int argc, char** argv) {
  bool good = true;
  for (const Known& known : kKnown) {
    good &= agrees(known.name, known.test, known.executions);
    if (choices(known.test) < kMostChoices) {
      good &= agrees(std::string(known.name) + ", by definition", known.test,
                     countByDefinition(known.test));
    }
  }
  const unsigned tests = argc > 1 ? static_cast<unsigned>(std::stoul(argv[1])) : 300;
  std::uint64_t executions = 0;
  for (unsigned seed = 1; seed <= tests; ++seed) {
    std::mt19937 random(seed);
    Litmus test = randomTest(random);
    while (choices(test) >= kMostChoices) {
      test = randomTest(random);
    }
    const std::uint64_t count = countByDefinition(test);
    executions += count;
    good &= agrees("seed " + std::to_string(seed) + ": " + text(test), test, count);
  }
  std::printf("%zu litmus tests, and %u random ones with %llu executions\n", kKnown.size(), tests,
              static_cast<unsigned long long>(executions));
  return good ? 0 : 1;
}
