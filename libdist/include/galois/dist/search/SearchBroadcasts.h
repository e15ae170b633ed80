/**
 * The broadcasts of a search: a better objective value, a reason to stop, and the wish to pause for
 * a checkpoint. A broadcast travels from the rank that found it to all ranks, down a binomial tree. A rank passes on a value only if
 * it is better than all values that the rank has passed on before.
 */
#pragma once

#include <utility>

#include "galois/dist/search/SearchMessages.h"
#include "galois/search/Stop.h"
#include "galois/substrate/Atomics.h"

namespace galois::dist {

/// The broadcasts of one search on one rank. Only the thread that holds the lock of messages uses
/// this.
/// @tparam Goal  what the search looks for (Goals.h)
template <typename Goal, Transport T>
class SearchBroadcasts {
public:
  /// Sets the handlers of its kinds of messages. The references have to outlive this object.
  SearchBroadcasts(SearchMessages<T>& messages, Goal& goal, search::Stop& stop)
      : messages_(messages), goal_(goal), stop_(stop), told_(valueOf(goal)) {
    if constexpr (kContest) {
      messages.handle(Kind::kBound, [this](Rank, Reader& reader) {
        const auto root = reader.get<Rank>();
        const auto value = reader.get<Value>();
        auto& contest = goal_.contest();
        const auto better = [&](Value a, Value b) { return contest.problem.better(a, b); };
        if (better(value, told_)) { // otherwise a value at least as good is on its way to all ranks
          told_ = value;
          contest.best.improve(value, better);
          messages_.spread(root, Kind::kBound, value);
        }
      });
    }
    messages.handle(Kind::kStop, [this](Rank, Reader& reader) {
      const auto root = reader.get<Rank>();
      const auto reason = reader.get<search::Stop::Reason>();
      stop_.request(reason);
      toldStop_ = true;
      messages_.spread(root, Kind::kStop, reason);
    });
    messages.handle(Kind::kPause, [this](Rank, Reader& reader) {
      const auto root = reader.get<Rank>();
      pauses_.store(true, substrate::order::relaxed);
      messages_.spread(root, Kind::kPause);
    });
  }

  /// Asks all ranks to pause.
  void pause() {
    pauses_.store(true, substrate::order::relaxed);
    messages_.spread(messages_.rank(), Kind::kPause);
  }
  /// Returns whether a rank has asked for it. Any thread may call it. The access is relaxed: a
  /// thread that sees it late searches a little longer.
  bool pauses() const { return pauses_.load(substrate::order::relaxed); }

  /// Sends all ranks what this rank has found since the last call.
  void tell() {
    if constexpr (kContest) {
      const Value best = valueOf(goal_);
      if (goal_.contest().problem.better(best, told_)) {
        told_ = best;
        messages_.spread(messages_.rank(), Kind::kBound, best);
      }
    }
    const search::Stop::Reason reason = stop_.reason();
    if (reason != search::Stop::kNone && !toldStop_) {
      toldStop_ = true;
      messages_.spread(messages_.rank(), Kind::kStop, reason);
    }
  }

private:
  static constexpr bool kContest = requires(Goal & goal) { goal.contest(); };
  /// The type of objective values, if there are any.
  static auto valueOf(Goal& goal) {
    if constexpr (kContest) {
      return goal.contest().best.get();
    } else {
      return char{};
    }
  }
  using Value = decltype(valueOf(std::declval<Goal&>()));

  SearchMessages<T>& messages_;
  Goal& goal_;
  search::Stop& stop_;
  Value told_; ///< if goals have values: the best value that this rank has sent or passed on
  bool toldStop_ = false;
  substrate::Atomic<bool> pauses_{false};
};

} // namespace galois::dist
