// The receiver-initiated protocol under the model checker: the real code of a victim, of a worker at a
// join and of an idle one that falls asleep. Relacy reports a deadlock if a wake-up is lost.
#include "galois/runtime/forkjoin/ForkJoinReceiver.h"

#include <array>

#include "galois/runtime/forkjoin/TaskFrame.h"
#include "support/CheckedWorkers.h"
#include "support/ProtocolTeam.h"

using galois::substrate::order::relaxed;
using galois::test::CheckedBlocking;
using galois::test::checkedSettings;
using galois::test::explore;

namespace {

using Receiver = galois::runtime::BasicReceiver<CheckedBlocking>;
using Team = galois::test::ProtocolTeam<Receiver>;
using Member = Team::Member;
using Frame = galois::test::CheckedFrame<CheckedBlocking>;
using galois::runtime::taskId;
using galois::runtime::WithdrawRule;

/// Worker 0 forks `Forks` times and polls until all frames are taken. Worker 1 waits at a join for a
/// frame that worker 0 does not run: it asks, gives up and goes. The others are idle, fall asleep
/// and take the frames.
template <unsigned Threads, unsigned Forks, bool Join, WithdrawRule Withdraw = WithdrawRule::kLate>
struct Sleepers : rl::test_suite<Sleepers<Threads, Forks, Join, Withdraw>, Threads> {
  static galois::runtime::ForkJoinSettings settings() {
    auto settings = checkedSettings();
    settings.withdraw = Withdraw;
    return settings;
  }

  Team team{Threads, settings()};
  std::array<Frame, Forks> frames;
  Frame awaited;
  CheckedBlocking::Atomic<unsigned> taken{0};

  void before() { awaited.take(0, taskId(1, 5)); }

  void own(Member& self) {
    for (Frame& frame : frames) {
      frame.input = 7;
      self.push(frame);
    }
    while (!self.local_.seemsEmpty()) {
      self.poll();
      CheckedBlocking::pause();
    }
    for (Frame& frame : frames) {
      while (!frame.done()) {
        CheckedBlocking::pause();
      }
      RL_ASSERT(frame.result.get() == 8);
    }
  }
  void join(Member& self) {
    for (unsigned i = 0; i < 2; ++i) { // without a pause, which is for waits
      RL_ASSERT(self.seek(&awaited) == nullptr);
    }
    RL_ASSERT(self.local_.stopSeeking(self) == nullptr);
  }
  void idle(Member& self) {
    self.local_.beginIdle(self);
    while (taken.load(relaxed) < Forks) {
      if (auto* const frame = self.seek(nullptr, true)) {
        frame->run(nullptr);
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
      own(team[0]);
    } else if (id == 1 && Join) {
      join(team[1]);
    } else {
      idle(team[id]);
    }
  }
  void after() { RL_ASSERT(taken.load(relaxed) == Forks); }
};

} // namespace

int main() {
  // A request that is refused beside the only frame; a frame for one that sleeps; two for two; the
  // same if requests are not withdrawn.
  const bool good = explore<Sleepers<2, 1, false>>({0, 10000, 4000}) &&
                    explore<Sleepers<3, 1, true>>({0, 60000, 4000}) &&
                    explore<Sleepers<2, 2, false>>({2, 10000, 4000}) &&
                    explore<Sleepers<3, 2, false>>({0, 60000, 4000}) &&
                    explore<Sleepers<3, 2, false, WithdrawRule::kNever>>({0, 30000, 4000});
  return good ? 0 : 1;
}
