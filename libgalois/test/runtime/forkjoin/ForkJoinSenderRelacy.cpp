// The sender-initiated protocol under the model checker: the real code of workers that give, of one
// that waits at a join, and of idle ones that fall asleep. No frame is lost or taken twice, and who
// takes it sees what its owner wrote. Relacy reports a deadlock if one sleeps beside its frame.
#include "galois/runtime/forkjoin/ForkJoinSender.h"

#include <array>

#include "galois/runtime/forkjoin/TaskFrame.h"
#include "support/CheckedWorkers.h"
#include "support/ProtocolTeam.h"

using galois::runtime::DealTargets;
using galois::runtime::ForkJoinSettings;
using galois::runtime::StealAmount;
using galois::runtime::taskId;
using galois::substrate::order::relaxed;
using galois::test::CheckedAtomics;
using galois::test::CheckedBlocking;
using galois::test::checkedSettings;
using galois::test::explore;

namespace {

/// The workers, and what they have in common.
template <typename Atomics, unsigned Threads>
struct Members {
  using Sender = galois::runtime::BasicSender<Atomics>;
  using Team = galois::test::ProtocolTeam<Sender>;
  using Member = typename Team::Member;
  using Frame = galois::test::CheckedFrame<Atomics>;
  using Running = galois::runtime::BasicRunningTask<Atomics>;

  explicit Members(const ForkJoinSettings& settings) : team(Threads, settings) {}

  static void fork(Member& self, Frame& frame) {
    frame.input = 7;
    RL_ASSERT(self.push(frame));
  }
  /// Waits at the join of a frame, which another worker runs, and says so as TaskWorker does.
  static void await(Member& self, const Frame& frame) {
    const unsigned taker = frame.taker();
    if (taker != Frame::kNobody) {
      self.awaited_.set(taker, frame.id());
    }
    while (!frame.done()) {
      Atomics::pause();
    }
    self.awaited_.clear();
    RL_ASSERT(frame.result.get() == 8);
  }
  /// Returns whether the worker ran the frame at its join.
  static bool join(Member& self, Frame& frame) {
    const bool here = self.local_.pop(self);
    if (here) {
      frame.run(nullptr);
    }
    await(self, frame);
    return here;
  }
  /// Forks, and polls until others have all frames.
  template <std::size_t Forks>
  static void giveAll(Member& self, std::array<Frame, Forks>& frames) {
    for (Frame& frame : frames) {
      fork(self, frame);
    }
    while (!self.local_.seemsEmpty()) {
      self.poll();
      Atomics::pause();
    }
    for (Frame& frame : frames) {
      await(self, frame);
    }
  }

  /// Takes what others give, and sleeps, until so many frames were run.
  void idle(Member& self, unsigned frames) {
    while (done.load(relaxed) < frames) {
      if (auto* frame = self.seek(nullptr, true)) {
        for (; frame != nullptr; frame = self.local_.nextHeld(self)) {
          frame->run(nullptr);
          if (done.fetch_add(1, relaxed) + 1 == frames) {
            team.parked.wakeAll();
          }
        }
      } else {
        team.parked.sleep(self.index(), [&] {
          return done.load(relaxed) == frames || self.local_.mustStayAwake(self);
        });
        Atomics::pause();
      }
    }
    RL_ASSERT(self.local_.stopSeeking(self) == nullptr);
  }

  Team team;
  typename Atomics::template Atomic<unsigned> done{0};
};

/// `Givers` workers fork `Forks` times each and poll until others have taken all. These are idle,
/// fall asleep and leave when everything is done.
template <typename Atomics, unsigned Threads, unsigned Givers, unsigned Forks, DealTargets Targets,
          StealAmount Amount>
struct Sleepers
    : rl::test_suite<Sleepers<Atomics, Threads, Givers, Forks, Targets, Amount>, Threads>,
      Members<Atomics, Threads> {
  using Base = Members<Atomics, Threads>;
  std::array<std::array<typename Base::Frame, Forks>, Givers> frames;

  static ForkJoinSettings settings() {
    ForkJoinSettings wanted = checkedSettings();
    wanted.targets = Targets;
    wanted.steal = Amount;
    wanted.join = galois::runtime::JoinRule::kAny;
    return wanted;
  }
  Sleepers() : Base(settings()) {}

  void thread(unsigned id) {
    if (id < Givers) {
      Base::giveAll(this->team[id], frames[id]);
    } else {
      this->idle(this->team[id], Givers * Forks);
    }
  }
  void after() {
    RL_ASSERT(this->done.load(relaxed) == Givers * Forks);
    RL_ASSERT(this->team.shared.waiting.load(relaxed) == 0);
  }
};

/// Worker 0 runs the frame for which worker 1 waits at a join. Worker 1 gives up after a while and
/// must then take what has come by then. It waits again, for a frame that nobody runs.
struct GivesUp : rl::test_suite<GivesUp, 2>, Members<CheckedAtomics, 2> {
  Frame awaited, other;
  std::array<Frame, 2> frames;
  const Running running{taskId(1, 5), nullptr};
  unsigned here = 0;
  unsigned taken = 0;

  GivesUp() : Members(checkedSettings()) {}
  void before() {
    awaited.take(0, running.id);
    other.take(0, taskId(1, 6));
  }

  void thread(unsigned id) {
    Member& self = team[id];
    if (id == 0) {
      self.running_ = &running;
      fork(self, frames[0]);
      fork(self, frames[1]);
      self.poll();
      here += join(self, frames[1]) ? 1 : 0;
      here += join(self, frames[0]) ? 1 : 0;
      return;
    }
    for (unsigned looks = 0; looks < 3; ++looks) { // without a pause, which is for waits
      run(self.seek(&awaited));
    }
    run(self.local_.stopSeeking(self));
    RL_ASSERT(self.seek(&other) == nullptr);
    RL_ASSERT(self.seek(&other) == nullptr); // worker 0 has frames, which are for `awaited`
    RL_ASSERT(self.local_.stopSeeking(self) == nullptr);
  }
  void run(Frame::Base* found) {
    if (found != nullptr) {
      found->run(nullptr);
      ++taken;
    }
  }
  void after() {
    RL_ASSERT(here + taken == 2);
    RL_ASSERT(team.shared.waiting.load(relaxed) == 0);
  }
};

/// Worker 1 waits for a frame that worker 0 runs. Worker 0 gives it a frame or runs that itself, and
/// then waits for worker 2. Worker 1 must then get the frame of worker 2, which gives nothing else.
struct WaitsForTheNext : rl::test_suite<WaitsForTheNext, 3>, Members<CheckedAtomics, 3> {
  struct Outer : Frame::Base {
    explicit Outer(WaitsForTheNext& t) : Frame::Base(&runHere), test(t) {}
    static void runHere(Frame::Base& frame, void* worker) {
      auto& self = static_cast<Outer&>(frame);
      self.test.runOuter(*static_cast<Member*>(worker));
      self.finish();
    }
    WaitsForTheNext& test;
  };

  Outer outer{*this};
  Frame first;
  std::array<Frame, 1> last;
  const Running runsOuter{taskId(1, 5), nullptr};
  const Running runsInner{taskId(0, 1000), nullptr};

  WaitsForTheNext() : Members(checkedSettings()) {}
  void before() { outer.take(0, runsOuter.id); }

  void runOuter(Member& self) {
    self.running_ = &runsOuter;
    fork(self, first);
    join(self, first);
    self.awaited_.set(2, runsInner.id);
    while (!last[0].done()) {
      CheckedAtomics::pause();
    }
    self.awaited_.clear();
  }
  void thread(unsigned id) {
    Member& self = team[id];
    if (id == 0) {
      outer.run(&self);
    } else if (id == 2) {
      self.running_ = &runsInner;
      giveAll(self, last);
    } else {
      while (!outer.done()) {
        if (Frame::Base* const found = self.seek(&outer, true)) {
          found->run(nullptr);
        }
        CheckedAtomics::pause();
      }
      RL_ASSERT(self.local_.stopSeeking(self) == nullptr);
    }
  }
  void after() {
    RL_ASSERT(first.ran && last[0].ran);
    RL_ASSERT(team.shared.waiting.load(relaxed) == 0);
  }
};

template <typename Atomics, unsigned Threads, unsigned Givers, unsigned Forks>
using OneByOne = Sleepers<Atomics, Threads, Givers, Forks, DealTargets::kAll, StealAmount::kOne>;
template <unsigned Threads, unsigned Forks>
using AmongIdle =
    Sleepers<CheckedAtomics, Threads, 1, Forks, DealTargets::kIdleSet, StealAmount::kOne>;
template <unsigned Threads, unsigned Givers, unsigned Forks>
using ByHalves =
    Sleepers<CheckedAtomics, Threads, Givers, Forks, DealTargets::kAll, StealAmount::kHalf>;

} // namespace

int main() {
  const bool good =
      explore<OneByOne<CheckedBlocking, 2, 1, 1>>({1, 20000, 2000}) &&
      explore<OneByOne<CheckedAtomics, 2, 1, 2>>({0, 20000, 2000}) &&
      explore<OneByOne<CheckedBlocking, 3, 2, 1>>({0, 20000, 4000}) && // two give to one
      explore<OneByOne<CheckedAtomics, 3, 2, 1>>({0, 20000, 4000}) &&
      explore<OneByOne<CheckedBlocking, 3, 1, 2>>({0, 20000, 4000}) &&
      explore<AmongIdle<3, 2>>({0, 10000, 4000}) && explore<ByHalves<2, 1, 3>>({0, 10000, 4000}) &&
      explore<ByHalves<3, 2, 2>>({0, 10000, 4000}) && explore<GivesUp>({2, 20000, 2000}) &&
      explore<WaitsForTheNext>({0, 30000, 4000});
  return good ? 0 : 1;
}
