// Loops of the fork-join executor under the model checker: the real code of the worker that runs a
// loop and of those that take parts of it. Each iteration runs once. When iterations throw, each one
// below the lowest failure runs once, the loop throws that failure, and no piece above a failure
// begins on a thread that knows of it.
#include "galois/runtime/forkjoin/LazyLoop.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <exception>
#include <memory>
#include <utility>
#include <vector>

#include "galois/runtime/forkjoin/ForkJoinCounters.h"
#include "galois/runtime/forkjoin/FrameStack.h"
#include "galois/runtime/forkjoin/OldestTask.h"
#include "galois/runtime/forkjoin/TaskFrame.h"
#include "galois/worklists/parts/stealing/StealRequests.h"
#include "support/CheckedAtomics.h"

using galois::substrate::order::acq_rel;
using galois::substrate::order::acquire;
using galois::substrate::order::relaxed;
using galois::substrate::order::release;
using galois::test::CheckedAtomics;
using galois::test::CheckedPlain;
using galois::test::explore;

namespace {

namespace runtime = galois::runtime;
using Frame = runtime::BasicTaskFrame<CheckedAtomics>;
using Requests = galois::worklists::StealRequests<Frame*, CheckedAtomics>;
using Word = CheckedAtomics::Atomic<std::uint64_t>;
constexpr std::uint64_t kNone = ~std::uint64_t{0};

/// What a loop uses of a TaskTeam.
struct Team {
  unsigned threads;
  std::uint64_t ticksPerMicrosecond;
  runtime::ForkJoinSettings settings{};
  Requests requests{threads};
  Word failure{
      kNone}; ///< the lowest index that has thrown, as far as its thread has left the piece
  CheckedAtomics::Atomic<bool> cancelled{false};
};

/// What a loop uses of a TaskWorker. A worker gives tasks away when it polls.
template <bool OwnerGives>
class Worker {
public:
  static constexpr bool kOwnerGives = OwnerGives;

  void begin(Team& team, unsigned index, bool allocationsPoll) {
    team_ = &team;
    index_ = index;
    allocationsPoll_ = allocationsPoll;
    stack_.reset();
  }
  unsigned index() const { return index_; }
  unsigned threads() const { return team_->threads; }
  const Team& team() const { return *team_; }
  runtime::ForkJoinCounters& counters() { return counters_; }
  static bool inHandler() { return false; }
  bool asked() const { return team_->requests.requested(index_); }
  bool seemsEmpty() const { return stack_.empty(); }

  bool push(Frame& frame) {
    if (frame.isLoop() && allocationsPoll_) {
      polling_.push_back(std::make_unique<PollingLoop>(*this, frame));
      stack_.push(polling_.back().get());
    } else {
      stack_.push(&frame);
    }
    team_->requests.setHasWork(index_, true);
    return true;
  }
  bool pop() { return stack_.pop(); }
  void poll() {
    publish();
    for (const Running* task = running_; task != nullptr; task = task->outer) {
      task->dropped = task->dropped || task->frame->dropped();
    }
    team_->requests.answer(index_, [this](unsigned thief, const void*, Frame*& out) {
      out = runtime::takeOldest(*this, stack_);
      if (out != nullptr) {
        out->take(thief, runtime::taskId(index_, ++given_));
      }
      return out != nullptr;
    });
    team_->requests.setHasWork(index_, !stack_.empty());
  }
  void waitFor(Frame& frame, bool drops = false) {
    while (!frame.done()) {
      poll();
      if (drops || dropped()) {
        frame.drop();
      }
      CheckedAtomics::pause();
    }
  }
  bool dropped() const {
    if (team_->cancelled.load(relaxed)) {
      return true;
    }
    for (const Running* task = running_; task != nullptr; task = task->outer) {
      if (task->dropped ||
          (task->failedAt != nullptr && task->failedAt->load(relaxed) <= task->begin)) {
        return true;
      }
    }
    return false;
  }
  void runsPart(const Word& failedAt, std::uint64_t begin) {
    running_->failedAt = &failedAt;
    running_->begin = begin;
  }

  template <typename F, typename G>
  void invoke(F&& f, G&& g) {
    Branch<G> branch(g);
    push(branch);
    try {
      f(*this);
    } catch (...) {
      if (!pop()) {
        waitFor(branch, true);
        static_cast<void>(branch.thrown());
      }
      throw;
    }
    if (pop()) {
      g(*this);
      return;
    }
    waitFor(branch);
    if (std::exception_ptr thrown = branch.thrown()) {
      std::rethrow_exception(std::move(thrown));
    }
  }

  // --- for the test ----------------------------------------------------------------------------

  /// Asks another worker for a task, and runs it. @return whether there was one
  bool runOneOf(unsigned victim) {
    if (!team_->requests.ask(index_, victim)) {
      return false;
    }
    Frame* frame = nullptr;
    for (;;) {
      switch (team_->requests.look(index_, frame)) {
      case Requests::Answer::kItem: {
        const Running here{running_, frame};
        running_ = &here;
        frame->run(this);
        running_ = here.outer;
        publish();
        return true;
      }
      case Requests::Answer::kRefused:
        return false;
      case Requests::Answer::kWaiting:
        CheckedAtomics::pause();
      }
    }
  }
  /// Gives nothing from now on.
  void end() {
    RL_ASSERT(stack_.empty());
    team_->requests.setHasWork(index_, false);
    team_->requests.close(index_);
  }

  /// The lowest failure of which this thread knew when the loop last looked.
  std::uint64_t known() const { return known_; }
  /// Learns of failures of others.
  void learn() { known_ = std::min(known_, team_->failure.load(acquire)); }
  /// Cancels the computation.
  void cancel() {
    team_->cancelled.store(true, relaxed);
    known_ = 0;
  }
  /// Says that an iteration throws. The others may know of it when the worker polls.
  void fails(std::uint64_t index) { thrown_ = std::min(thrown_, index); }
  void publish() {
    if (thrown_ != kNone) {
      std::uint64_t before = team_->failure.load(relaxed);
      while (thrown_ < before &&
             !team_->failure.compare_exchange_strong(before, thrown_, acq_rel, relaxed)) {
      }
      thrown_ = kNone;
    }
    learn();
  }

private:
  struct Running {
    const Running* outer;
    const Frame* frame;
    mutable bool dropped = false;
    mutable const Word* failedAt = nullptr;
    mutable std::uint64_t begin = 0;
  };

  template <typename G>
  struct Branch : Frame {
    explicit Branch(G& fn) : Frame(&runHere), g(fn) {}
    static void runHere(Frame& frame, void* worker) {
      auto& self = static_cast<Branch&>(frame);
      std::exception_ptr thrown;
      try {
        self.g(*static_cast<Worker*>(worker));
      } catch (...) {
        thrown = std::current_exception();
      }
      if (thrown) {
        self.fail(std::move(thrown));
      } else {
        self.finish();
      }
    }
    G& g;
  };

  /// A loop of a program whose operator new polls.
  struct PollingLoop : Frame {
    PollingLoop(Worker& owner, Frame& real) : Frame(kLoop), worker(owner), loop(real) {}
    static bool canSplitHere(const Frame& frame) noexcept {
      return static_cast<const PollingLoop&>(frame).loop.canSplit();
    }
    static void prepareHere(Frame& frame, unsigned parts) noexcept {
      auto& self = static_cast<PollingLoop&>(frame);
      self.loop.prepare(parts);
      self.worker.poll();
    }
    static bool isPreparedHere(const Frame& frame) noexcept {
      return static_cast<const PollingLoop&>(frame).loop.isPrepared();
    }
    static Frame* splitHere(Frame& frame) noexcept {
      return static_cast<PollingLoop&>(frame).loop.split();
    }
    static constexpr Loop kLoop{&canSplitHere, &prepareHere, &isPreparedHere, &splitHere};
    Worker& worker;
    Frame& loop;
  };

  Team* team_ = nullptr;
  unsigned index_ = 0;
  bool allocationsPoll_ = false;
  runtime::BasicFrameStack<CheckedAtomics> stack_;
  std::vector<std::unique_ptr<PollingLoop>> polling_;
  const Running* running_ = nullptr;
  std::uint64_t given_ = 0;
  runtime::ForkJoinCounters counters_;
  std::uint64_t known_ = kNone;
  std::uint64_t thrown_ = kNone;
};

/// A case, of which each test changes something.
struct Case {
  static constexpr unsigned kThreads = 2;
  static constexpr bool kOwnerGives = true;
  static constexpr std::uint64_t kLength = 6;
  static constexpr std::uint64_t kGrain = 1;
  /// Iterations seem to take much longer than a microsecond, so that each piece is as short as
  /// possible, or no time, so that pieces grow.
  static constexpr bool kFast = false;
  static constexpr bool kAllocationsPoll = false;
  static constexpr bool kForks = false; ///< iterations and copies of the identity fork
  static constexpr bool kIdentityThrows = false;
  static constexpr std::array<std::uint64_t, 0> kThrowing{}; ///< iterations, lowest first
  static constexpr std::uint64_t kCancelling = kNone;        ///< an iteration
  /// Whom a thread asks, in turn. @{
  static constexpr unsigned oneVictim(unsigned /*thread*/) { return 0; }
  static constexpr unsigned otherVictim(unsigned /*thread*/) { return 0; } /// @}
  /// Returns whether an iteration waits for something before it does anything else.
  template <typename Test, typename Own>
  static bool waits(const Test& /*test*/, Own& /*worker*/, std::uint64_t /*begin*/) {
    return false;
  }
};

/// Worker 0 runs a loop, and the others take what they can get until it has ended.
template <typename C>
struct Loop : rl::test_suite<Loop<C>, C::kThreads> {
  using Own = Worker<C::kOwnerGives>;

  /// What was thrown in the copy of an identity.
  struct Identity {};
  /// A range whose iterations one thread has begun.
  struct Begun {
    std::uint64_t begin, end;
    unsigned thread;
  };

  struct Body {
    static constexpr bool kPerIndex = true;
    /// A range, which is empty if the end is 0.
    struct Result {
      CheckedPlain<std::uint64_t> begin{0}, end{0};
    };
    Result fresh() {
      if (C::kForks) {
        test.forkAndPoll(test.workers[rl::thread_index()]);
      }
      if (C::kIdentityThrows) {
        test.identityThrew = true;
        throw Identity();
      }
      return {};
    }
    static void combine(Result& lower, Result&& upper) {
      RL_ASSERT(lower.end.get() != 0 && lower.end.get() == upper.begin.get());
      lower.end = upper.end;
    }
    void run(Own& worker, std::uint64_t begin, std::uint64_t end, Result& result) {
      test.run(worker, begin, end);
      if (result.end == 0) {
        result.begin = begin;
      } else {
        RL_ASSERT(result.end.get() == begin);
      }
      result.end = end;
    }
    Loop& test;
  };

  Team team{C::kThreads, C::kFast ? std::uint64_t{1} << 40 : 1};
  std::array<Own, C::kThreads> workers;
  std::array<CheckedPlain<int>, C::kThreads>
      writes; ///< a variable that the iterations of a thread write
  std::array<CheckedAtomics::Atomic<bool>, C::kThreads> hasRun; ///< a task of another thread
  CheckedAtomics::Atomic<bool> ended{false};
  std::vector<Begun> begun;
  std::uint64_t lowestFailure = kNone; ///< of the iterations that have begun
  bool identityThrew = false;
  bool completed = false;

  void before() {
    for (unsigned i = 0; i < C::kThreads; ++i) {
      workers[i].begin(team, i, C::kAllocationsPoll);
      writes[i] = 0;
    }
  }
  void thread(unsigned id) {
    if (id == 0) {
      own(workers[0]);
      ended.store(true, release);
    } else {
      while (!ended.load(acquire)) {
        const unsigned one = C::oneVictim(id);
        const unsigned other = C::otherVictim(id);
        if (workers[id].runOneOf(one) || (other != one && workers[id].runOneOf(other))) {
          hasRun[id].store(true, relaxed);
        } else {
          workers[id].poll();
          CheckedAtomics::pause();
        }
      }
    }
    workers[id].end();
  }

  void own(Own& self) {
    Body body{*this};
    typename Body::Result result;
    std::uint64_t thrown = kNone;
    bool identity = false;
    bool cancelled = false;
    try {
      runtime::LazyLoop<Own, Body, CheckedAtomics>(body, C::kGrain).run(self, C::kLength, result);
    } catch (const std::uint64_t index) {
      thrown = index;
    } catch (const Identity&) {
      identity = true;
    } catch (const galois::substrate::Cancelled&) {
      cancelled = true;
    }
    for (auto& write : writes) {
      write = 0; // Nobody uses the variables of the caller any more.
    }
    // An exception of the program comes before Cancelled.
    RL_ASSERT(thrown == lowestFailure && identity == identityThrew);
    RL_ASSERT(!cancelled || C::kCancelling != kNone);
    completed = thrown == kNone && !identity && !cancelled;
    if (completed) {
      RL_ASSERT(result.begin.get() == 0 && result.end.get() == C::kLength);
    }
  }

  void run(Own& worker, std::uint64_t begin, std::uint64_t end) {
    RL_ASSERT(begin < worker.known());
    ++writes[worker.index()];
    while (C::waits(*this, worker, begin)) {
      worker.poll();
      CheckedAtomics::pause();
    }
    for (const std::uint64_t index : C::kThrowing) {
      if (begin <= index && index < end) {
        begun.push_back({begin, index + 1, worker.index()});
        lowestFailure = std::min(lowestFailure, index);
        worker.fails(index);
        throw index;
      }
    }
    begun.push_back({begin, end, worker.index()});
    if (begin <= C::kCancelling && C::kCancelling < end) {
      worker.cancel();
    }
    if (C::kForks && begin % 4 == 0) {
      forkAndPoll(worker);
    }
    worker.learn();
  }

  void forkAndPoll(Own& worker) {
    CheckedPlain<int> a{0}, b{0};
    worker.invoke(
        [&](Own& here) {
          here.poll();
          a = 1;
        },
        [&](Own& here) {
          here.poll();
          b = 2;
        });
    RL_ASSERT(a + b == 3);
  }

  void after() {
    std::sort(begun.begin(), begun.end(),
              [](const Begun& a, const Begun& b) { return a.begin < b.begin; });
    std::uint64_t all = 0; // all below this have begun
    std::uint64_t last = 0;
    for (const Begun& one : begun) {
      RL_ASSERT(one.begin >= last);                   // no iteration has begun twice
      RL_ASSERT(one.thread != 0 || one.begin == all); // the owner's are the lowest
      all = one.begin == all ? one.end : all;
      last = one.end;
    }
    RL_ASSERT(last <= C::kLength);
    if (completed) {
      RL_ASSERT(all == C::kLength);
    } else if (C::kCancelling == kNone && !identityThrew) {
      RL_ASSERT(all > lowestFailure && lowestFailure == *C::kThrowing.begin());
    }
  }
};

template <std::uint64_t... index>
constexpr std::array<std::uint64_t, sizeof...(index)> throwing() {
  return {index...};
}

struct OwnerThrows : Case {
  static constexpr auto kThrowing = throwing<2>();
};
struct TakerThrows : Case {
  static constexpr auto kThrowing = throwing<4>();
};
struct BothThrow : Case {
  static constexpr auto kThrowing = throwing<1, 4>();
};
struct TwoTakers : Case {
  static constexpr unsigned kThreads = 3;
};
struct TwoTakersThrow : TwoTakers {
  static constexpr auto kThrowing = throwing<3, 5>();
};
struct AllocationsPoll : TwoTakers {
  static constexpr bool kAllocationsPoll = true;
};
struct Forks : Case {
  static constexpr bool kForks = true;
};
struct TwoTakersFork : TwoTakers {
  static constexpr bool kForks = true;
};
struct Cancels : TwoTakers {
  static constexpr std::uint64_t kCancelling = 3;
};
struct CancelsAndThrows : Cancels {
  static constexpr std::uint64_t kCancelling = 1;
  static constexpr auto kThrowing = throwing<3, 5>();
};
struct IdentityThrows : TwoTakers {
  static constexpr bool kForks = true;
  static constexpr bool kIdentityThrows = true;
};

/// A part of a part is dropped, because a part below both has failed. Its taker may not have seen yet
/// why. The parts are [8, 16) and [4, 8), and thread 3 takes [12, 16) from the first one.
struct PartOfPart : Case {
  static constexpr unsigned kThreads = 4;
  static constexpr std::uint64_t kLength = 16;
  static constexpr auto kThrowing = throwing<4>();
  static constexpr unsigned oneVictim(unsigned thread) { return thread == 3 ? 1 : 0; }
  static constexpr unsigned otherVictim(unsigned thread) { return thread == 3 ? 2 : 0; }
  template <typename Test, typename Own>
  static bool waits(const Test& test, Own& worker, std::uint64_t begin) {
    switch (begin) {
    case 0:
      return worker.counters().splits < 2;
    case 1:
      return !test.hasRun[3].load(relaxed) &&
             !(test.hasRun[1].load(relaxed) && test.hasRun[2].load(relaxed));
    case 8:
      return worker.counters().splits < 1;
    default:
      return false;
    }
  }
};

/// The pieces grow, and are run in blocks, between which their thread looks for requests and for
/// failures.
struct Blocks : Case {
  static constexpr std::uint64_t kLength = 33000;
  static constexpr bool kFast = true;
};
struct BlocksThrow : Blocks {
  static constexpr auto kThrowing = throwing<9000>();
};
struct BlocksOfBothThrow : Blocks {
  static constexpr auto kThrowing = throwing<9000, 17000>();
};

/// Thieves take the frames of halves. The loop is divided when the deque is empty.
struct Halves : TwoTakers {
  static constexpr bool kOwnerGives = false;
};
struct HalvesThrow : Halves {
  static constexpr auto kThrowing = throwing<1, 3>();
};

} // namespace

int main() {
  const bool good =
      explore<Loop<Case>>({1, 3000, 4000}) && explore<Loop<OwnerThrows>>({1, 3000, 4000}) &&
      explore<Loop<TakerThrows>>({0, 5000, 4000}) && explore<Loop<BothThrow>>({1, 3000, 4000}) &&
      explore<Loop<Forks>>({1, 3000, 4000}) && explore<Loop<TwoTakers>>({0, 3000, 4000}) &&
      explore<Loop<TwoTakersThrow>>({0, 3000, 4000}) &&
      explore<Loop<TwoTakersFork>>({0, 3000, 4000}) &&
      explore<Loop<AllocationsPoll>>({0, 3000, 4000}) &&
      explore<Loop<IdentityThrows>>({0, 3000, 4000}) && explore<Loop<Cancels>>({0, 3000, 4000}) &&
      explore<Loop<CancelsAndThrows>>({0, 3000, 4000}) &&
      explore<Loop<PartOfPart>>({0, 5000, 4000}) && explore<Loop<Blocks>>({0, 3000, 8000}) &&
      explore<Loop<BlocksThrow>>({0, 3000, 8000}) &&
      explore<Loop<BlocksOfBothThrow>>({0, 3000, 8000}) && explore<Loop<Halves>>({0, 3000, 4000}) &&
      explore<Loop<HalvesThrow>>({0, 3000, 4000});
  return good ? 0 : 1;
}
