/**
 * executor-bench compares PriorityExecutor with other ways to run functions by priority: how long the
 * most urgent one waits under load, how many short ones run in a second, and what an idle executor
 * costs. The others are threads around one locked heap, and, if the build has them, oneTBB, which knows
 * three priorities, and Taskflow, whose asynchronous tasks have none.
 *
 * `executor-bench THREADS [ROUNDS]` prints a row for each. The rounds of all take turns, and each number
 * is the median of its rounds.
 */
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <mutex>
#include <queue>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

#ifdef GALOIS_HAS_TBB
#include <tbb/global_control.h>
#include <tbb/task_arena.h>
#endif

#ifdef GALOIS_HAS_TASKFLOW
#include <taskflow/taskflow.hpp>
#endif

#include "galois/PriorityExecutor.h"
#include "galois/substrate/Random.h"

namespace {

using Clock = std::chrono::steady_clock;
using Microseconds = std::chrono::duration<double, std::micro>;

constexpr std::int64_t kUrgent = 0;
constexpr std::uint32_t kPriorities = 1000; ///< of ordinary functions, which have 1 to this

void spinFor(double microseconds) {
  const auto end =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(Microseconds(microseconds));
  while (Clock::now() < end) {
  }
}

/// Returns the value below which the share `q` of the values is, 0 < q < 1.
double quantile(std::vector<double> values, double q) {
  const auto at =
      values.begin() + static_cast<std::ptrdiff_t>(q * static_cast<double>(values.size()));
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

class Ours {
public:
  static constexpr const char* kName = "PriorityExecutor";
  explicit Ours(unsigned threads) : executor_(threads) {}
  template <typename F>
  void post(std::int64_t priority, F f) {
    executor_.post(priority, std::move(f));
  }
  void drain() { executor_.drain(); }

private:
  galois::PriorityExecutor executor_;
};

class LockedHeap {
public:
  static constexpr const char* kName = "one locked heap";
  explicit LockedHeap(unsigned threads) {
    for (unsigned i = 0; i < threads; ++i) {
      threads_.emplace_back([this] { work(); });
    }
  }
  ~LockedHeap() {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      over_ = true;
    }
    some_.notify_all();
    for (std::thread& thread : threads_) {
      thread.join();
    }
  }
  void post(std::int64_t priority, std::function<void()> f) {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      heap_.push({priority, std::move(f)});
      ++open_;
    }
    some_.notify_one();
  }
  void drain() {
    std::unique_lock<std::mutex> lock(mutex_);
    none_.wait(lock, [this] { return open_ == 0; });
  }

private:
  struct Entry {
    std::int64_t priority;
    std::function<void()> function;
    bool operator<(const Entry& other) const { return priority > other.priority; }
  };
  void work() {
    std::unique_lock<std::mutex> lock(mutex_);
    for (;;) {
      some_.wait(lock, [this] { return over_ || !heap_.empty(); });
      if (heap_.empty()) {
        return;
      }
      const std::function<void()> f = heap_.top().function;
      heap_.pop();
      lock.unlock();
      f();
      lock.lock();
      if (--open_ == 0) {
        none_.notify_all();
      }
    }
  }
  std::mutex mutex_;
  std::condition_variable some_, none_;
  std::priority_queue<Entry> heap_;
  std::uint64_t open_ = 0;
  bool over_ = false;
  std::vector<std::thread> threads_;
};

#ifdef GALOIS_HAS_TBB
class OneTbb {
public:
  static constexpr const char* kName = "oneTBB, two of its priorities";
  explicit OneTbb(unsigned threads)
      : limit_(tbb::global_control::max_allowed_parallelism, threads + 1), // it counts the caller
        urgent_(static_cast<int>(threads), 0, tbb::task_arena::priority::high),
        others_(static_cast<int>(threads), 0, tbb::task_arena::priority::low) {}
  template <typename F>
  void post(std::int64_t priority, F f) {
    ++open_;
    (priority == kUrgent ? urgent_ : others_).enqueue([this, f] {
      f();
      --open_;
    });
  }
  void drain() {
    while (open_ != 0) {
      std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
  }

private:
  tbb::global_control limit_;
  tbb::task_arena urgent_, others_;
  std::atomic<std::uint64_t> open_{0};
};
#endif

#ifdef GALOIS_HAS_TASKFLOW
class Taskflow {
public:
  static constexpr const char* kName = "Taskflow, without priorities";
  explicit Taskflow(unsigned threads) : executor_(threads) {}
  template <typename F>
  void post(std::int64_t /*priority*/, F f) {
    executor_.silent_async(std::move(f));
  }
  void drain() { executor_.wait_for_all(); }

private:
  tf::Executor executor_;
};
#endif

/// What one round measures.
struct Round {
  double median, late; ///< microseconds until an urgent function begins: median, 99th percentile
  double perSecond;    ///< functions of a microsecond
  double idleCpu;      ///< milliseconds of processor time in a second without work
};

double cpuMilliseconds() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  const auto of = [](const timeval& time) {
    return 1e3 * static_cast<double>(time.tv_sec) + 1e-3 * static_cast<double>(time.tv_usec);
  };
  return of(used.ru_utime) + of(used.ru_stime);
}

template <typename Executor>
Round measure(unsigned threads) {
  Round round{};
  Executor executor(threads);
  galois::substrate::Random random(1, 0);
  const auto ordinary = [&] { return std::int64_t{1} + random.below(kPriorities); };
  {
    constexpr unsigned kUrgentOnes = 500;
    constexpr double kPeriod = 1000, kLength = 20;
    std::vector<double> waits(kUrgentOnes);
    const auto backlog = static_cast<unsigned>(1.2 * threads * kUrgentOnes * kPeriod / kLength);
    for (unsigned i = 0; i < backlog; ++i) {
      executor.post(ordinary(), [] { spinFor(kLength); });
    }
    for (double& wait : waits) {
      std::this_thread::sleep_for(Microseconds(kPeriod));
      executor.post(kUrgent, [&wait, begun = Clock::now()] {
        wait = Microseconds(Clock::now() - begun).count();
      });
    }
    executor.drain();
    round.median = quantile(waits, 0.5);
    round.late = quantile(waits, 0.99);
  }
  {
    constexpr unsigned kShort = 200000;
    const auto begin = Clock::now();
    for (unsigned i = 0; i < kShort; ++i) {
      executor.post(ordinary(), [] { spinFor(1); });
    }
    executor.drain();
    round.perSecond = kShort / std::chrono::duration<double>(Clock::now() - begin).count();
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(200)); // until all sleep
  const double before = cpuMilliseconds();
  std::this_thread::sleep_for(std::chrono::seconds(1));
  round.idleCpu = cpuMilliseconds() - before;
  return round;
}

double medianOf(const std::vector<Round>& rounds, double Round::*field) {
  std::vector<double> values;
  values.reserve(rounds.size());
  for (const Round& round : rounds) {
    values.push_back(round.*field);
  }
  return quantile(std::move(values), 0.5);
}

template <typename... Executors>
void compare(unsigned threads, unsigned rounds) {
  std::vector<std::pair<const char*, std::vector<Round>>> all = {{Executors::kName, {}}...};
  for (unsigned i = 0; i < rounds; ++i) {
    std::size_t at = 0;
    (all[at++].second.push_back(measure<Executors>(threads)), ...);
  }
  fmt::print("{} threads, medians of {} rounds\n\n", threads, rounds);
  fmt::print("| | an urgent one waits, us | 99 of 100 wait less than | short ones per second | "
             "idle, ms of CPU per s |\n| --- | --- | --- | --- | --- |\n");
  for (const auto& [name, of] : all) {
    fmt::print("| {} | {:.0f} | {:.0f} | {:.0f} | {:.1f} |\n", name, medianOf(of, &Round::median),
               medianOf(of, &Round::late), medianOf(of, &Round::perSecond),
               medianOf(of, &Round::idleCpu));
  }
}

int measureAll(int argc, char** argv) {
  const int threads = argc > 1 ? std::atoi(argv[1]) : 0;
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 5;
  if (argc > 3 || threads < 1 || threads > 1024 || rounds < 1) {
    std::fprintf(stderr, "usage: executor-bench THREADS [ROUNDS]: threads from 1 to 1024\n");
    return 2;
  }
  compare<Ours, LockedHeap
#ifdef GALOIS_HAS_TBB
          ,
          OneTbb
#endif
#ifdef GALOIS_HAS_TASKFLOW
          ,
          Taskflow
#endif
          >(static_cast<unsigned>(threads), static_cast<unsigned>(rounds));
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  try {
    const int status = measureAll(argc, argv);
    if (std::fflush(stdout) != 0) {
      std::perror("executor-bench: cannot write standard output");
      return 1;
    }
    return status;
  } catch (const std::exception& problem) {
    std::fprintf(stderr, "executor-bench: %s\n", problem.what());
    return 1;
  }
}
