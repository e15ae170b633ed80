/** The loop over a worklist, through the members that upstream's executor uses and no others. */
#pragma once

#include <array>
#include <atomic>
#include <list>
#include <thread>
#include <tuple>
#include <type_traits>
#include <utility>

#include "galois/Traits.h"
#include "galois/UserContext.h"
#include "galois/optional.h"
#include "galois/runtime/Range.h"
#include "galois/substrate/Barrier.h"

namespace galois::runtime {

/// Termination by a token that passes every thread twice while none has worked.
class Termination {
public:
  bool over() const { return over_.load(); }

  /// @param worked  whether the calling thread has run a task since its last call
  void foundNothing(unsigned self, unsigned threads, bool worked) {
    worked_[self] = worked_[self] || worked;
    if (holder_.load() != self) {
      return;
    }
    if (self == 0) {
      quietRounds_ = quiet_ && !worked_[0] ? quietRounds_ + 1 : 0;
      quiet_ = true;
    }
    quiet_ = quiet_ && !worked_[self];
    worked_[self] = false;
    if (quietRounds_ > 2) {
      over_.store(true);
    }
    holder_.store((self + 1) % threads);
  }

  /// Begins again. No thread is in another call.
  void reset() {
    holder_.store(0);
    quiet_ = false;
    quietRounds_ = 0;
    over_.store(false);
  }

private:
  std::atomic<unsigned> holder_{0};
  std::atomic<bool> over_{false};
  // The holder of the token accesses these.
  bool quiet_ = false; ///< whether no thread has worked since the round began
  unsigned quietRounds_ = 0;
  // Each thread accesses its own.
  std::array<bool, 16> worked_{};
};

template <typename Worklist, typename = void>
struct HasEmpty : std::false_type {};
template <typename Worklist>
struct HasEmpty<Worklist,
                std::void_t<decltype(static_cast<bool>(std::declval<Worklist&>().empty()))>>
    : std::true_type {};

template <typename Worklist, typename Function>
class ForEachExecutor {
  using Task = typename Worklist::value_type;

public:
  template <typename... Args>
  ForEachExecutor(Function& function, const std::tuple<Args...>& args)
      : ForEachExecutor(function, args, std::index_sequence_for<Args...>()) {}

  template <typename Range>
  void run(const Range& range) {
    const unsigned threads = getActiveThreads();
    substrate::Barrier& barrier = substrate::getBarrier(threads);
    substrate::getThreadPool().run(
        threads, [&] { worklist_.push_initial(range); }, std::ref(barrier), [&] { work(threads); });
  }

private:
  template <typename... Args, std::size_t... I>
  ForEachExecutor(Function& function, const std::tuple<Args...>& args, std::index_sequence<I...>)
      : function_(function), worklist_(std::get<I>(args)...) {}

  void work(unsigned threads) {
    const unsigned self = substrate::ThreadPool::getTID();
    UserContext<Task> context;
    do {
      while (!termination_.over()) {
        bool worked = false;
        while (galois::optional<Task> task = worklist_.pop()) {
          worked = true;
          function_(*task, context);
          std::list<Task>& pushed = context.pushed();
          if (!pushed.empty()) {
            worklist_.push(pushed.begin(), pushed.end());
            pushed.clear();
          }
        }
        termination_.foundNothing(self, threads, worked);
        std::this_thread::yield();
      }
    } while (!allTogether(threads));
  }

  /// Returns whether the loop is done, the same on all threads. A worklist may know that it is not.
  bool allTogether(unsigned threads) {
    if constexpr (HasEmpty<Worklist>::value) {
      substrate::Barrier& barrier = substrate::getBarrier(threads);
      const bool empty = worklist_.empty();
      barrier.wait();
      if (!empty && substrate::ThreadPool::getTID() == 0) {
        termination_.reset();
      }
      barrier.wait();
      return empty;
    }
    return true;
  }

  Function& function_;
  Worklist worklist_;
  Termination termination_;
};

} // namespace galois::runtime
