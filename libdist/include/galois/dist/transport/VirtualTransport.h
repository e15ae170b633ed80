/**
 * Simulates nodes of a cluster within one process: ranks with several workers each, a network and a
 * clock. It serves to measure, where SimulatedTransport.h serves to test: time passes only where the
 * parameters say so.
 *
 * runVirtual() runs a program on every rank. A rank begins as one fiber. runWorkers() adds the other
 * workers of the rank, each a fiber with its own clock, as threads of a real rank. One fiber runs at
 * a time: the one with the least clock. A worker gives way to others in pause(), spend() and
 * runWorkers() alone, so it may hold a lock around all other calls. These take a short time, by
 * which the clock of a worker may be ahead of others until it gives way. That time is shorter than
 * a message travels, so no message is received before it was sent.
 *
 * A message travels for the latency, a random part of it, and the time of its bytes on a link. Links
 * are not shared: messages do not delay each other. All random numbers come from one seed, and the
 * same seed gives the same run.
 */
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
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
#include "galois/dist/transport/SimulatedTransport.h"
#include "galois/dist/transport/Transport.h"
#include "galois/substrate/Random.h"

namespace galois::dist {

/// The parameters of virtual nodes and their network. Times are in virtual microseconds.
struct VirtualNetwork {
  Rank ranks = 2;         ///< number of ranks, at least 1
  std::uint64_t seed = 0; ///< selects the random parts of latencies
  double latency = 50;    ///< the least time that a message travels, above 0
  double jitter = 0.1;    ///< the greatest random part of a latency, as a share of it
  double bandwidth = 125; ///< bytes per microsecond, above 0
  double call = 0.3;      ///< time of a call that sends or looks for a message
  double patience = 1e8;  ///< a longer time in which workers only wait is a deadlock
  std::size_t stackBytes = std::size_t{512} << 10; ///< of each worker
};

class VirtualTransport;

/// Runs `program` on all ranks, and returns when it has returned on all of them. If `program`
/// throws on a rank, the next calls of pause() and spend() throw on all other ranks, and runVirtual()
/// throws the first exception.
/// @throws SimulatedDeadlock  if the ranks wait for ever
/// @throws SimulatedAbort  if a rank has called abort()
/// @throws std::invalid_argument  if there are no ranks
SimulatedRun runVirtual(const VirtualNetwork& options,
                        const std::function<void(VirtualTransport&)>& program);

namespace detail {

/// The state that all workers of a run share.
class VirtualNodes {
public:
  VirtualNodes(const VirtualNetwork& options, const std::function<void(VirtualTransport&)>& program)
      : options_(options), random_(options.seed), ranks_(options.ranks),
        lastArrivals_(std::size_t{options.ranks} * options.ranks, 0.0) {
    if (options.ranks == 0) {
      throw std::invalid_argument("a simulation needs at least one rank");
    }
    for (Rank rank = 0; rank < options.ranks; ++rank) {
      add(rank, 0, [this, rank, &program] { body(rank, program); });
    }
  }

  SimulatedRun run() {
    while (!events_.empty() && !failure_) {
      const Event next = events_.top();
      events_.pop();
      Worker& worker = *workers_[next.worker];
      if (worker.wakes != next.number) {
        continue; // it has been woken earlier
      }
      if (next.time > progress_ + options_.patience) {
        fail("deadlock: the ranks only wait: ", next.time);
        break;
      }
      worker.clock = std::max(worker.clock, next.time);
      resume(next.worker);
    }
    const bool ended = std::all_of(workers_.begin(), workers_.end(),
                                   [](const auto& worker) { return worker->fiber.ended(); });
    if (!ended) {
      if (!failure_) {
        fail("deadlock: all ranks wait for messages: ", last_);
      }
      unwind();
    }
    if (failure_) {
      std::rethrow_exception(failure_);
    }
    SimulatedRun result;
    result.time = last_;
    result.messages = sent_;
    for (const auto& rank : ranks_) {
      result.undelivered += rank.parcels.size();
    }
    return result;
  }

  Rank ranks() const { return options_.ranks; }
  double now() const { return workers_[current_]->clock; }

  void spend(double microseconds) {
    Worker& worker = *workers_[current_];
    worker.clock += std::max(microseconds, 0.0);
    progress_ = std::max(progress_, worker.clock);
    wakeAt(current_, worker.clock);
    giveWay();
  }

  void send(Rank from, Rank to, Kind kind, std::span<const std::byte> body) {
    if (to >= options_.ranks) {
      throw std::out_of_range(std::string("there is no rank ").append(std::to_string(to)));
    }
    Worker& worker = *workers_[current_];
    worker.clock += options_.call;
    progress_ = std::max(progress_, worker.clock);
    double& last = lastArrivals_[std::size_t{from} * options_.ranks + to];
    const double travel = options_.latency * (1 + options_.jitter * random_.unit()) +
                          static_cast<double>(body.size()) / options_.bandwidth;
    last = std::max(last, worker.clock + travel);
    ranks_[to].parcels.push({last, sent_++, {from, kind, {body.begin(), body.end()}}});
    // The last worker that pauses wakes: one that serves the others has the highest number.
    const auto& all = ranks_[to].workers;
    const auto waiting = std::find_if(
        all.rbegin(), all.rend(), [this](std::size_t number) { return workers_[number]->pauses; });
    if (waiting != all.rend() && workers_[*waiting]->wakesAt > last) {
      wakeAt(*waiting, last);
    }
  }

  std::optional<Message> receive(Rank rank) {
    Worker& worker = *workers_[current_];
    worker.clock += options_.call;
    if (!hasMessage(rank)) {
      return std::nullopt;
    }
    progress_ = std::max(progress_, worker.clock);
    auto& parcels = ranks_[rank].parcels;
    // top() is constant, because a change could break the order; the parcel leaves the queue at once.
    Message message = std::move(const_cast<Parcel&>(parcels.top()).message);
    parcels.pop();
    return message;
  }

  void pause(Rank rank, double microseconds) {
    Worker& worker = *workers_[current_];
    // Time passes although a message is there: another worker may be the one that receives it.
    const double soonest = worker.clock + options_.call;
    double until = std::max(worker.clock + microseconds, soonest);
    const auto& parcels = ranks_[rank].parcels;
    if (!parcels.empty()) {
      until = std::clamp(parcels.top().arrival, soonest, until);
    }
    worker.pauses = true;
    wakeAt(current_, until);
    giveWay();
  }

  void runWorkers(Rank rank, unsigned count, const std::function<void(unsigned)>& work) {
    const std::size_t owner = current_;
    std::exception_ptr first;
    unsigned left = 0;
    const auto guarded = [&first, &work](unsigned number) {
      try {
        work(number);
      } catch (...) {
        if (!first) {
          first = std::current_exception();
        }
      }
    };
    for (unsigned number = 1; number < count; ++number) {
      ++left;
      add(rank, workers_[owner]->clock, [this, number, owner, &guarded, &left] {
        if (!failure_) {
          guarded(number);
        }
        if (--left == 0 && workers_[owner]->joins) {
          wakeAt(owner, workers_[current_]->clock);
        }
      });
    }
    guarded(0);
    // After a failure, run() ends the workers before it resumes this one.
    workers_[owner]->joins = true;
    while (left > 0) {
      workers_[owner]->fiber.suspend();
    }
    workers_[owner]->joins = false;
    std::erase_if(ranks_[rank].workers, [owner](std::size_t number) { return number != owner; });
    if (first) {
      std::rethrow_exception(first);
    }
    throwIfEnded();
  }

  [[noreturn]] void abort(Rank rank, const std::string& what) {
    std::string text = "rank ";
    text.append(std::to_string(rank)).append(": ").append(what);
    setFailure(std::make_exception_ptr(SimulatedAbort(text)));
    throw SimulationEnded{};
  }

private:
  static constexpr double kNever = std::numeric_limits<double>::infinity();

  struct Worker {
    Worker(Rank of, double begin, std::function<void()> body, std::size_t stackBytes)
        : rank(of), clock(begin), fiber(std::move(body), stackBytes) {}
    Rank rank;
    double clock;
    double wakesAt = kNever;
    std::uint64_t wakes = 0; ///< number of the event that resumes it
    bool pauses = false;     ///< in pause(), so a message may resume it earlier
    bool joins = false;      ///< waits for the other workers of its rank
    Fiber fiber;
  };
  struct Member {
    std::vector<std::size_t> workers; ///< that run, ascending
    std::priority_queue<Parcel> parcels;
  };
  struct Event {
    double time;
    std::uint64_t number; ///< in the order of planning
    std::size_t worker;
    /// Orders a queue whose top is the next event.
    bool operator<(const Event& other) const {
      return time != other.time ? time > other.time : number > other.number;
    }
  };

  void add(Rank rank, double begin, std::function<void()> body) {
    const std::size_t number = workers_.size();
    workers_.push_back(std::make_unique<Worker>(rank, begin, std::move(body), options_.stackBytes));
    ranks_[rank].workers.push_back(number);
    wakeAt(number, begin);
  }

  /// Plans when a worker is resumed, in place of an earlier plan.
  void wakeAt(std::size_t number, double time) {
    Worker& worker = *workers_[number];
    worker.wakesAt = time;
    worker.wakes = ++events_made_;
    if (std::isfinite(time)) {
      events_.push({time, worker.wakes, number});
    }
  }

  void resume(std::size_t number) {
    Worker& worker = *workers_[number];
    worker.pauses = false;
    worker.wakesAt = kNever;
    current_ = number;
    worker.fiber.resume();
    if (worker.fiber.ended()) {
      last_ = std::max(last_, worker.clock);
    }
  }

  bool hasMessage(Rank rank) const {
    const auto& parcels = ranks_[rank].parcels;
    return !parcels.empty() && parcels.top().arrival <= workers_[current_]->clock;
  }

  void giveWay() {
    if (!failure_) {
      workers_[current_]->fiber.suspend();
    }
    throwIfEnded();
  }

  void throwIfEnded() const {
    if (failure_ && std::uncaught_exceptions() == 0) { // A destructor that calls must not throw.
      throw SimulationEnded{};
    }
  }

  void body(Rank rank, const std::function<void(VirtualTransport&)>& program);

  void setFailure(std::exception_ptr failure) {
    if (!failure_) {
      failure_ = std::move(failure);
    }
  }

  void fail(const std::string& what, double time) {
    std::string text = what;
    text.append("virtual time ").append(std::to_string(time)).append(" us, seed ");
    text.append(std::to_string(options_.seed)).append(", ranks that have not ended:");
    for (Rank rank = 0; rank < options_.ranks; ++rank) {
      if (!workers_[rank]->fiber.ended()) { // the first worker of a rank has its number
        text.append(" ").append(std::to_string(rank));
      }
    }
    setFailure(std::make_exception_ptr(SimulatedDeadlock(text)));
  }

  /// Ends all fibers after a failure. A worker ends before the one that runs it, whose number is
  /// lower and whose stack has what the worker uses.
  void unwind() {
    for (std::size_t number = workers_.size(); number-- > 0;) {
      while (!workers_[number]->fiber.ended()) {
        resume(number);
      }
    }
  }

  const VirtualNetwork options_;
  substrate::Random random_;
  std::vector<Member> ranks_;
  std::vector<std::unique_ptr<Worker>> workers_; ///< the first of each rank, then the others
  std::priority_queue<Event> events_;
  std::uint64_t events_made_ = 0;
  std::vector<double> lastArrivals_; ///< [from * ranks + to]: keeps the order of each pair
  std::size_t current_ = 0;          ///< the worker that runs
  std::uint64_t sent_ = 0;
  double progress_ = 0; ///< the latest time at which a worker did something other than wait
  double last_ = 0;     ///< when a worker ended
  std::exception_ptr failure_;
};

} // namespace detail

/// The transport of one rank, which its workers share. It meets the concepts Transport and
/// HasWorkers.
class VirtualTransport {
public:
  /// Made by runVirtual().
  VirtualTransport(detail::VirtualNodes& nodes, Rank rank) : nodes_(nodes), rank_(rank) {}
  VirtualTransport(const VirtualTransport&) = delete;
  VirtualTransport& operator=(const VirtualTransport&) = delete;

  /// As the concepts say. All ranks have one clock. @{
  Rank rank() const { return rank_; }
  Rank ranks() const { return nodes_.ranks(); }
  double now() const { return nodes_.now(); }
  void send(Rank to, Kind kind, std::span<const std::byte> body) {
    nodes_.send(rank_, to, kind, body);
  }
  std::optional<Message> receive() { return nodes_.receive(rank_); }
  void pause(double microseconds) { nodes_.pause(rank_, microseconds); }
  void spend(double microseconds) { nodes_.spend(microseconds); }
  [[noreturn]] void abort(const std::string& text) { nodes_.abort(rank_, text); }
  void runWorkers(unsigned count, const std::function<void(unsigned)>& work) {
    nodes_.runWorkers(rank_, count, work);
  }
  /// @}

private:
  detail::VirtualNodes& nodes_;
  const Rank rank_;
};

static_assert(Transport<VirtualTransport> && HasWorkers<VirtualTransport>);

inline void detail::VirtualNodes::body(Rank rank,
                                       const std::function<void(VirtualTransport&)>& program) {
  if (failure_) {
    return; // another rank failed before this one began
  }
  try {
    VirtualTransport transport(*this, rank);
    program(transport);
  } catch (const SimulationEnded&) {
    return;
  } catch (...) {
    setFailure(std::current_exception());
  }
}

inline SimulatedRun runVirtual(const VirtualNetwork& options,
                               const std::function<void(VirtualTransport&)>& program) {
  return detail::VirtualNodes(options, program).run();
}

} // namespace galois::dist
