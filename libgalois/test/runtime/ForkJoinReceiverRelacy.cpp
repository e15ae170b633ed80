// The receiver-initiated protocol under the model checker: the real code of a victim, of a worker at a
// join and of an idle one that falls asleep. Relacy reports a deadlock if a wake-up is lost.
#include "galois/runtime/ForkJoinReceiver.h"

#include <cstdint>
#include <cstdlib>
#include <memory>

#include "galois/runtime/AwaitedFrame.h"
#include "galois/runtime/ForkJoinCounters.h"
#include "galois/runtime/ParkedWorkers.h"
#include "galois/runtime/TaskFrame.h"
#include "galois/substrate/Random.h"
#include "galois/substrate/ThreadPool.h"
#include "support/CheckedAtomics.h"

using galois::substrate::order::relaxed;
using galois::test::CheckedBlocking;
using galois::test::explore;

namespace galois::substrate {

// Model checks are not linked with the library. Only thieves that draw victims by distance look for
// the place of a thread, and here they do not.
ThreadPool& getThreadPool() { std::abort(); }
unsigned ThreadPool::getNumaNode(unsigned /*tid*/) const noexcept { return 0; }
unsigned ThreadPool::getSocket(unsigned /*tid*/) const noexcept { return 0; }

} // namespace galois::substrate

namespace {

namespace runtime = galois::runtime;
using Receiver = runtime::BasicReceiver<CheckedBlocking>;
using runtime::TaskFrame;
using runtime::taskId;

struct Member;

/// What the protocol uses of a TaskTeam.
struct Team {
  explicit Team(unsigned count) : threads(count), shared(count), parked(count) {}
  const unsigned threads;
  const runtime::ForkJoinSettings settings{};
  Receiver::Shared shared;
  runtime::ParkedWorkers<CheckedBlocking> parked;
  Member* workers = nullptr;
};

/// What the protocol uses of a TaskWorker.
struct Member {
  unsigned index() const { return index_; }
  unsigned threads() const { return team_->threads; }
  runtime::ForkJoinCounters& counters() { return counters_; }
  static bool inHandler() { return false; }
  static void lookForDrops() {}
  static bool dropped() { return false; }
  std::uint64_t nextId() { return taskId(index_, ++ids_); }
  void poll() { local_.poll(*this); }

  struct Never {
    static void interrupt() {}
  };
  Receiver::Local local_;
  Team* team_ = nullptr;
  unsigned index_ = 0;
  std::uint64_t ids_ = 0;
  const runtime::RunningTask* running_ = nullptr;
  galois::substrate::Random random_;
  runtime::ForkJoinCounters counters_;
  runtime::AwaitedFrame<> awaited_;
  Never interruptible_;
};

struct Frame : TaskFrame {
  Frame() : BasicTaskFrame([](BasicTaskFrame&, void*) {}) {}
};

/// Worker 0 forks `Forks` times and polls until all frames are taken. Worker 1 waits at a join for a
/// frame that worker 0 does not run: it asks, gives up and goes. The others are idle, fall asleep
/// and take the frames.
template <unsigned Threads, unsigned Forks, bool Join>
struct Sleepers : rl::test_suite<Sleepers<Threads, Forks, Join>, Threads> {
  Team team{Threads};
  std::unique_ptr<Member[]> workers{new Member[Threads]};
  Frame frames[Forks], awaited;
  CheckedBlocking::Atomic<unsigned> taken{0};

  void before() {
    team.workers = workers.get();
    for (unsigned i = 0; i < Threads; ++i) {
      workers[i].team_ = &team;
      workers[i].index_ = i;
      workers[i].random_ = galois::substrate::Random(1, i);
      workers[i].local_.begin(workers[i]);
    }
    awaited.take(0, taskId(1, 5));
  }

  void own(Member& self) {
    for (Frame& frame : frames) {
      self.local_.push(self, &frame);
    }
    while (!self.local_.seemsEmpty()) {
      self.poll();
      CheckedBlocking::pause();
    }
  }
  void join(Member& self) {
    for (unsigned i = 0; i < 2; ++i) {
      RL_ASSERT(self.local_.seek(self, &awaited, false) == nullptr);
      CheckedBlocking::pause();
    }
    RL_ASSERT(self.local_.stopSeeking(self) == nullptr);
  }
  void idle(Member& self) {
    self.local_.beginIdle(self);
    while (taken.load(relaxed) < Forks) {
      if (self.local_.seek(self, nullptr, true) != nullptr) {
        if (taken.fetch_add(1, relaxed) + 1 == Forks) {
          team.parked.wakeAll();
        }
      } else {
        team.parked.sleep(self.index(), [&] {
          return taken.load(relaxed) == Forks || self.local_.mustStayAwake(self);
        });
        CheckedBlocking::pause();
      }
    }
    self.local_.stopSeeking(self);
    self.local_.endIdle(self);
  }

  void thread(unsigned id) {
    if (id == 0) {
      own(workers[0]);
    } else if (id == 1 && Join) {
      join(workers[1]);
    } else {
      idle(workers[id]);
    }
  }
  void after() { RL_ASSERT(taken.load(relaxed) == Forks); }
};

} // namespace

int main() {
  // A request that is refused beside the only frame; a frame for one that sleeps; two for two.
  const bool good = explore<Sleepers<3, 1, true>>({0, 60000, 4000}) &&
                    explore<Sleepers<2, 2, false>>({2, 10000, 4000}) &&
                    explore<Sleepers<3, 2, false>>({0, 60000, 4000});
  return good ? 0 : 1;
}
