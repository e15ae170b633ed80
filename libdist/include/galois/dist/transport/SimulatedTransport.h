/**
 * Simulates ranks within one process, for tests: the transport, its network and its clocks.
 *
 * runSimulated() runs a program on every rank. Each rank is a fiber, and one fiber runs at a time.
 * In each call of the transport, another fiber may get its turn. Time is virtual. Most calls take a
 * short time, and some take a longer time. Each message travels for a random time. All random
 * numbers come from one seed. The rank with the least clock runs next, so no message is received
 * before it was sent. The same seed gives the same run on every machine. Different seeds give
 * different interleavings of calls and messages.
 *
 * Between two calls of the transport, the work of a rank takes no virtual time; spend() adds some.
 * A rank has one thread and does not enter the thread pool, which belongs to the process.
 *
 * If ranks wait for messages that nobody sends, the run ends with the exception SimulatedDeadlock.
 *
 * If the environment variable GALOIS_RANK_TRACE names a file, all runs of the process write the
 * steps of their protocols to it, one per line, for scripts/dev/check-trace.
 */
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <initializer_list>
#include <limits>
#include <memory>
#include <optional>
#include <queue>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "galois/dist/transport/Fiber.h"
#include "galois/dist/transport/Transport.h"
#include "galois/substrate/Random.h"

namespace galois::dist {

/// The parameters of a simulated network. Times are in virtual microseconds.
struct SimulatedNetwork {
  Rank ranks = 2;            ///< number of ranks, at least 1
  std::uint64_t seed = 0;    ///< selects all delays
  double shortest = 1;       ///< the least time that a message travels
  double longest = 100;      ///< the greatest time, unless it is late or waits for an earlier one
  double lateChance = 0.02;  ///< share of the messages that travel up to 20 times `longest`
  double call = 0.5;         ///< the greatest time of a call of the transport, unless it stalls
  double stallChance = 0.01; ///< share of the calls that stall, and take up to `longest`
  double patience = 1e6;     ///< a longer time without a message sent or received is a deadlock
  double limit = 1e9;        ///< a run must end before this time
  std::size_t stackBytes = std::size_t{512} << 10; ///< of each rank
};

/// The result of a run.
struct SimulatedRun {
  double time = 0;               ///< virtual time at which the last rank ended
  std::uint64_t messages = 0;    ///< messages that all ranks have sent
  std::uint64_t undelivered = 0; ///< messages that were not received when the last rank ended
};

/// Thrown if the ranks wait for ever, or do not end before SimulatedNetwork::limit.
class SimulatedDeadlock : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Thrown if a rank calls abort(). The text names the rank.
class SimulatedAbort : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

class SimulatedTransport;

/// Runs `program` on all ranks, and returns when it has returned on all of them. If `program`
/// throws on a rank, the next calls of the transport throw on all other ranks, and runSimulated()
/// throws the first exception.
/// @throws SimulatedDeadlock  if the ranks wait for ever or take too long
/// @throws SimulatedAbort  if a rank has called abort()
/// @throws std::invalid_argument  if there are no ranks
SimulatedRun runSimulated(const SimulatedNetwork& options,
                          const std::function<void(SimulatedTransport&)>& program);

namespace detail {

/// Ends the program of a rank after another rank has failed. It has no base class, so that programs
/// do not catch it by accident.
struct SimulationEnded {};

/// A message under way.
struct Parcel {
  double arrival;
  std::uint64_t number; ///< in the order of sending
  Message message;
  /// Orders a queue whose top is the parcel that arrives first.
  bool operator<(const Parcel& other) const {
    return arrival != other.arrival ? arrival > other.arrival : number > other.number;
  }
};

/// The file of traces, which the first run of the process opens, or null.
/// @throws std::runtime_error  if it cannot be written
inline std::FILE* traceFile() {
  static std::FILE* const file = [] {
    const char* const name = std::getenv("GALOIS_RANK_TRACE");
    std::FILE* const opened = name == nullptr ? nullptr : std::fopen(name, "we");
    if (name != nullptr && opened == nullptr) {
      throw std::runtime_error(std::string("GALOIS_RANK_TRACE: cannot write ") + name);
    }
    return opened;
  }();
  return file;
}

/// The state that all ranks of a run share.
class Simulation {
public:
  Simulation(const SimulatedNetwork& options,
             const std::function<void(SimulatedTransport&)>& program)
      : options_(options), random_(options.seed), ranks_(options.ranks), clocks_(options.ranks),
        lastArrivals_(std::size_t{options.ranks} * options.ranks, 0.0) {
    if (options.ranks == 0) {
      throw std::invalid_argument("a simulation needs at least one rank");
    }
    if (trace_ != nullptr) {
      std::fprintf(trace_, "run %u %llu\n", options.ranks,
                   static_cast<unsigned long long>(options.seed));
    }
    for (Rank rank = 0; rank < options.ranks; ++rank) {
      clocks_[rank] = options_.longest * random_.unit();
      ranks_[rank].offset = 1e6 * random_.unit();
      ranks_[rank].fiber = std::make_unique<Fiber>([this, rank, &program] { body(rank, program); },
                                                   options_.stackBytes);
    }
  }

  SimulatedRun run() {
    double last = 0; // when a rank ended
    for (;;) {
      auto next =
          static_cast<Rank>(std::min_element(clocks_.begin(), clocks_.end()) - clocks_.begin());
      if (std::isinf(clocks_[next])) { // others may have ended, or pause without end
        for (next = 0; next < options_.ranks && ranks_[next].fiber->ended(); ++next) {
        }
      }
      if (next == options_.ranks) {
        break;
      }
      if (!failure_) {
        watch(clocks_[next]);
      }
      ranks_[next].waits = false;
      ranks_[next].fiber->resume();
      if (ranks_[next].fiber->ended()) {
        last = std::max(last, clocks_[next]);
        clocks_[next] = std::numeric_limits<double>::infinity();
      }
    }
    if (trace_ != nullptr) {
      std::fputs(failure_ ? "failed\n" : "end\n", trace_);
      std::fflush(trace_); // so that no child process writes it again
    }
    if (failure_) {
      std::rethrow_exception(failure_);
    }
    SimulatedRun result;
    result.messages = sent_;
    result.time = last;
    for (const auto& rank : ranks_) {
      result.undelivered += rank.parcels.size();
    }
    return result;
  }

  Rank ranks() const { return options_.ranks; }
  double now(Rank rank) const { return clocks_[rank] + ranks_[rank].offset; }

  /// Lets the time of a call pass, in which other ranks may run. Returns false if another rank has
  /// failed and a destructor of this rank calls; the call should then do nothing.
  bool call(Rank rank) {
    const bool stalls = random_.unit() < options_.stallChance;
    clocks_[rank] += (stalls ? options_.longest : options_.call) * random_.unit();
    return giveWay(rank);
  }

  void spend(Rank rank, double microseconds) {
    clocks_[rank] += std::max(microseconds, 0.0);
    progress_ = std::max(progress_, clocks_[rank]);
    giveWay(rank);
  }

  void send(Rank from, Rank to, Kind kind, std::span<const std::byte> body) {
    if (!call(from)) {
      return;
    }
    if (to >= options_.ranks) {
      throw std::out_of_range("there is no rank " + std::to_string(to));
    }
    double& last = lastArrivals_[std::size_t{from} * options_.ranks + to];
    const bool late = random_.unit() < options_.lateChance;
    const double longest = (late ? 20 : 1) * options_.longest;
    const double travel = options_.shortest + (longest - options_.shortest) * random_.unit();
    last = std::max(last, clocks_[from] + travel);
    ranks_[to].parcels.push({last, sent_++, {from, kind, {body.begin(), body.end()}}});
    if (ranks_[to].waits) {
      clocks_[to] = std::min(clocks_[to], last);
    }
    progress_ = std::max(progress_, clocks_[from]);
  }

  std::optional<Message> receive(Rank rank) {
    if (!call(rank) || !hasMessage(rank)) {
      return std::nullopt;
    }
    auto& parcels = ranks_[rank].parcels;
    // top() is constant, because a change could break the order; the parcel leaves the queue at once.
    Message message = std::move(const_cast<Parcel&>(parcels.top()).message);
    parcels.pop();
    progress_ = std::max(progress_, clocks_[rank]);
    return message;
  }

  void pause(Rank rank, double microseconds) {
    if (!call(rank) || hasMessage(rank)) {
      return;
    }
    Member& member = ranks_[rank];
    // Real transports sometimes return early as well, for reasons unknown to the caller.
    const bool early = random_.below(8) == 0 && std::isfinite(microseconds);
    double& clock = clocks_[rank];
    const double began = clock;
    clock += std::max(microseconds, options_.call) * (early ? random_.unit() : 1.0);
    if (!member.parcels.empty()) {
      clock = std::clamp(member.parcels.top().arrival, began, clock);
    }
    member.waits = true;
    giveWay(rank);
  }

  void trace(Rank rank, const char* step, std::initializer_list<std::int64_t> values) {
    if (trace_ != nullptr && !failure_) {
      std::fprintf(trace_, "%u %s", rank, step);
      for (const std::int64_t value : values) {
        std::fprintf(trace_, " %lld", static_cast<long long>(value));
      }
      std::fputc('\n', trace_);
    }
  }

  [[noreturn]] void abort(Rank rank, const std::string& text) {
    throw SimulatedAbort("rank " + std::to_string(rank) + ": " + text);
  }

private:
  struct Member {
    double offset = 0;  ///< now() adds it to the clock, so that ranks disagree about the time
    bool waits = false; ///< the rank is in pause(), and a message may make it resume earlier
    std::priority_queue<Parcel> parcels;
    std::unique_ptr<Fiber> fiber;
  };

  bool hasMessage(Rank rank) const {
    const auto& parcels = ranks_[rank].parcels;
    return !parcels.empty() && parcels.top().arrival <= clocks_[rank];
  }

  bool giveWay(Rank rank) {
    if (!failure_) {
      ranks_[rank].fiber->suspend();
    }
    if (!failure_) {
      return true;
    }
    if (std::uncaught_exceptions() == 0) {
      throw SimulationEnded{};
    }
    return false; // A destructor calls, and must not throw.
  }

  void body(Rank rank, const std::function<void(SimulatedTransport&)>& program);

  /// Ends the run if the ranks have waited for too long, or if the run takes too long.
  void watch(double clock) {
    std::string text;
    if (clock > progress_ + options_.patience) {
      text = "deadlock: no message was sent or received for so long: ";
    } else if (clock > options_.limit) {
      text = "the ranks did not end in time: ";
    } else {
      return;
    }
    text += "virtual time " + std::to_string(clock) + " us, seed " + std::to_string(options_.seed) +
            ", ranks that have not ended:";
    for (Rank rank = 0; rank < options_.ranks; ++rank) {
      if (!ranks_[rank].fiber->ended()) {
        text += " " + std::to_string(rank);
      }
    }
    failure_ = std::make_exception_ptr(SimulatedDeadlock(text));
  }

  const SimulatedNetwork options_;
  std::FILE* const trace_ = traceFile();
  substrate::Random random_;
  std::vector<Member> ranks_;
  /// Virtual times; while a rank is suspended, the time at which it resumes, and infinite after its end.
  std::vector<double> clocks_;
  std::vector<double> lastArrivals_; ///< [from * ranks + to]: keeps the order of each pair
  std::uint64_t sent_ = 0;
  double progress_ = 0; ///< the latest virtual time at which a rank did something other than wait
  std::exception_ptr failure_;
};

} // namespace detail

/// The transport of one rank. It meets the concept Transport.
class SimulatedTransport {
public:
  /// Made by runSimulated().
  SimulatedTransport(detail::Simulation& simulation, Rank rank)
      : simulation_(simulation), rank_(rank) {}
  SimulatedTransport(const SimulatedTransport&) = delete;
  SimulatedTransport& operator=(const SimulatedTransport&) = delete;

  /// As the concept says. @{
  Rank rank() const { return rank_; }
  Rank ranks() const { return simulation_.ranks(); }
  double now() const { return simulation_.now(rank_); }
  void send(Rank to, Kind kind, std::span<const std::byte> body) {
    simulation_.send(rank_, to, kind, body);
  }
  std::optional<Message> receive() { return simulation_.receive(rank_); }
  void pause(double microseconds) { simulation_.pause(rank_, microseconds); }
  void spend(double microseconds) { simulation_.spend(rank_, microseconds); }
  [[noreturn]] void abort(const std::string& text) { simulation_.abort(rank_, text); }
  void trace(const char* step, std::initializer_list<std::int64_t> values) {
    simulation_.trace(rank_, step, values);
  }
  /// @}

private:
  detail::Simulation& simulation_;
  const Rank rank_;
};

static_assert(Transport<SimulatedTransport> && HasTrace<SimulatedTransport>);

inline void detail::Simulation::body(Rank rank,
                                     const std::function<void(SimulatedTransport&)>& program) {
  if (failure_) {
    return; // another rank failed before this one began
  }
  try {
    SimulatedTransport transport(*this, rank);
    program(transport);
    progress_ = std::max(progress_, clocks_[rank]);
  } catch (const SimulationEnded&) {
    return;
  } catch (...) {
    if (!failure_) {
      failure_ = std::current_exception();
    }
  }
}

inline SimulatedRun runSimulated(const SimulatedNetwork& options,
                                 const std::function<void(SimulatedTransport&)>& program) {
  return detail::Simulation(options, program).run();
}

} // namespace galois::dist
