// Regions of the fork-join executor under the model checker: the real code of workers that fork,
// join, wait, drop, and sleep until the region ends, with the protocols of private deques. Each
// branch runs once and sees what came before its fork, each join sees what its branch wrote, and
// every worker leaves the region. Relacy reports a deadlock if one sleeps for ever.
#include "galois/runtime/forkjoin/TaskWorker.h"

#include <memory>

#include "galois/runtime/forkjoin/ForkJoinReceiver.h"
#include "galois/runtime/forkjoin/ForkJoinSender.h"
#include "support/CheckedWorkers.h"

using galois::runtime::BasicReceiver;
using galois::runtime::BasicSender;
using galois::runtime::ForkJoinSettings;
using galois::runtime::JoinRule;
using galois::runtime::StealAmount;
using galois::substrate::order::relaxed;
using galois::test::CheckedAtomics;
using galois::test::CheckedBlocking;
using galois::test::CheckedPlain;
using galois::test::checkedSettings;
using galois::test::explore;

namespace {

/// What a branch reads that was written before its fork, and what it writes.
struct Cell {
  CheckedPlain<int> input;
  CheckedPlain<int> result;
  int runs = 0;

  void write() {
    input = 7;
    result = 0;
  }
  void run() {
    ++runs;
    result = input.get() + 1;
  }
  void expect() const {
    RL_ASSERT(runs == 1);
    RL_ASSERT(result.get() == 8);
  }
};

/// A region in which `Program` runs. It has a function root(), and its workers' settings.
template <template <typename> class Protocol, typename Atomics, unsigned Threads,
          template <typename> class Program>
struct Region : rl::test_suite<Region<Protocol, Atomics, Threads, Program>, Threads> {
  using Team = galois::runtime::TaskTeam<Protocol<Atomics>>;
  using Worker = typename Team::Worker;

  Program<Atomics> program;
  Team team{Threads, program.settings()};
  std::unique_ptr<Worker[]> workers{new Worker[Threads]};

  void before() {
    team.workers = workers.get();
    team.begin(false, 1);
  }
  void thread(unsigned id) {
    if (id == 0) {
      program.run(team);
    } else {
      team.work(id);
    }
  }
  void after() {
    RL_ASSERT(!team.parked.seemsAsleep());
    for (unsigned i = 0; i < Threads; ++i) {
      RL_ASSERT(workers[i].seemsEmpty());
      RL_ASSERT(workers[i].running() == nullptr);
    }
  }
};

/// A fork whose second branch forks as well, so that a third worker may get a descendant of what a
/// second one has taken.
template <typename Atomics>
struct Forks {
  static ForkJoinSettings settings() { return checkedSettings(); }
  template <typename Team>
  void run(Team& team) {
    const auto root = [this](auto& context) {
      first.write();
      second.write();
      third.write();
      context.invoke([this] { first.run(); },
                     [this](auto& here) {
                       here.invoke([this] { second.run(); }, [this] { third.run(); });
                       second.expect();
                       third.expect();
                     });
      first.expect();
      second.expect();
      third.expect();
    };
    team.runRoot(root);
  }
  Cell first, second, third;
};

/// The same where joins run anything, and half of the tasks is given at once: two frames wait in the
/// deque while the innermost branch runs.
template <typename Atomics>
struct Halves {
  static ForkJoinSettings settings() {
    ForkJoinSettings wanted = checkedSettings();
    wanted.join = JoinRule::kAny;
    wanted.steal = StealAmount::kHalf;
    return wanted;
  }
  template <typename Team>
  void run(Team& team) {
    const auto root = [this](auto& context) {
      first.write();
      second.write();
      third.write();
      context.invoke(
          [this](auto& here) {
            here.invoke(
                [this](auto& inner) {
                  inner.invoke([&inner] { inner.poll(); }, [] {});
                  first.run();
                },
                [this] { second.run(); });
            first.expect();
            second.expect();
          },
          [this] { third.run(); });
      first.expect();
      second.expect();
      third.expect();
    };
    team.runRoot(root);
  }
  Cell first, second, third;
};

/// The first branch throws. The second one, if another worker has it, forks until it is dropped.
template <typename Atomics>
struct Throws {
  static ForkJoinSettings settings() { return checkedSettings(); }
  template <typename Team>
  void run(Team& team) {
    bool thrown = false;
    const auto root = [this](auto& context) {
      cell.write();
      context.invoke(
          [this, &context] {
            context.poll();
            throw 3;
          },
          [this](auto& here) {
            RL_ASSERT(here.index() != 0); // what has not begun is dropped
            cell.run();
            for (;;) {
              here.invoke([] { Atomics::pause(); }, [] {});
            }
          });
    };
    try {
      team.runRoot(root);
    } catch (int value) {
      RL_ASSERT(value == 3);
      thrown = true;
    }
    RL_ASSERT(thrown);
    RL_ASSERT(cell.runs <= 1);
    RL_ASSERT(cell.result.get() == (cell.runs == 0 ? 0 : 8));
  }
  Cell cell;
};

/// The second branch throws.
template <typename Atomics>
struct ThrowsElsewhere {
  static ForkJoinSettings settings() { return checkedSettings(); }
  template <typename Team>
  void run(Team& team) {
    bool thrown = false;
    const auto root = [this](auto& context) {
      cell.write();
      context.invoke([&context] { context.poll(); },
                     [this] {
                       cell.run();
                       throw 3;
                     });
    };
    try {
      team.runRoot(root);
    } catch (int value) {
      RL_ASSERT(value == 3);
      thrown = true;
    }
    RL_ASSERT(thrown);
    cell.expect();
  }
  Cell cell;
};

template <template <typename> class Protocol>
bool exploreRegions() {
  return explore<Region<Protocol, CheckedBlocking, 2, Forks>>({1, 10000, 4000}) &&
         explore<Region<Protocol, CheckedAtomics, 2, Forks>>({0, 10000, 4000}) &&
         explore<Region<Protocol, CheckedBlocking, 3, Forks>>({0, 10000, 4000}) &&
         explore<Region<Protocol, CheckedAtomics, 3, Forks>>({0, 10000, 4000}) &&
         explore<Region<Protocol, CheckedBlocking, 3, Halves>>({0, 10000, 4000}) &&
         explore<Region<Protocol, CheckedAtomics, 3, Halves>>({0, 10000, 4000}) &&
         explore<Region<Protocol, CheckedAtomics, 2, Throws>>({0, 10000, 4000}) &&
         explore<Region<Protocol, CheckedBlocking, 3, Throws>>({0, 10000, 4000}) &&
         explore<Region<Protocol, CheckedAtomics, 2, ThrowsElsewhere>>({0, 10000, 4000});
}

} // namespace

int main() { return exploreRegions<BasicReceiver>() && exploreRegions<BasicSender>() ? 0 : 1; }
