#include "stealing/Model.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <deque>
#include <limits>
#include <vector>

#include "stealing/Bound.h"

namespace galois::bench {

namespace {

constexpr std::uint64_t kForever = std::numeric_limits<std::uint64_t>::max();
constexpr unsigned kNobody = std::numeric_limits<unsigned>::max();

/// A ready task: a chain of which some nodes may be done.
struct Task {
  std::uint32_t chain;
  std::uint64_t left; ///< nodes to execute
};

struct Processor {
  std::deque<Task> deque;         // front: top, back: bottom
  std::uint64_t untilAttempt = 0; // busy steps before the next attempt (kReset)
  double due = 0;                 // an attempt is due when the time exceeds it (other Dates)
  bool idle = true;               // at the beginning of the step
  bool attempts = false;          // in this step
  unsigned request = kNobody;     // the processor that requests a task from this one
  unsigned waitsFor = kNobody;    // the processor that this one has requested a task from
  bool receives = false;          // a task comes in at the end of the step
  Task incoming{};

  bool hasSurplus() const { return deque.size() > 1; }
};

class Simulation {
public:
  Simulation(const Dag& dag, const ModelMachine& machine, substrate::Random random)
      : dag_(dag), machine_(machine), random_(random), processors_(machine.processors),
        missing_(dag.chains.size()), c_(machine.protocol == Protocol::kSender ? 1 : kReceiverC) {
    for (std::size_t i = 0; i < dag.chains.size(); ++i) {
      missing_[i] = dag.chains[i].predecessors;
    }
    for (Processor& one : processors_) {
      one.untilAttempt = drawSteps();
    }
    processors_[0].deque.push_back({dag.root, dag.chains[dag.root].length});
  }

  ModelRun run() {
    while (run_.worked < dag_.work) {
      beginStep();
      if (machine_.untilAllBusy && idle_ == 0) {
        break;
      }
      if (const std::uint64_t quiet = quietSteps(); quiet > 0) {
        skip(quiet);
        continue;
      }
      step();
    }
    return run_;
  }

private:
  /// Returns the number of busy steps before an attempt, of probability 1/delta per step.
  std::uint64_t drawSteps() {
    return static_cast<std::uint64_t>(std::log(1 - random_.unit()) /
                                      std::log1p(-1 / machine_.delta));
  }
  unsigned drawOther(unsigned self) {
    const unsigned drawn = random_.below(machine_.processors - 1);
    return drawn + (drawn >= self ? 1 : 0);
  }

  /// Returns for how many steps, this one included, the processor does nothing but execute.
  std::uint64_t quietStepsOf(const Processor& one) const {
    const std::uint64_t inChain = one.deque.back().left - 1;
    if (machine_.dates == Dates::kReset) {
      return std::min(one.untilAttempt, inChain);
    }
    if (machine_.dates == Dates::kKept && !one.hasSurplus()) {
      return inChain;
    }
    const auto now = static_cast<double>(run_.time);
    return now > one.due ? 0 : std::min(static_cast<std::uint64_t>(one.due - now) + 1, inChain);
  }

  void beginStep() {
    idle_ = 0;
    for (Processor& one : processors_) {
      one.idle = one.deque.empty();
      idle_ += one.idle ? 1 : 0;
    }
    if (2 * idle_ <= machine_.processors && run_.halfBusy == 0) {
      run_.halfBusy = run_.time + 1;
    }
    if (idle_ == 0 && run_.allBusy == 0) {
      run_.allBusy = run_.time + 1;
    }
  }

  std::uint64_t quietSteps() const {
    std::uint64_t least = kForever;
    bool looksForVictim = false, hasVictim = false;
    for (const Processor& one : processors_) {
      if (!one.idle) {
        least = std::min(least, quietStepsOf(one));
        hasVictim = hasVictim || (one.hasSurplus() && one.request == kNobody);
      } else {
        looksForVictim = looksForVictim || one.waitsFor == kNobody;
        // An idle processor refuses requests in this step.
        least = one.request == kNobody ? least : 0;
      }
    }
    const bool draws = machine_.protocol == Protocol::kSticky && looksForVictim && hasVictim;
    return draws ? 0 : least;
  }

  void skip(std::uint64_t steps) {
    for (Processor& one : processors_) {
      if (!one.idle) {
        one.deque.back().left -= steps;
        one.untilAttempt -= machine_.dates == Dates::kReset ? steps : 0;
      }
    }
    run_.worked += steps * (machine_.processors - idle_);
    run_.idle += steps * idle_;
    run_.time += steps;
  }

  bool attemptIsDue(const Processor& one) const {
    switch (machine_.dates) {
    case Dates::kReset:
      return one.untilAttempt == 0;
    case Dates::kKept:
      return one.hasSurplus() && static_cast<double>(run_.time) > one.due;
    default:
      return static_cast<double>(run_.time) > one.due;
    }
  }

  void step() {
    bool anyAttempt = false;
    for (Processor& one : processors_) {
      one.attempts = !one.idle && attemptIsDue(one);
      anyAttempt = anyAttempt || one.attempts;
    }
    if (machine_.processors > 1) {
      makeRequests(anyAttempt);
    }
    for (unsigned i = 0; i < machine_.processors; ++i) {
      Processor& one = processors_[i];
      if (one.idle) {
        ++run_.idle;
        answer(i, false); // It refuses, because it has nothing to give.
      } else if (one.attempts) {
        ++run_.attempts;
        attempt(i);
        one.untilAttempt = drawSteps();
        one.due = static_cast<double>(run_.time) - machine_.delta * std::log(1 - random_.unit());
      } else {
        execute(one);
      }
    }
    for (Processor& one : processors_) {
      if (one.receives) {
        one.deque.push_back(one.incoming);
        one.receives = false;
      }
      if (machine_.protocol == Protocol::kFresh) {
        one.request = one.waitsFor = kNobody;
      }
    }
    ++run_.time;
  }

  void makeRequests(bool anyAttempt) {
    // Fresh requests have an effect only in steps in which somebody may answer.
    if (machine_.protocol == Protocol::kSender ||
        (machine_.protocol == Protocol::kFresh && !anyAttempt)) {
      return;
    }
    for (unsigned i = 0; i < machine_.processors; ++i) {
      if (!processors_[i].idle || processors_[i].waitsFor != kNobody) {
        continue;
      }
      const unsigned victim = drawOther(i);
      const bool looks = machine_.protocol == Protocol::kSticky;
      if (processors_[victim].request == kNobody && (!looks || processors_[victim].hasSurplus())) {
        processors_[victim].request = i;
        processors_[i].waitsFor = victim;
      }
    }
  }

  void attempt(unsigned i) {
    const bool counts = processors_[i].hasSurplus() && idle_ > 0;
    const bool migrated =
        machine_.protocol == Protocol::kSender ? deal(i) : answer(i, processors_[i].hasSurplus());
    run_.migrations += migrated ? 1 : 0;
    if (counts) {
      Migrations& all = run_.byIdle[static_cast<unsigned>(std::bit_width(idle_)) - 1];
      const double least =
          std::min(1.0, leastMigration(idle_, machine_.processors, machine_.delta, c_));
      ++all.attempts;
      all.migrated += migrated ? 1 : 0;
      all.promised += least;
      all.variance += least * (1 - least);
    }
  }

  /// Sender: returns whether a task was given to a processor drawn at random.
  bool deal(unsigned i) {
    if (!processors_[i].hasSurplus() || machine_.processors == 1) {
      return false;
    }
    const unsigned target = drawOther(i);
    if (!processors_[target].idle || processors_[target].receives) {
      return false;
    }
    give(i, target);
    return true;
  }

  /// Receiver: answers the request, if there is one. Returns whether a task was given.
  bool answer(unsigned i, bool gives) {
    const unsigned thief = processors_[i].request;
    if (thief == kNobody) {
      return false;
    }
    processors_[i].request = kNobody;
    processors_[thief].waitsFor = kNobody;
    if (gives) {
      give(i, thief);
    }
    return gives;
  }

  void give(unsigned from, unsigned to) {
    processors_[to].incoming = processors_[from].deque.front();
    processors_[to].receives = true;
    processors_[from].deque.pop_front();
  }

  void execute(Processor& one) {
    ++run_.worked;
    one.untilAttempt -= machine_.dates == Dates::kReset ? 1 : 0;
    Task& task = one.deque.back();
    if (--task.left > 0) {
      return;
    }
    const Dag::Chain& done = dag_.chains[task.chain];
    one.deque.pop_back();
    for (const std::uint32_t next : {done.right, done.left}) { // The left one is executed first.
      if (next != Dag::kNone && --missing_[next] == 0) {
        one.deque.push_back({next, dag_.chains[next].length});
      }
    }
  }

  const Dag& dag_;
  const ModelMachine machine_;
  substrate::Random random_;
  std::vector<Processor> processors_;
  std::vector<std::uint32_t> missing_; // predecessors of each chain that are not done
  const double c_;
  unsigned idle_ = 0; // at the beginning of the step
  ModelRun run_;
};

} // namespace

ModelRun simulate(const Dag& dag, const ModelMachine& machine, substrate::Random random) {
  return Simulation(dag, machine, random).run();
}

} // namespace galois::bench
